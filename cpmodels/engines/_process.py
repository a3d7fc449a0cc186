"""The near end of an engine's process: a task goes out, messages come in, and closing it ends the process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from cpmodels._processes import uninterrupted
from cpmodels.engines._table import engine_named
from cpmodels.engines._worker import EngineTask
from cpmodels.errors import EngineError

PROGRAM = "import sys; from cpmodels.engines.{} import main; main(sys.argv[1])"
"""What the process runs, of a module, with the name of the engine as its argument."""


def begin(engine: str, module: str = "_worker", *, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Begin the process of an engine, which waits for its task; a quiet one writes nothing to standard error."""
    with uninterrupted():  # Ctrl-C, which goes to every process of the terminal, finds this one ignoring it.
        return subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM.replace("{}", module), engine],
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
    """An engine at work on a task: iterated, it gives the solutions as the engine sends them, until all are found.

    It is iterated in a thread that can wait; another one may `kill` it.

    warm_up: the seconds that the engine took to load and, if it compiles itself, to compile.
    total: the number of solutions, once the engine has found them all; None before.
    """

    def __init__(self, engine: str, task: EngineTask) -> None:
        self._engine, self._task = engine_named(engine), task
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ended, self._lock = False, threading.Lock()
        self.warm_up = 0.0
        self.total: int | None = None

    def __iter__(self) -> Iterator[Any]:
        """Raises MissingExtraError when the engine's library does not load, OSError when it cannot write a proof,
        EngineError when it broke down.
        """
        process = self.begun()
        assert process.stdin
        try:
            with suppress(BrokenPipeError):
                pickle.dump(self._task, process.stdin)
                process.stdin.flush()
            while True:
                kind, value = self._message()
                if kind == "solution":
                    yield value
                elif kind == "ready":
                    self.warm_up = value
                elif kind == "end":
                    self.total = value
                    return
                elif kind == "missing":
                    raise self._engine.missing()
                elif kind == "unwritable":
                    raise OSError(*value)
                elif not self._is_ended:
                    raise EngineError(f"the engine {self._engine.name} ended with {value}")
                else:
                    return
        finally:
            self.end()

    def begun(self) -> subprocess.Popen[bytes]:
        """The process, which begins now unless it has before."""
        with self._lock:
            if self._process is None:
                self._process = begin(self._engine.name)
                if self._is_ended:
                    self._process.kill()
            return self._process

    def _message(self) -> tuple[str, Any]:
        """The next message; one that cannot be read, or none, is about the end."""
        process = self.begun()
        assert process.stdout
        try:
            kind, value = pickle.load(process.stdout)
        except (OSError, EOFError):
            return "gone", process.wait()
        except Exception as error:
            return "gone", f"a message that cannot be read: {type(error).__name__}: {error}"
        return kind, value

    def kill(self) -> None:
        """End the process, whatever it does, without waiting for its end."""
        with self._lock:
            self._is_ended = True
            if self._process is not None:
                self._process.kill()

    def end(self) -> None:
        """End the process, and wait for that.  Ending twice does nothing."""
        self._is_ended = True
        if self._process is not None:
            end(self._process)
