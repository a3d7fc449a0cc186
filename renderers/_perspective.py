"""How things in space are seen in flat pictures."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, get_args

from cpmodels.errors import ParameterError

View = Literal["isometric", "oblique", "layers"]

TURNS: dict[View, float] = {"isometric": 36.0, "oblique": 0.0, "layers": 0.0}
"""How far each view turns the scene where nothing else is asked for.

Of 316 cubes in five gardens, seen isometrically, 110 lie wholly behind others without a turn, and none at 36 degrees.
"""


@dataclass(frozen=True)
class Perspective:
    """A view from the South-East and above; the scene is turned by so many degrees, counter-clockwise from the Top.

    view: ``"isometric"``, ``"oblique"``, or ``"layers"``: a plan of each layer, seen from the Top.
    turn: None for what suits the view.
    codes: whether tiles in space bear their codes, as those on plans always do.

    Raises ParameterError for an unknown view, or a turn that is not a number.

    >>> Perspective("layers")
    Perspective(view='layers', turn=None, codes=False)
    """

    view: View = "isometric"
    turn: float | None = None
    codes: bool = False

    def __post_init__(self) -> None:
        if self.view not in get_args(View):
            raise ParameterError(f"the view must be one of {', '.join(get_args(View))}, not {self.view!r}")
        if self.turn is None:
            return
        if isinstance(self.turn, bool) or not isinstance(self.turn, (int, float)) or not isfinite(self.turn):
            raise ParameterError(f"the turn must be a number of degrees, not {self.turn!r}")

    @property
    def degrees(self) -> float:
        """The turn, the view's own where none is asked for."""
        return TURNS[self.view] if self.turn is None else self.turn

    @property
    def asked(self) -> dict[str, Any]:
        """What differs from the default, as keywords of `renderers.draw`: kinds need not know any others."""
        asked: dict[str, Any] = {} if self.view == "isometric" else {"view": self.view}
        if self.turn is not None:
            asked["turn"] = self.turn
        return {**asked, "codes": True} if self.codes else asked
