"""Where a sweep runs: worker processes of this machine, as an executor that mends itself, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from cpmodels.errors import MissingExtraError, ParameterError
from cpmodels.search._runs import uninterrupted

P = ParamSpec("P")
T = TypeVar("T")


class Workers(Executor):
    """So many processes, begun afresh by `submit` when one of them was lost; `shutdown` ends them at once.

    The processes do not hear Ctrl-C, which belongs to their parent, and end when it ends, however that happens.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._context = multiprocessing.get_context("spawn")
        # Nothing is ever sent: the processes see the other end close.
        self._reader, self._writer = self._context.Pipe(duplex=False)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, self._context, _end_with_parent, (self._reader,))

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with uninterrupted():
            try:
                return self._pool.submit(task, *args, **kwargs)
            except BrokenExecutor:
                self._pool.shutdown()
                self._pool = self._new_pool()
                return self._pool.submit(task, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        with uninterrupted():
            self._writer.close()
            self._pool.shutdown(wait, cancel_futures=cancel_futures)
            self._reader.close()


def _end_with_parent(pipe: Connection) -> None:
    """End this process when the other end of the pipe is closed, by the parent or by its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        pipe.poll(None)
        os._exit(0)

    threading.Thread(target=watch, name="cpmodels watch", daemon=True).start()


def importing_main() -> bool:
    """Whether this process is a worker that is importing the program's main module, which must not start a sweep."""
    return bool(getattr(multiprocessing.current_process(), "_inheriting", False))


def lost(error: BaseException) -> bool:
    """Whether an error says that a worker was lost, and nothing of the task that it was given."""
    module = type(error).__module__.partition(".")[0]
    return isinstance(error, (BrokenExecutor, OSError)) or module in ("distributed", "dask")


SECONDS_TO_CONNECT = 10


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of the Dask cluster whose scheduler is at an address, and the number of its threads.

    The workers need cpmodels and OR-Tools in the same versions as here.  Raises MissingExtraError when Dask distributed
    is not installed, ParameterError when the cluster cannot be reached, or has no worker.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingExtraError("a cluster needs Dask distributed: pip install 'cpmodels[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ParameterError(f"there is no Dask scheduler at {address}: {error or type(error).__name__}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ParameterError(f"the Dask cluster at {address} has no workers")
        yield client.get_executor(), threads
