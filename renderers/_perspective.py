"""How things in space are seen in flat pictures."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Literal, get_args

from cpmodels.errors import ParameterError

View = Literal["oblique", "isometric"]


@dataclass(frozen=True)
class Perspective:
    """A view from the South-East and above; the scene is turned by so many degrees, counter-clockwise from the Top.

    Raises ParameterError for an unknown view, or a turn that is not a number.
    """

    view: View = "isometric"
    turn: float = 0.0

    def __post_init__(self) -> None:
        if self.view not in get_args(View):
            raise ParameterError(f"the view must be {' or '.join(get_args(View))}, not {self.view!r}")
        if isinstance(self.turn, bool) or not isinstance(self.turn, (int, float)) or not isfinite(self.turn):
            raise ParameterError(f"the turn must be a number of degrees, not {self.turn!r}")
