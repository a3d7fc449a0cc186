"""What can be made of a puzzle: functions that each kind can implement, with defaults made of its diagram.

A kind that gives a `Diagram` from `Puzzle.diagram` has pictures, text, pages, paper and animations.  Where it wants
something else, it registers that for its class, in its own module or in one to which an entry point of the group
``cpmodels.renderers`` leads from the name of the kind:

    @renderers.draw.register(Lights)
    def draw_lights(puzzle, solution=None, *, glow=False):
        ...

Keywords after the solution are options of that kind's pictures, which `draw`, `save` and pages of pictures pass on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from os import PathLike
from typing import Any, NamedTuple

from cpmodels.base._keywords import keywords_of, meant_keyword, suggests_keywords
from cpmodels.base.diagram import Around, Arrows, Diagram, Figure, Labels, Line, Piece, Symbols
from cpmodels.base.errors import DefectError, KeywordError, KindError, MissingExtraError, ParameterError, PuzzleError
from cpmodels.base.kinds import function_named, open_function
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark, Partial
from cpmodels.base.puzzle import Grid, Loop, Path, Paths, Puzzle, as_read, not_a_puzzle
from cpmodels.base.values import check_type, listed, shown
from renderers._cells import in_cells, listed_in, shades
from renderers._diagram_page import diagram_page
from renderers._diagram_picture import Drawing, cut_out, draw_diagram
from renderers._diagram_text import net_of_diagram, text_of_diagram
from renderers._layout import BOTTOM, LEFT, RIGHT, TOP, Kit
from renderers._play_page import board_to_play, play_data, playing_page
from renderers._tiles import check_art
from renderers.palette import INK, LINE
from renderers.picture import Picture
from renderers.shapes import Point, Polygon, Shape, Text, bounds, fitted, moved

__all__ = [
    "GROUP",
    "Plate",
    "as_puzzle",
    "by_numbers",
    "check_drawable",
    "check_fit",
    "check_mesh",
    "check_page",
    "diagram_of",
    "draw",
    "draw_partial",
    "kind_title",
    "kits",
    "mesh",
    "middle_of",
    "page",
    "plates",
    "play_page",
    "steps_of",
    "strands",
    "text",
    "text_of_partial",
    "title_of",
]

GROUP = "cpmodels.renderers"
PIECE = 40.0
"""The side of a square piece on paper, or the width of another one, in millimetres."""
SearchStep = tuple[str, Cell | None, Any]
"""What a search did, in which cell, and with what: see `cpmodels.reference.steps`."""


def diagram_of(puzzle: Any, solution: Any = None) -> Diagram:
    """The diagram of a puzzle or a solution, or of what is known of it by a `Partial`, without what is excluded.

    Raises KindError where the kind has none, DefectError where its `diagram` gives something else, TypeError for a
    solution of another kind, PuzzleError for one that has no place on the board, as a line of a `Partial`, also one
    that is excluded, may have none.
    """
    check_puzzle(puzzle)
    if isinstance(solution, Partial):
        laid = sorted((mark for mark in solution.known if not mark.is_edge), key=lambda mark: mark.cells)
        board = partial_diagram(puzzle, {mark.cells[0]: mark.value for mark in laid})
        dots = board.style == "dots"
        said = sorted(mark.cells for mark in solution.known | solution.excluded if mark.is_edge)
        board.path(chain(*said), corners=dots)  # It raises PuzzleError where an end is off the board.
        edges = [(mark.cells[0], mark.cells[1]) for mark in solution.known if mark.is_edge]
        lines = [Line(tuple(strand), corners=dots, colour=0) for strand in strands(edges)]
        return replace(board, layers=(*board.layers, *lines))
    if solution is not None:
        check_type(solution, puzzle.solution_type)
    try:
        diagram: Any = puzzle.diagram(solution)
    except NotImplementedError:
        yours = "a kind of your own has one by a method `diagram`, which returns a cpmodels.Diagram"
        raise KindError(f"puzzles of the kind {puzzle.kind!r} have no picture; {yours}") from None
    if not isinstance(diagram, Diagram):
        raise DefectError(f"{type(puzzle).__name__}.diagram returned {shown(diagram)}, not a cpmodels.Diagram")
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


def _has_diagram(own: set[str]) -> bool:
    """Whether a derived class has a diagram of its own, of which all is made then."""
    return "diagram" in own


# --- pictures and text


@open_function(GROUP, by_rules=_has_diagram)
def draw(puzzle: Any, solution: Any = None, **options: Any) -> Picture:
    """The picture of a puzzle, or of a solution, which may break the rules or be a `Partial`.

    What a partial solution excludes is crossed out: lines by small crosses, numbers where there is room for them.

    puzzle: a puzzle, or the name of a built-in one (or anything else that `cpmodels.read` reads); or a diagram.
    options: those that pictures of the kind have; those of gardens are ``view``, how cubes are seen (``"oblique"``,
        ``"isometric"``, or ``"layers"``: a plan of each layer, as those of tesseracts are always drawn), ``turn``, by
        how many degrees they are turned about the vertical, counter-clockwise seen from the Top (by default so that few
        cubes hide behind others), and ``codes``, whether cubes bear their codes.

    Raises PuzzleError when the solution does not fit the board or names pieces that there are not, KeywordError for an
    option that the kind does not have, ParameterError for a value that it cannot have, TypeError when the solution is
    one of another kind of puzzle, and KindError when the kind has no picture.

    >>> from cpmodels import Path, Zip
    >>> picture = draw(Zip(1, 2), Path([(0, 0), (0, 1)]))
    >>> picture.width > picture.height
    True
    """
    diagram = diagram_of(puzzle, solution)
    check_options(puzzle, options)
    if isinstance(solution, Partial):
        filled = {mark.cells for mark in solution.known}
        out = sorted((mark for mark in solution.excluded if mark.cells not in filled), key=str)
        return draw_diagram(diagram, puzzle.name, excluded=out)
    return draw_diagram(diagram, puzzle.name)


def options_of(puzzle: Any) -> tuple[str, ...]:
    """The options that pictures of a puzzle have: the keywords of what draws its kind.

    >>> from cpmodels import Garden, Zip
    >>> options_of(Garden.hanging((2, 2))), options_of(Zip(2, 2))
    (('view', 'turn', 'codes', 'spin'), ())
    """
    return keywords_of(draw.implementation(type(puzzle)))[0][2:]


def check_options(puzzle: Any, options: Iterable[str], owner: str = "draw()", others: Sequence[str] = ()) -> None:
    """Raise KeywordError for an option that pictures of a puzzle do not have.

    owner, others: what was called, and what else may have been meant.
    """
    known = options_of(puzzle)
    for name in options:
        if name not in known:
            close = meant_keyword(name, [*known, *others])
            what = f"the options {listed(known)}" if known else "no options"
            has = f"pictures of the kind {puzzle.kind!r} have {what}"
            raise KeywordError(f"{owner} has no keyword {shown(name)}; {f'did you mean {close!r}?' if close else has}")


@open_function(GROUP, by_rules=_has_diagram)
def text(puzzle: Any, solution: Any = None) -> str:
    """A puzzle, a solution, or a diagram, for a terminal.  Raises as `draw` does.

    A board is made of box-drawing characters; what they cannot show is said below it.  An edge-matching board is a
    table of pieces and counter-clockwise quarter turns, a Zigzaw offset rows of frogs, a garden rows of tile codes with
    the North at the top (cubes: layers from the Bottom to the Top, side by side; hexagons and triangles: staggered).
    Pieces and frogs count from 1.  A text that has colours is a `renderers.ColouredText`, which prints as any other
    string.  Of a kind without a diagram it is the JSON form of the solution, or of the puzzle.

    >>> from cpmodels import Zip
    >>> print(text(Zip(1, 2, waypoints=[(0, 0)])))
    ┏━━━━━━━┓
    ┃ 1   · ┃
    ┗━━━━━━━┛
    """
    check_puzzle(puzzle)
    try:
        return text_of_diagram(diagram_of(puzzle, solution))
    except KindError:
        write, what = ("write", puzzle) if solution is None else ("write_solution", solution)
        return str(function_named(write)(what)).rstrip()


draw.register(Diagram)(lambda diagram, _solution=None: draw_diagram(diagram))
text.register(Diagram)(lambda diagram, _solution=None: text_of_diagram(diagram))
for _read in (str, PathLike, Mapping):
    draw.register(_read)(lambda puzzle, solution=None, **options: draw(as_puzzle(puzzle), solution, **options))
    text.register(_read)(lambda puzzle, solution=None: text(as_puzzle(puzzle), solution))


def text_of_matches(puzzle: Any, solution: Any) -> str:
    """A solution as text, shorter where it is of pieces that must match: which of them do.

    >>> from cpmodels import EdgeMatching
    >>> from cpmodels.puzzles import Board
    >>> print(text_of_matches(EdgeMatching(1, 2, [(1, 2, 1, 2), (1, 2, 1, 2)]), Board([[(0, 0), (1, 0)]])))
    ╶───╴
    """
    if not text.is_implemented(type(puzzle)):
        with suppress(KindError):  # Of a kind without a diagram there is a text all the same.
            if (diagram := diagram_of(puzzle, solution)).tray.rule is not None:
                return net_of_diagram(diagram)
    return text(puzzle, solution)


@open_function(GROUP, by_rules=_has_diagram)
def check_fit(puzzle: Any, solution: Any) -> None:
    """Raise PuzzleError unless a solution, right or wrong, can be drawn, TypeError when it is of another kind.

    >>> from cpmodels import Path, Zip
    >>> check_fit(Zip(1, 1), Path([(7, 7)]))
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: the path leaves the 1 x 1 board at (7, 7)
    """
    diagram_of(puzzle, solution)


@open_function(GROUP, by_rules=_has_diagram)
def check_drawable(puzzle: Any) -> None:
    """Raise KindError for a kind, or a puzzle, that has no picture, ParameterError for an art that there is not.

    >>> from cpmodels import Garden
    >>> check_drawable(Garden.hanging((2, 2, 2, 2, 2), lattice="hypercubic"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.UnsupportedError: gardens in 5 dimensions cannot be drawn: `cpmodels.text` says where each ...
    """
    if not draw.is_implemented(type(puzzle)):
        check_art(diagram_of(puzzle).tray)


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


@open_function(GROUP, by_rules=_has_diagram)
def steps_of(puzzle: Any, solution: Any) -> Iterator[SearchStep]:
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


@open_function(GROUP, by_rules=_has_diagram)
def draw_partial(puzzle: Any, laid: Mapping[Cell, Any], **options: Any) -> Picture:
    """The picture of a board with some of its cells filled; by default of an empty one where `draw` is special.

    laid: what lies in each cell, in the order in which it was laid, as solutions of the kind have it.

    >>> from cpmodels import Garden
    >>> picture = draw_partial(Garden.hanging((2, 1), tiles=[2, 8]), {(0, 0): 2})
    >>> picture.width > picture.height
    True
    """
    if draw.is_implemented(type(puzzle)):
        return draw(puzzle, **options)
    check_options(puzzle, options)
    return draw_diagram(partial_diagram(puzzle, laid), puzzle.name)


@open_function(GROUP, by_rules=_has_diagram)
def text_of_partial(puzzle: Any, laid: Mapping[Cell, Any]) -> str:
    """A board with some of its cells filled (see `draw_partial`), for a terminal.

    >>> from cpmodels import Garden
    >>> print(text_of_partial(Garden.hanging((2, 1), tiles=[2, 8]), {(0, 0): 2}))
    |02|  |
    """
    if text.is_implemented(type(puzzle)):
        return text(puzzle)
    return text_of_diagram(partial_diagram(puzzle, laid))


def strands(edges: Iterable[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """Steps between cells as paths that are as long as can be, a loop with its first cell again at its end.

    >>> strands([((0, 0), (0, 1)), ((1, 1), (0, 1)), ((3, 3), (3, 4))])
    [[(0, 0), (0, 1), (1, 1)], [(3, 3), (3, 4)]]
    """
    near: dict[Cell, dict[Cell, None]] = {}
    for one, two in edges:
        near.setdefault(one, {})[two] = None
        near.setdefault(two, {})[one] = None
    found = []
    for start in sorted(near, key=lambda cell: (len(near[cell]) != 1, cell)):
        while near[start]:
            strand = [start]
            while near[strand[-1]]:
                onward = next(iter(near[strand[-1]]))
                del near[strand[-1]][onward], near[onward][strand[-1]]
                strand.append(onward)
            found.append(strand)
    return found


@dataclass(frozen=True)
class _Known(Grid):
    """What is known of a grid: its iteration gives these cells alone."""

    known: tuple[tuple[Cell, Any], ...] = ()

    def __iter__(self) -> Iterator[tuple[Cell, Any]]:
        return iter(self.known)


def partial_diagram(puzzle: Any, laid: Mapping[Cell, Any]) -> Diagram:
    """The diagram of pieces of the puzzle in these cells, of a path of these cells, or of numbers in them.

    A dot stands in a cell of which it is known that there is nothing to see in it, as one that is not shaded.
    """
    if (board := diagram_of(puzzle)).tray.pieces:
        return board.laid(laid)
    if not laid:
        return board
    if issubclass(Grid, puzzle.solution_type):
        with suppress(Exception):  # A kind's diagram need not know what to do with a grid that has open cells.
            shown = diagram_of(puzzle, _Known((), tuple(laid.items())))
            return shown.symbols(dict.fromkeys(_without_a_sign(puzzle, board, shown, laid), "dot"))
    if issubclass(puzzle.solution_type, Path):
        return diagram_of(puzzle, puzzle.solution_type(tuple(laid)))
    return board.path(tuple(laid)) if issubclass(puzzle.solution_type, Loop) else board.numbers(laid)


def _without_a_sign(puzzle: Any, board: Diagram, shown: Diagram, laid: Mapping[Cell, Any]) -> list[Cell]:
    """The cells in which a diagram shows nothing, neither clues nor the values that a grid has there."""
    seen = {*in_cells(shown, Labels), *in_cells(shown, Symbols), *in_cells(shown, Arrows), *shades(shown)}
    open_cells = {cell: value for cell, value in laid.items() if cell not in seen}
    one_cell = {value: cell for cell, value in open_cells.items()}
    alone = {value: diagram_of(puzzle, _Known((), ((cell, value),))) for value, cell in one_cell.items()}
    nothing = {value for value, diagram in alone.items() if _with_content(diagram) == _with_content(board)}
    return [cell for cell, value in open_cells.items() if value in nothing]


def _with_content(diagram: Diagram) -> list[Any]:
    """The layers that have anything."""
    return [layer for layer in diagram.layers if listed_in(layer)[1]]


@open_function(GROUP, by_rules=_has_diagram)
def middle_of(puzzle: Any, cell: Cell) -> tuple[Point, float] | None:
    """Where the middle of a cell lies in the picture of a partial board, and the size of a cell.

    None where cells have no place on the page that is theirs alone.

    >>> from cpmodels import Zip
    >>> middle_of(Zip(2, 2), (0, 0))
    ((32.0, 32.0), 64.0)
    """
    drawing = Drawing(partial_diagram(puzzle, {}))
    return drawing.centre(cell), drawing.cell


def draw_shares(puzzle: Any, shares: Mapping[Mark, float], caption: str = "") -> Picture:
    """The picture of a puzzle with lines that are as strong as their shares, such as those of all solutions.

    shares: for edges, numbers from 0 to 1.

    Raises KindError for a kind without a diagram.

    >>> from cpmodels import Zip
    >>> picture = draw_shares(Zip(2, 2), {Mark.edge((0, 0), (0, 1)): 0.75})
    >>> [shape.role for shape in picture.shapes].count("share")
    1
    """
    lines = {(mark.cells[0], mark.cells[1]): share for mark, share in shares.items() if mark.is_edge}
    return draw_diagram(diagram_of(puzzle).captioned(caption), puzzle.name, lines)


# --- pages and paper


@open_function(GROUP, by_rules=True)
def page(puzzle: Any, solutions: Sequence[Any] = (), **options: Any) -> bytes:
    """A puzzle and its solutions as one self-contained HTML file.

    By default it is a page to play: cells are filled, or lines drawn, as the marks of the model say (`cpmodels.Mark`),
    and the page solves, counts, checks and hints by itself.  Puzzles whose models have no marks, are too large, or may
    lack rules that `check` adds, and solutions that break rules are just shown, the solutions one by one with the rules
    that they break.

    options: as for `draw`, of kinds whose page shows pictures; one that opens on a solution, as that of a garden, has
        ``hidden=True``, by which it opens unsolved.

    Raises as `draw` does, and PuzzleError for boards that are too large for a page.

    >>> from cpmodels import Zip
    >>> page(Zip(2, 2))[:15]
    b'<!doctype html>'
    """
    pictures = [draw(puzzle, solution, **options) for solution in (None, *solutions)]
    broken = [list(map(puzzle.said, puzzle.check(solution))) for solution in solutions]
    is_special = draw.is_implemented(type(puzzle))
    if not any(broken) and not is_special and (data := play_data(puzzle, solutions)) is not None:
        return playing_page(title_of(puzzle), data)
    return diagram_page(title_of(puzzle), pictures, broken, follows_theme=not is_special)


@suggests_keywords()
def widget(puzzle: Any, *, height: int = 640) -> Any:
    """A puzzle to play in a notebook, whose marks come back to Python as they are made.

    It is the page to play in a frame, `height` pixels high.  Its `marks` are a `cpmodels.Partial`, as `cpmodels.hint`
    takes it; `solved` says whether they are a solution; ``observe(function, "state")`` calls a function on each change.

    Raises KindError for what is not a puzzle, MissingExtraError without the package anywidget, PuzzleError for a puzzle
    that is not played by marks.

    Source: anywidget (anywidget.dev), by which it works in Jupyter, Colab and Visual Studio Code.

    >>> import cpmodels as cm
    >>> board = cm.widget("sudoku-4")  # doctest: +SKIP
    >>> cm.hint("sudoku-4", partial=board.marks)  # doctest: +SKIP
    """
    puzzle = as_puzzle(puzzle)
    try:
        from renderers._widget import PuzzleWidget
    except ImportError:
        extra = 'pip install "cpmodels[widget]"'
        raise MissingExtraError(f"a widget needs anywidget, which is not installed: {extra}") from None
    if (board := board_to_play(puzzle)) is None:
        raise PuzzleError("this puzzle is not played by marks in cells or lines, so it has no widget")
    return PuzzleWidget(board, title_of(puzzle), height)


@open_function(GROUP, by_rules=True)
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
    hides = "hidden" in keywords_of(page.implementation(type(puzzle)))[0]
    return page(puzzle, [known for known in solutions if known is not None], **({"hidden": True} if hides else {}))


@open_function(GROUP, by_rules=True)
def check_page(puzzle: Any) -> None:
    """Raise KindError for a kind that has no page, PuzzleError for a board that is too large for its page.

    >>> from cpmodels import Zip
    >>> check_page(Zip(150, 150))
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: a page to play shows boards of up to 60 x 60 cells, not 150 x 150
    """
    if not page.is_implemented(type(puzzle)):
        check_drawable(puzzle)


@open_function(GROUP, by_rules=_has_diagram)
def kits(puzzle: Any) -> Iterable[Kit]:
    """The pieces of a puzzle to cut out of paper; none where it has no pieces, by default those of its diagram.

    >>> from cpmodels import EdgeMatching
    >>> [len(kit.pieces) for kit in kits(EdgeMatching(1, 2, [(1, 0, 1, 2), (0, 1, 1, 2)]))]
    [2]
    """
    if draw.is_implemented(type(puzzle)):
        return
    diagram = diagram_of(puzzle)
    yield from _kit("pieces", diagram, {str(number): piece for number, piece in enumerate(diagram.tray.pieces, 1)})
    for layer in diagram.layers:
        if isinstance(layer, Around):
            near = {diagram.neighbour(cell, side) for cell in diagram.cells for side in range(diagram.sides)}
            around = {str(cell): figure for cell, figure in layer.at if cell in near}
            yield from _kit("pieces around the board", diagram, around)


def _kit(what: str, diagram: Diagram, pieces: Mapping[str, Piece]) -> Iterator[Kit]:
    """Pieces with their labels; those that do not tile the plane lie apart."""
    if not pieces:
        return
    drawn = [cut_out(diagram.tray, label, piece, PIECE, 0.9 * (BOTTOM - TOP)) for label, piece in pieces.items()]
    left, top, right, bottom = bounds(chain.from_iterable(drawn))
    placed = tuple(tuple(moved(shape, -left, -top) for shape in shapes) for shapes in drawn)
    squares = all(not isinstance(piece, Figure) and len(piece) == 4 for piece in pieces.values())
    gap = 0.0 if squares and right - left < 1.01 * PIECE else 3.0
    yield Kit(f"{len(pieces)} {what} of {PIECE:.0f} mm", right - left, bottom - top, placed, gap)


@open_function(GROUP, by_rules=_has_diagram)
def by_numbers(puzzle: Any, solution: Any) -> Iterable[Shape]:
    """A solution in numbers, for those who lay out pieces of which its picture does not show the numbers.

    By default the cells of the board with the numbers of figures that lie there; nothing for other diagrams.

    >>> from cpmodels import Path, Zip
    >>> list(by_numbers(Zip(1, 1), Path([(0, 0)])))
    []
    """
    if draw.is_implemented(type(puzzle)):
        return []
    diagram = diagram_of(puzzle, solution)
    if not any(isinstance(piece, Figure) for piece in diagram.tray.pieces):
        return []
    drawing, shapes = Drawing(diagram), list[Shape]()
    for cell, (index, _) in diagram.lying.items():
        shapes.append(Polygon(drawing.outline(cell), None, LINE, 0.015 * drawing.cell, "cell"))
        shapes.append(Text(drawing.centre(cell), str(index + 1), 0.3 * drawing.cell, INK, role="code"))
    return fitted(shapes, (LEFT, TOP, RIGHT, BOTTOM))


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
    cpmodels.base.errors.KindError: puzzles of the kind 'zip' cannot be written as .stl
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
    cpmodels.base.errors.KindError: puzzles of the kind 'zip' cannot be written as .stl
    """
    if bed is not None:
        raise ParameterError(f"puzzles of the kind {puzzle.kind!r} cannot be split over several plates")
    return [Plate(mesh(puzzle, solutions, ".stl"), "")]


@open_function(GROUP)
def check_mesh(puzzle: Any, ending: str) -> None:
    """Raise KindError for kinds that have no meshes, MissingExtraError when a package for them is missing.

    puzzle: or its class, where there is no puzzle yet.

    >>> from cpmodels import Zip
    >>> check_mesh(Zip, ".stl")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.KindError: puzzles of the kind 'zip' cannot be written as .stl
    """
    if not mesh.is_implemented(puzzle if isinstance(puzzle, type) else type(puzzle)):
        raise _no_mesh(puzzle, ending)


def _no_mesh(puzzle: Any, ending: str) -> KindError:
    if not isinstance(puzzle, type):
        check_puzzle(puzzle)
    return KindError(f"puzzles of the kind {puzzle.kind!r} cannot be written as {ending}")
