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
from typing import TYPE_CHECKING, Any

from cpmodels.base._checkpoints import uninterrupted
from cpmodels.base.errors import EngineError
from cpmodels.engines._worker import CpSatTask, EngineTask, Message

if TYPE_CHECKING:
    from cpmodels.engines._table import Engine

PROGRAM = "import sys; from cpmodels.engines.{} import main; main(sys.argv[1])"
"""What the process runs, of a module, with the name of the engine as its argument."""


class EngineProcess:
    """An engine at work on a task: iterated, it gives the solutions as the engine sends them, until all are found.

    It is iterated in a thread that can wait; another one may `kill` it.

    warm_up: the seconds that the engine took to load and, if it compiles itself, to compile.
    total: the number of solutions, once the engine has found them all; None before.
    """

    def __init__(self, engine: Engine, task: EngineTask | CpSatTask) -> None:
        self._engine, self._task = engine, task
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ended, self._lock = False, threading.RLock()  # Its thread may collect the search, which ends it.
        self.warm_up = 0.0
        self.total: int | None = None

    def __iter__(self) -> Iterator[Any]:
        """Raises MissingExtraError when the engine's library does not load, OSError when it cannot write a proof,
        EngineError when it broke down.
        """
        for kind, value in self.messages():
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

    def messages(self) -> Iterator[Message]:
        """What the process sends; at last ``("gone", exit status)``, or what is wrong with what it sends."""
        process = self.begun()
        assert process.stdin
        assert process.stdout
        try:
            with suppress(OSError):  # A broken pipe, or what Windows says of one.
                pickle.dump(self._task, process.stdin)
                process.stdin.flush()
            while True:
                try:
                    message = pickle.load(process.stdout)
                except (OSError, EOFError, pickle.UnpicklingError):
                    break
                except Exception as error:
                    yield "gone", f"a message that cannot be read: {type(error).__name__}: {error}"
                    return
                yield message
            yield "gone", process.wait()
        finally:
            self.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):
                    stream.close()

    def begun(self) -> subprocess.Popen[bytes]:
        """The process, which begins now unless it has before, and waits for its task."""
        with self._lock:
            if self._process is None:
                is_cp_sat = isinstance(self._task, CpSatTask)
                paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path if isinstance(path, str))
                program = PROGRAM.replace("{}", "_cp_sat" if is_cp_sat else "_worker")
                try:
                    with uninterrupted():  # Ctrl-C, which goes to every process of the terminal, finds it ignoring it.
                        self._process = subprocess.Popen(
                            [sys.executable, "-P", "-c", program, self._engine.name],
                            stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL if is_cp_sat else None,  # OR-Tools writes pages as it crashes.
                            env={**os.environ, "PYTHONPATH": paths},
                        )
                except OSError as error:  # As where there may be no more processes.
                    raise EngineError(f"the engine {self._engine.name} does not begin: {error.strerror}") from None
                if self._is_ended:
                    self._process.kill()
            return self._process

    def kill(self) -> None:
        """End the process, whatever it does, without waiting for its end."""
        with self._lock:
            self._is_ended = True
            if self._process is not None:
                self._process.kill()
