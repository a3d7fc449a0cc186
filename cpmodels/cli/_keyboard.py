"""The keys of the terminal: Space pauses what is being shown."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from time import monotonic, sleep
from typing import Any


class Keyboard:
    """Waits between boards; Space makes it wait until Space is pressed again.

    It takes single keys only where standard input is a terminal that gives them; elsewhere it just waits.
    """

    def __init__(self) -> None:
        self._terminal: int | None = None
        self._before: list[Any] = []

    def __enter__(self) -> Keyboard:
        with suppress(ImportError, AttributeError, OSError, ValueError):
            import termios
            import tty

            number = sys.stdin.fileno()
            is_ours = os.isatty(number) and os.tcgetpgrp(number) == os.getpgrp()  # a job in the background would stop
            self._before = termios.tcgetattr(number) if is_ours else []
            if is_ours:
                tty.setcbreak(number)
                self._terminal = number
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal is not None:
            import termios

            termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)
            self._terminal = None

    @property
    def hint(self) -> str:
        """What to tell those who watch; nothing where no key is heard."""
        return "" if self._terminal is None else "Space pauses"

    def wait(self, seconds: float) -> None:
        """Wait so long, and, if Space is pressed meanwhile, until it is pressed again."""
        if self._terminal is None:
            sleep(seconds)
            return
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            if self._space(left):
                while not self._space(None):
                    pass
                return

    def _space(self, seconds: float | None) -> bool:
        """Whether the next key within so many seconds is Space."""
        assert self._terminal is not None
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        if not ready:
            return False
        key = os.read(self._terminal, 1)
        if not key:  # the terminal has gone away
            self._terminal = None
            raise KeyboardInterrupt
        return key == b" "
