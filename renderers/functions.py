"""What can be made of a puzzle: functions that each kind can implement, with defaults made of its diagram.

A kind that gives a `Diagram` from `Puzzle.diagram` has all of them.  A special drawing is registered for its class:

    @renderers.draw.register(Lights)
    def draw_lights(puzzle, solution=None, *, view="isometric", turn=0.0):
        ...

in the module of the kind, or in one to which an entry point of the group ``cpmodels.renderers`` leads.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

from cpmodels.diagram import Diagram
from cpmodels.errors import KindError
from cpmodels.kinds import function_named, open_function
from cpmodels.puzzle import Puzzle
from cpmodels.values import check_type, shown
from renderers._diagram_picture import draw_diagram
from renderers._diagram_text import text_of_diagram
from renderers.picture import Picture
from renderers.projection import Projection, View

GROUP = "cpmodels.renderers"


def diagram_of(puzzle: Any, solution: Any = None, *, what: str = "picture") -> Diagram:
    """The diagram of a puzzle or a solution.

    Raises KindError where the kind has none, TypeError for a solution of another kind, PuzzleError for one that has no
    place on the board.
    """
    if not isinstance(puzzle, Puzzle):
        raise KindError(f"expected a puzzle or the name of a built-in one, not {shown(puzzle)}")
    if solution is not None:
        check_type(solution, puzzle.solution_type)
    try:
        return puzzle.diagram(solution)
    except NotImplementedError:
        name = type(puzzle).__name__
        raise KindError(
            f"puzzles of the kind {puzzle.kind!r} have no {what}: {name} needs a method `diagram`, which returns a "
            "cpmodels.Diagram"
        ) from None


@open_function(GROUP)
def draw(puzzle: Any, solution: Any = None, *, view: View = "isometric", turn: float = 0.0) -> Picture:
    """The picture of a puzzle, or of a solution, which may break the rules.

    puzzle: a puzzle, or the name of a built-in one (or anything else that `cpmodels.read` reads).
    view: how gardens of cubes are seen: ``"isometric"`` or ``"oblique"``.
    turn: by how many degrees such a garden is turned about the vertical, counter-clockwise seen from the Top.

    Raises PuzzleError when the solution does not fit the board or names pieces that there are not, ParameterError for
    an unknown view or turn, TypeError when the solution is one of another kind of puzzle, and KindError when the kind
    has no picture.
    """
    Projection(view, turn)
    return draw_diagram(diagram_of(puzzle, solution), puzzle.name)


@open_function(GROUP)
def text(puzzle: Any, solution: Any = None) -> str:
    """A puzzle, or a solution, for a terminal.  Raises as `draw` does.

    A board is made of box-drawing characters, an edge-matching board is a table of indexes and counter-clockwise
    quarter turns, a Zigzaw offset rows of indexes, a garden rows of tile codes with the North at the top (cubes: layers
    from the Bottom to the Top, side by side).
    """
    return text_of_diagram(diagram_of(puzzle, solution, what="text"))


@open_function(GROUP)
def check_fit(puzzle: Any, solution: Any) -> None:
    """Raise PuzzleError unless a solution, right or wrong, can be drawn, TypeError when it is of another kind."""
    diagram_of(puzzle, solution)


@draw.register(str)
@draw.register(PathLike)
def _draw_named(name: Any, solution: Any = None, *, view: View = "isometric", turn: float = 0.0) -> Picture:
    return draw(function_named("read")(name), solution, view=view, turn=turn)


@text.register(str)
@text.register(PathLike)
def _text_named(name: Any, solution: Any = None) -> str:
    return text(function_named("read")(name), solution)
