"""The near end of an engine's process: a task goes out, messages come in, and closing it ends the process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from queue import Empty
from types import TracebackType
from typing import Any

from cpmodels.engines._worker import AHEAD, INSTALLED_BY, LIBRARIES, EngineTask
from cpmodels.errors import EngineError, MissingExtraError, ParameterError
from cpmodels.search._mailbox import Mailbox
from cpmodels.search._runs import TICK, Clock, uninterrupted
from cpmodels.values import shown

PROGRAM = "import sys; from cpmodels.engines._worker import main; main(sys.argv[1])"
"""What the process runs, with the name of the engine as its argument."""


def require(engine: str) -> None:
    """Raise ParameterError for an unknown engine, MissingExtraError when the engine's library is not installed."""
    if engine not in LIBRARIES:
        raise ParameterError(f"there is no engine {shown(engine)}: use {', '.join(LIBRARIES)}")
    if not installed(engine):
        raise missing(engine)


def installed(engine: str) -> bool:
    """Whether the library of an engine is there; it may still turn out not to load."""
    return find_spec(LIBRARIES[engine]) is not None


def missing(engine: str) -> MissingExtraError:
    """The error of an engine whose library is not installed."""
    return MissingExtraError(f"the engine {engine} is not installed: pip install {INSTALLED_BY[engine]}")


def begin(engine: str, *, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Begin the process of an engine, which waits for its task; a quiet one writes nothing to standard error."""
    with uninterrupted():  # Ctrl-C, which goes to every process of the terminal, finds this one ignoring it.
        return subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM, engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
        )


def end(process: subprocess.Popen[bytes]) -> None:
    """End the process of an engine, whatever it does."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


class EngineProcess:
    """An engine at work on a task.

    warm_up: the seconds that the engine took to load and, if it compiles itself, to compile.
    total: the number of solutions, once the engine has found them all; None before.
    """

    def __init__(self, engine: str, task: EngineTask) -> None:
        require(engine)
        self.engine = engine
        self.warm_up = 0.0
        self.total: int | None = None
        self._inbox: Mailbox[tuple[str, Any]] = Mailbox(AHEAD)
        self._closed = False
        self._process = begin(engine)
        self._thread = threading.Thread(target=self._read, args=(task,), name="cpmodels engine", daemon=True)
        self._thread.start()

    def _read(self, task: EngineTask) -> None:
        """Give the task to the process, then pass on what it says."""
        process = self._process
        assert process.stdin
        assert process.stdout
        try:
            pickle.dump(task, process.stdin)
            process.stdin.flush()
            while True:
                message = pickle.load(process.stdout)
                self._offer(message)
        except (OSError, EOFError):
            self._offer(("gone", process.wait()))
        except Exception as error:
            # A thread that ended without a word would be waited for.
            process.kill()
            self._offer(("gone", f"a message that cannot be read: {type(error).__name__}: {error}"))
        finally:
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):
                    stream.close()

    def _offer(self, message: tuple[str, Any]) -> None:
        while not self._closed:
            if self._inbox.put(message, timeout=TICK):
                return

    def solutions(self, clock: Clock) -> Iterator[Any]:
        """The solutions as the engine sends them, until all are found, the time is up, or it is closed.

        Raises MissingExtraError when the engine's library does not load, OSError when it cannot write a proof,
        EngineError when it broke down.
        """
        while not (clock.is_up or self._closed):
            try:
                kind, value = self._inbox.get(timeout=clock.wait())
            except Empty:
                clock.tick()
                continue
            if kind == "solution":
                yield value
            elif kind == "ready":
                self.warm_up = value
            elif kind == "end":
                self.total = value
                return
            elif kind == "missing":
                raise missing(self.engine)
            elif kind == "unwritable":
                raise OSError(*value)
            else:
                raise EngineError(f"the engine {self.engine} ended with {value}")

    def halt(self) -> None:
        """End the process, without waiting for its end."""
        self._closed = True
        self._process.kill()

    def close(self) -> None:
        """End the process.  Closing twice does nothing."""
        self.halt()
        self._thread.join()
        end(self._process)

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
