"""What a puzzle asks to be drawn with: its `art`, one of those that its kind can draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cpmodels.errors import ParameterError
from cpmodels.values import shown


class WithArt(Protocol):
    """A puzzle that says how it is to be drawn."""

    @property
    def art(self) -> str | None:
        """The name of the art, or None for the drawing by default."""


def check_art(puzzle: WithArt, known: Sequence[str]) -> None:
    """Raise ParameterError for an art that there is not."""
    if puzzle.art is not None and puzzle.art not in known:
        raise ParameterError(f"the art must be one of {', '.join(known)}, not {shown(puzzle.art)}")
