"""What can be made of a puzzle: functions that each kind can implement, with defaults made of its diagram.

A kind that gives a `Diagram` from `Puzzle.diagram` has pictures, text, pages, paper and animations.  Where it wants
something else, it registers that for its class, in its own module or in one to which an entry point of the group
``cpmodels.renderers`` leads from the name of the kind:

    @renderers.draw.register(Lights)
    def draw_lights(puzzle, solution=None, *, view="isometric", turn=None, codes=False):
        ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple

from cpmodels.diagram import Diagram
from cpmodels.errors import KindError, ParameterError, PuzzleError
from cpmodels.kinds import open_function
from cpmodels.lattice import Cell
from cpmodels.puzzle import Loop, Path, Paths, Puzzle, as_read, broken_rules, not_a_puzzle
from cpmodels.values import check_type
from renderers._diagram_page import diagram_page
from renderers._diagram_picture import draw_diagram, middle_in, piece_shapes
from renderers._diagram_text import text_of_diagram
from renderers._layout import Kit
from renderers._perspective import Perspective, View
from renderers.picture import Picture
from renderers.shapes import Point, Shape, bounds, moved

GROUP = "cpmodels.renderers"
PIECE = 40.0
"""The side of a square piece on paper, or the width of a hexagonal one, in millimetres."""
Step = tuple[str, Cell | None, Any]
"""What a search did, in which cell, and with what: see `renderers.moments`."""


def diagram_of(puzzle: Any, solution: Any = None, *, what: str = "picture") -> Diagram:
    """The diagram of a puzzle or a solution.

    Raises KindError where the kind has none, TypeError for a solution of another kind, PuzzleError for one that has no
    place on the board.
    """
    check_puzzle(puzzle)
    if solution is not None:
        check_type(solution, puzzle.solution_type)
    try:
        diagram: Diagram = puzzle.diagram(solution)
    except NotImplementedError:
        name = type(puzzle).__name__
        raise KindError(
            f"puzzles of the kind {puzzle.kind!r} have no {what}: {name} needs a method `diagram`, which returns a "
            "cpmodels.Diagram"
        ) from None
    return diagram


def check_puzzle(puzzle: Any) -> None:
    """Raise KindError for what is not a puzzle."""
    if not isinstance(puzzle, Puzzle):
        raise not_a_puzzle(puzzle)


def as_puzzle(puzzle: Any) -> Any:
    """The puzzle that is meant: itself, or the built-in one of this name, or what `cpmodels.read` reads.

    Raises KindError for anything else.
    """
    puzzle = as_read(puzzle)
    check_puzzle(puzzle)
    return puzzle


# --- pictures and text


@open_function(GROUP)
def draw(
    puzzle: Any, solution: Any = None, *, view: View = "isometric", turn: float | None = None, codes: bool = False
) -> Picture:
    """The picture of a puzzle, or of a solution, which may break the rules.

    puzzle: a puzzle, or the name of a built-in one (or anything else that `cpmodels.read` reads).
    view: how gardens of cubes are seen: ``"isometric"``, ``"oblique"``, or ``"layers"``: a plan of each layer, as those
        of tesseracts are always drawn.
    turn: by how many degrees such a garden is turned about the vertical, counter-clockwise seen from the Top; by
        default so many that few cubes hide behind others.
    codes: whether its cubes bear their codes.

    Raises PuzzleError when the solution does not fit the board or names pieces that there are not, ParameterError for
    an unknown view or turn, TypeError when the solution is one of another kind of puzzle, and KindError when the kind
    has no picture.

    >>> from cpmodels import Path, Zip
    >>> picture = draw(Zip(1, 2), Path([(0, 0), (0, 1)]))
    >>> picture.width > picture.height
    True
    """
    Perspective(view, turn, codes)
    return draw_diagram(diagram_of(puzzle, solution), puzzle.name)


@draw.register(str)
@draw.register(PathLike)
@draw.register(Mapping)
def _draw_read(
    puzzle: Any, solution: Any = None, *, view: View = "isometric", turn: float | None = None, codes: bool = False
) -> Picture:
    return draw(as_puzzle(puzzle), solution, **Perspective(view, turn, codes).asked)


@open_function(GROUP)
def text(puzzle: Any, solution: Any = None) -> str:
    """A puzzle, or a solution, for a terminal.  Raises as `draw` does.

    A board is made of box-drawing characters; what they cannot show is told below it.  An edge-matching board is a
    table of pieces and counter-clockwise quarter turns, a Zigzaw offset rows of frogs, a garden rows of tile codes with
    the North at the top (cubes: layers from the Bottom to the Top, side by side; hexagons and triangles: staggered).
    Pieces and frogs count from 1.  A text that has colours is a `renderers.ColouredText`, which prints as any other
    string.

    >>> from cpmodels import Zip
    >>> print(text(Zip(1, 2, waypoints=[(0, 0)])))
    ┏━━━━━━━┓
    ┃ 1   · ┃
    ┗━━━━━━━┛
    """
    return text_of_diagram(diagram_of(puzzle, solution, what="text"))


@text.register(str)
@text.register(PathLike)
@text.register(Mapping)
def _text_read(puzzle: Any, solution: Any = None) -> str:
    return text(as_puzzle(puzzle), solution)


@open_function(GROUP)
def glance(puzzle: Any, solution: Any) -> str:
    """A solution that is shown while a better one is searched for, as text: what there is to see of it at a glance.

    By default its text.
    """
    return text(puzzle, solution)


@open_function(GROUP)
def check_fit(puzzle: Any, solution: Any) -> None:
    """Raise PuzzleError unless a solution, right or wrong, can be drawn, TypeError when it is of another kind.

    >>> from cpmodels import Path, Zip
    >>> check_fit(Zip(1, 1), Path([(7, 7)]))
    Traceback (most recent call last):
    ...
    cpmodels.errors.PuzzleError: the path leaves the 1 x 1 board at (7, 7)
    """
    diagram_of(puzzle, solution)


@open_function(GROUP)
def check_drawable(puzzle: Any) -> None:
    """Raise KindError for a kind, or a puzzle, that has no picture.

    >>> from cpmodels import Garden
    >>> check_drawable(Garden.hanging((2, 2, 2, 2, 2), lattice="hypercubic"))
    Traceback (most recent call last):
    ...
    cpmodels.errors.UnsupportedError: gardens in 5 dimensions cannot be drawn: `cpmodels.text` says where each tile lies
    """
    if not draw.is_implemented(type(puzzle)):
        diagram_of(puzzle)


def title_of(puzzle: Puzzle[Any]) -> str:
    """The name of a puzzle, or what its kind is called: its `title`, or its `kind` with blanks.

    >>> from cpmodels import EdgeMatching
    >>> title_of(EdgeMatching(1, 1, [(1, 2, 3, 4)]))
    'Edge matching'
    """
    return puzzle.name or kind_title(puzzle)


def kind_title(puzzle: Puzzle[Any] | type[Puzzle[Any]]) -> str:
    """What the kind of a puzzle, or of all puzzles of a class, is called."""
    title = getattr(puzzle, "title", None)
    return title if isinstance(title, str) and title else puzzle.kind.replace("_", " ").capitalize()


# --- boards that are not full


@open_function(GROUP)
def steps_of(puzzle: Any, solution: Any) -> Iterator[Step]:
    """A solution as the steps of one who knows it: all is placed in order, then it is found.

    Raises KindError for solutions that are neither a path nor say of each cell what lies there.

    >>> from cpmodels import Path, Zip
    >>> [kind for kind, *_ in steps_of(Zip(1, 2), Path([(0, 0), (0, 1)]))]
    ['placed', 'placed', 'found']
    """
    check_type(solution, puzzle.solution_type)
    if isinstance(solution, (Path, Loop)):
        laid: Iterable[Any] = ((cell, number) for number, cell in enumerate(solution.cells, 1))
    elif isinstance(solution, Paths):
        laid = ((cell, number) for number, path in enumerate(solution.paths, 1) for cell in path)
    elif isinstance(solution, Iterable):
        laid = solution
    else:
        raise KindError(f"no filling steps are known for puzzles of the kind {puzzle.kind!r}")
    for cell, what in laid:
        yield "placed", cell, what
    yield "found", None, solution


@open_function(GROUP)
def draw_partial(
    puzzle: Any, laid: Mapping[Cell, Any], *, view: View = "isometric", turn: float | None = None, codes: bool = False
) -> Picture:
    """The picture of a board with some of its cells filled; by default of an empty one where `draw` is special.

    laid: what lies in each cell, in the order in which it was laid, as solutions of the kind have it.

    >>> from cpmodels import Garden
    >>> picture = draw_partial(Garden.hanging((2, 1), tiles=[2, 8]), {(0, 0): 2})
    >>> picture.width > picture.height
    True
    """
    if not laid or draw.is_implemented(type(puzzle)):
        return draw(puzzle, **Perspective(view, turn, codes).asked)
    Perspective(view, turn, codes)
    return draw_diagram(_partial(puzzle, laid), puzzle.name)


@open_function(GROUP)
def text_of_partial(puzzle: Any, laid: Mapping[Cell, Any]) -> str:
    """A board with some of its cells filled (see `draw_partial`), for a terminal.

    >>> from cpmodels import Garden
    >>> print(text_of_partial(Garden.hanging((2, 1), tiles=[2, 8]), {(0, 0): 2}))
    |02|  |
    """
    if not laid or text.is_implemented(type(puzzle)):
        return text(puzzle)
    return text_of_diagram(_partial(puzzle, laid))


def _partial(puzzle: Any, laid: Mapping[Cell, Any]) -> Diagram:
    """The diagram of a path of these cells, or of numbers in them."""
    if issubclass(puzzle.solution_type, Path):
        return diagram_of(puzzle, puzzle.solution_type(tuple(laid)))
    board = diagram_of(puzzle)
    return board.path(tuple(laid)) if issubclass(puzzle.solution_type, Loop) else board.numbers(laid)


@open_function(GROUP)
def middle_of(puzzle: Any, cell: Cell) -> tuple[Point, float] | None:
    """Where the middle of a cell lies in the picture of a partial board, and the size of a cell.

    None where cells have no place on the page that is theirs alone.

    >>> from cpmodels import Zip
    >>> middle_of(Zip(2, 2), (0, 0))
    ((32.0, 32.0), 64.0)
    """
    return middle_in(diagram_of(puzzle), cell)


# --- pages and paper


@open_function(GROUP)
def page(
    puzzle: Any,
    solutions: Sequence[Any] = (),
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> bytes:
    """A puzzle and its solutions as one self-contained HTML file.

    By default it shows the puzzle, and on demand the solutions one by one with the rules that they break.

    Raises as `draw` does, and PuzzleError for boards that are too large for a page.

    >>> from cpmodels import Zip
    >>> page(Zip(2, 2))[:15]
    b'<!doctype html>'
    """
    Perspective(view, turn, codes)
    pictures = [draw(puzzle, solution, **Perspective(view, turn, codes).asked) for solution in (None, *solutions)]
    broken = [broken_rules(puzzle, solution) for solution in solutions]
    return diagram_page(title_of(puzzle), pictures, broken, follows_theme=not draw.is_implemented(type(puzzle)))


@open_function(GROUP)
def play_page(puzzle: Any, *others: Any, solutions: Sequence[Any] = ()) -> bytes:
    """A puzzle, or several of one kind, as a page to play that opens unsolved.

    solutions: of each puzzle the one for hints, which is hidden until it is asked for; None where none is known.

    Raises as `page` does, and KindError for several of a kind that has a page for each.

    >>> from cpmodels import Zip
    >>> play_page(Zip(2, 2), Zip(3, 3))[:15]
    b'<!doctype html>'
    """
    if others:
        raise KindError(f"a page shows one puzzle of the kind {puzzle.kind!r}, not {1 + len(others)}")
    made: bytes = page(puzzle, [solution for solution in solutions if solution is not None])
    return made


@open_function(GROUP)
def check_page(puzzle: Any) -> None:
    """Raise KindError for a kind that has no page, PuzzleError for a board that is too large for its page.

    >>> from cpmodels import Zip
    >>> check_page(Zip(150, 150))
    Traceback (most recent call last):
    ...
    cpmodels.errors.PuzzleError: a page to play shows boards of up to 60 x 60 cells, not 150 x 150
    """
    if not page.is_implemented(type(puzzle)):
        check_drawable(puzzle)


@open_function(GROUP)
def kits(puzzle: Any) -> Iterable[Kit]:
    """The pieces of a puzzle to cut out of paper; none where it has no pieces, by default those of its diagram.

    >>> from cpmodels import EdgeMatching
    >>> [len(kit.pieces) for kit in kits(EdgeMatching(1, 2, [(1, 0, 1, 2), (0, 1, 1, 2)]))]
    [2]
    """
    if draw.is_implemented(type(puzzle)):
        return
    if tray := diagram_of(puzzle).tray:
        pieces = [piece_shapes(number, edges, PIECE) for number, edges in enumerate(tray, 1)]
        left, top, right, bottom = bounds(pieces[0])
        placed = tuple(tuple(moved(shape, -left, -top) for shape in shapes) for shapes in pieces)
        gap = 0.0 if len(tray[0]) == 4 else 3.0
        yield Kit(f"{len(pieces)} pieces of {PIECE:.0f} mm", right - left, bottom - top, placed, gap)


@open_function(GROUP)
def by_numbers(puzzle: Any, solution: Any) -> Iterable[Shape]:  # noqa: ARG001
    """A solution in numbers, for those who lay out pieces of which its picture does not show the numbers.

    By default there is no such thing.

    >>> from cpmodels import Path, Zip
    >>> list(by_numbers(Zip(1, 1), Path([(0, 0)])))
    []
    """
    return ()


# --- files of some kinds


@open_function(GROUP)
def mesh(puzzle: Any, solutions: Sequence[Any], ending: str) -> bytes:
    """The content of a file of meshes, ``".glb"`` to look at or ``".stl"`` to print.

    Raises KindError for kinds that have none, MissingExtraError when a package for it is missing, and PuzzleError when
    there is nothing to write.

    >>> from cpmodels import Zip
    >>> mesh(Zip(1, 1), [], ".stl")
    Traceback (most recent call last):
    ...
    cpmodels.errors.KindError: puzzles of the kind 'zip' cannot be written as .stl
    """
    del solutions
    raise _no_mesh(puzzle, ending)


class Plate(NamedTuple):
    """What a printer prints at once: the content of its file, and what is on it, in words."""

    content: bytes
    told: str


@open_function(GROUP)
def plates(puzzle: Any, solutions: Sequence[Any], bed: tuple[float, float] | None = None) -> Sequence[Plate]:
    """The solids of `mesh` on as many plates as they need, each a file ``".stl"``; without a bed on one.

    bed: the width and depth of the printer's bed, in millimetres.

    Raises as `mesh` does, and ParameterError when something is larger than the bed.

    >>> from cpmodels import Zip
    >>> plates(Zip(1, 1), [])
    Traceback (most recent call last):
    ...
    cpmodels.errors.KindError: puzzles of the kind 'zip' cannot be written as .stl
    """
    if bed is not None:
        raise ParameterError(f"puzzles of the kind {puzzle.kind!r} cannot be split over several plates")
    return [Plate(mesh(puzzle, solutions, ".stl"), "")]


@open_function(GROUP)
def check_mesh(puzzle: Any, ending: str) -> None:
    """Raise KindError for kinds that have no meshes, MissingExtraError when a package for them is missing.

    >>> from cpmodels import Zip
    >>> check_mesh(Zip(2, 2), ".stl")
    Traceback (most recent call last):
    ...
    cpmodels.errors.KindError: puzzles of the kind 'zip' cannot be written as .stl
    """
    if not mesh.is_implemented(type(puzzle)):
        raise _no_mesh(puzzle, ending)


def _no_mesh(puzzle: Any, ending: str) -> KindError:
    check_puzzle(puzzle)
    return KindError(f"puzzles of the kind {puzzle.kind!r} cannot be written as {ending}")


def right_solution(puzzle: Puzzle[Any], solution: Any) -> None:
    """Raise PuzzleError for a solution that does not fit, or is wrong: a page to play cannot use it."""
    check_fit(puzzle, solution)
    if broken := broken_rules(puzzle, solution):
        raise PuzzleError(f"a page to play needs a correct solution, but {broken[0]}")
