"""A Dask cluster as the executor of a sweep; needs the extra ``cluster``."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from cpmodels.errors import PuzzleError

SECONDS_TO_CONNECT = 10


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of the Dask cluster whose scheduler is at an address, and the number of its threads.

    The workers need cpmodels and OR-Tools in the same versions as here.  Raises PuzzleError when Dask distributed is
    not installed, the cluster cannot be reached, or has no worker.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise PuzzleError("a cluster needs Dask distributed: pip install 'cpmodels[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise PuzzleError(f"there is no Dask scheduler at {address}: {error or type(error).__name__}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise PuzzleError(f"the Dask cluster at {address} has no workers")
        yield client.get_executor(), threads
