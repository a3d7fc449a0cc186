"""A sweep on a real Dask cluster of processes, one of which is killed half way."""

import os
import signal
import sys

import pytest
from executors import Killing
from systems import needs_signals

import cpmodels as cm
from cpmodels.search import _executors
from cpmodels.search import cluster as connected


@pytest.fixture(scope="module")
def distributed():
    return pytest.importorskip("distributed", reason="Dask distributed is not installed: the extra `cluster`")


@pytest.fixture(scope="module")
def cluster(distributed):
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as local:
        yield local


@pytest.mark.slow
@needs_signals
def test_a_killed_worker_costs_nothing_but_time(cluster):
    killed = []

    def kill():
        killed.append(next(iter(cluster.workers.values())).process.pid)
        os.kill(killed[0], signal.SIGKILL)

    with connected(cluster.scheduler_address) as (executor, threads):
        assert threads == 2
        found = cm.sweep(cm.Zip(4, 5), executor=Killing(executor, kill, 4), workers=threads, slice_seconds=0.01)
    assert killed
    assert (found.total, found.exhausted) == (2012, True)
    assert len(list(found)) == found.orbits == cm.count(cm.Zip(4, 5)).orbits


@pytest.mark.usefixtures("distributed")
def test_a_cluster_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr(_executors, "SECONDS_TO_CONNECT", 0.3)
    with pytest.raises(cm.ParameterError, match="no Dask scheduler at"), connected("tcp://127.0.0.1:9"):
        pass


def test_a_missing_extra_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(cm.errors.MissingExtraError, match="cpmodels\\[cluster\\]"), connected("tcp://127.0.0.1:9"):
        pass
