"""Where a sweep runs: worker processes of this machine, as an executor that mends itself, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import uninterrupted
from cpmodels.base._processes import quiet_crashes
from cpmodels.base.errors import MissingExtraError, ParameterError
from cpmodels.base.values import listed, shown

P = ParamSpec("P")
T = TypeVar("T")

MOST_ON_WINDOWS = 61
"""How many processes a pool can wait for there."""


class Workers(Executor):
    """Worker processes, begun afresh by `submit` when one of them was lost; `shutdown` ends them at once.

    The processes do not hear Ctrl-C, which belongs to their parent, and end when it ends, however that happens.
    What they are given goes there pickled: one that cannot read it says so (ParameterError), and is not lost.
    """

    def __init__(self, count: int) -> None:
        self._count = min(count, MOST_ON_WINDOWS) if sys.platform == "win32" else count
        self._context = multiprocessing.get_context("spawn")
        # Nothing is ever sent: the processes see the other end close.
        self._reader, self._writer = self._context.Pipe(duplex=False)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, self._context, _end_with_parent, (self._reader,))

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        call = pickle.dumps((task, args, kwargs))
        try:
            return self._pool.submit(_do, call)
        except BrokenExecutor:
            self._pool.shutdown()
            self._pool = self._new_pool()
            return self._pool.submit(_do, call)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        with uninterrupted():
            self._writer.close()
            self._pool.shutdown(wait, cancel_futures=cancel_futures)
            self._reader.close()


def _do(call: bytes) -> Any:
    """Do what is pickled, in a worker process."""
    try:
        task, args, kwargs = pickle.loads(call)
    except Exception as error:
        raise ParameterError(
            f"a worker process cannot read what it should search ({error}): define it in a module that can be imported"
        ) from None
    return task(*args, **kwargs)


def check_sendable(recipe: object) -> None:
    """Raise ParameterError when worker processes cannot be sent what to search, or cannot be begun at all."""
    if multiprocessing.current_process().daemon:
        raise ParameterError(
            "this process may not begin worker processes, as it is a daemon, such as one of multiprocessing.Pool: use "
            "a ProcessPoolExecutor in place of the pool, or give the sweep an executor of threads"
        )
    main = sys.modules["__main__"]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    own = list[str]()

    class Found(pickle.Pickler):
        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, (type, FunctionType)) and value.__module__ == "__main__":
                own.append(value.__qualname__)
            return NotImplemented

    try:
        Found(BytesIO()).dump(recipe)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise ParameterError(
            f"what is searched cannot be sent to other processes ({error}): give a function that builds the model, "
            f"defined at the top of a module"
        ) from None
    if spec is None and file is not None and not Path(file).is_file():
        raise ParameterError(f"worker processes import the program, which is not a file here ({file}): save it as one")
    if spec is None and file is None and own:
        raise ParameterError(
            f"worker processes cannot import {listed(own)}, which is defined in a notebook or on the command line: "
            "define it in a module, and import it from there"
        )


def _end_with_parent(pipe: Connection) -> None:
    """End this process, quietly where it crashes, and when the other end of the pipe is closed, by whatever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    quiet_crashes()
    cp_model.leave_no_file()

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
    return isinstance(error, (BrokenExecutor, ConnectionError)) or module in ("distributed", "dask")


SECONDS_TO_CONNECT = 10
ADDRESS = "tcp://10.0.0.1:8786"


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of the Dask cluster whose scheduler is at an address, and the number of its threads.

    The workers need cpmodels and OR-Tools in the same versions as here.  Raises MissingExtraError when Dask distributed
    is not installed, ParameterError when the cluster cannot be reached, or has no worker.

    >>> with cluster("tcp://10.0.0.1:8786") as (executor, threads):  # doctest: +SKIP
    ...     found = sweep("cubes", executor=executor, workers=threads)
    """
    if not (isinstance(address, str) and address.strip()):
        # Dask would begin a cluster of its own on this machine.
        raise ParameterError(f"a cluster needs the address of its scheduler, such as {ADDRESS}")
    if not address.startswith("inproc:") and not re.search(r":[0-9]+/?$", address.strip()):
        raise ParameterError(
            f"the address of a Dask scheduler ends with its port, as in {ADDRESS}, not {shown(address)}"
        )
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingExtraError('a cluster needs Dask distributed: pip install "cpmodels[cluster]"') from None
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ParameterError(f"there is no Dask scheduler at {address}: {error or type(error).__name__}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ParameterError(f"the Dask cluster at {address} has no workers")
        yield client.get_executor(), threads
