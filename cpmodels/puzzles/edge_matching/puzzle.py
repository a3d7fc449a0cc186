"""Edge matching: square pieces on a board so that touching edges agree, as in nine-piece puzzles.

>>> puzzle = EdgeMatching(1, 2, pieces=[(1, 2, 3, 4), (5, 7, 6, 2)], rotations=False)
>>> puzzle.check(Board([[(0, 0), (1, 0)]]))
[]
>>> puzzle.check(Board([[(1, 0), (0, 0)]]))
['cells (0, 0) and (0, 1) meet with edges 7 and 4, which do not match under the rule equal']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache, cached_property, lru_cache, partial
from itertools import combinations, product
from math import factorial, prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, get_args

from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.fields import Positive, in_files
from cpmodels.base.lattice import SQUARE, Cell, Matrix, box_symmetries, move
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Puzzle, Slip, Solution
from cpmodels.base.regions import box
from cpmodels.base.values import (
    boolean,
    check_name,
    check_type,
    grouped,
    in_rows,
    integer,
    integers,
    items,
    keep_board_size,
    listed,
    misshapen,
    off_by_one,
    one_of,
    plural,
    repeated,
    shown,
)

__all__ = [
    "Board", "Clue", "Colour", "EdgeMatching", "Edges", "Maximise", "Placement", "Rule", "border_sides", "check_fit",
    "looks", "mismatches", "rim_sides", "turn",
]  # fmt: skip

Edges = tuple[int, int, int, int]
"""The edges of a piece: top, right, bottom, left."""

Rule = Literal["equal", "sum-zero"]
Maximise = Literal["score"]
Colour = str | tuple[str, str]
"""What a colour is called, or its two halves."""
Where = tuple[int, int]
"""A piece and its side."""
MOST_CLUES = 3
"""How many clues are put into words below a picture of the pieces."""


class Placement(NamedTuple):
    """A piece, by its index in the set, from 0, and its counter-clockwise quarter turns.

    >>> Placement(piece=4, turns=1)
    Placement(piece=4, turns=1)
    """

    piece: int
    turns: int


class Clue(NamedTuple):
    """A piece fixed in a cell with its counter-clockwise quarter turns.

    >>> Clue(row=0, col=2, piece=4, turns=1)
    Clue(row=0, col=2, piece=4, turns=1)
    """

    row: int
    col: int
    piece: int
    turns: int


@dataclass(frozen=True)
class _ClockwiseClue:
    """A clue as other programs write it; `rot` counts clockwise quarter turns."""

    row: int
    col: int
    piece: int
    rot: int


def _clue(clue: Clue | _ClockwiseClue) -> Clue:
    if isinstance(clue, Clue):
        return clue
    return Clue(clue.row, clue.col, clue.piece, clue.rot if clue.rot not in (1, 3) else 4 - clue.rot)


def _edges(values: Iterable[int]) -> Edges:
    top, right, bottom, left = values
    return (top, right, bottom, left)


def turn(edges: Edges, turns: int) -> Edges:
    """The edges after a number of counter-clockwise quarter turns: the right edge comes to the top.

    >>> turn((1, 2, 3, 4), 1)
    (2, 3, 4, 1)
    """
    turns %= 4
    top, right, bottom, left = edges[turns:] + edges[:turns]
    return (top, right, bottom, left)


@lru_cache(maxsize=4096)
def looks(edges: Edges) -> tuple[Edges, ...]:
    """The different looks of a piece under all turns, by number of turns.

    >>> looks((1, 2, 1, 2))
    ((1, 2, 1, 2), (2, 1, 2, 1))
    """
    return tuple(dict.fromkeys(turn(edges, turns) for turns in range(4)))


@dataclass(frozen=True)
class Board(Solution):
    """A board: rows from the top, of placements ``(piece, turns)``, or None where a cell is left empty.

    Here, as in JSON, pieces are counted from 0; texts, pictures and messages count them from 1, as people do.

    >>> board = Board([[(4, 0), None], [(2, 3), (0, 1)]])
    >>> board.rows[1][0].turns, board.empty
    (3, ((0, 1),))
    """

    rows: tuple[tuple[Placement | None, ...], ...] = field(metadata=in_files("board"))

    if TYPE_CHECKING:

        def __init__(self, rows: Iterable[Iterable[Sequence[int] | None]]) -> None: ...

    def __post_init__(self) -> None:
        lines = [items(row, "a row of the board") for row in items(self.rows, "a board")]
        rows = [[None if p is None else Placement(*integers(p, "a placement", 2)) for p in line] for line in lines]
        object.__setattr__(self, "rows", tuple(map(tuple, rows)))

    def __iter__(self) -> Iterator[tuple[Cell, Placement]]:
        """The filled cells with their placements, row by row."""
        return (((r, c), place) for r, row in enumerate(self.rows) for c, place in enumerate(row) if place is not None)

    def with_opposite_turns(self) -> Board:
        """The board whose turns, if they are meant clockwise, are written counter-clockwise; or the other way round.

        >>> Board([[(0, 1), (1, 2), None]]).with_opposite_turns()
        Board(rows=((Placement(piece=0, turns=3), Placement(piece=1, turns=2), None),))
        """
        return Board([[place and (place.piece, -place.turns % 4) for place in row] for row in self.rows])

    @property
    def empty(self) -> tuple[Cell, ...]:
        """The cells that are left empty, row by row."""
        return tuple((r, c) for r, row in enumerate(self.rows) for c, place in enumerate(row) if place is None)


@dataclass(frozen=True)
class EdgeMatching(Puzzle[Board]):
    """Lay all pieces on the board, one in each cell, so that edges that touch match.

    rows, cols: the size of the board.
    pieces: the edges of each piece, top, right, bottom, left, as whole numbers.
    rule: touching edges are ``"equal"``, or add to zero (``"sum-zero"``: half pictures, tabs and
        blanks; 0 fits 0).
    rotations: whether pieces may be turned.
    border: a colour that lies on the rim of the board, all along it, and nowhere else.
    clues: pieces fixed in places, ``(row, col, piece, turns)``.
    colours: what the colours 1, 2, ... are called, as far as they have names: a word or, by ``"sum-zero"``, a word for
        each of the halves +k and -k, such as ``("bee-head", "bee-tail")``.
    art: what pictures show on the edges, of what `renderers` can draw, such as ``"insects"``; colours by default.
    maximise: ``"score"`` where edges need not match, and the best board is looked for, that with the most matching
        inner edges (see `score`): for sets without a known solution, such as Eternity II.  All else is asked for as
        ever: every piece lies once, clues where they say, the border colour on the rim and nowhere else.

    Raises PuzzleError when the number of pieces is not that of cells, a piece has not four edges, or
    clues contradict each other or lie off the board.

    >>> puzzle = EdgeMatching(1, 2, [(1, 2, 1, 3), (4, 3, 4, 2)], rotations=False, clues=[(0, 0, 0, 0)])
    >>> puzzle.check(Board([[(0, 0), (1, 0)]]))
    []
    """

    kind: ClassVar[str] = "edge_matching"
    fully_described = True
    further_fields = True

    rows: Positive
    cols: Positive
    pieces: tuple[Edges, ...]
    rule: Rule = "equal"
    rotations: bool = True
    border: int | None = None
    clues: tuple[Clue, ...] = field(
        default=(), metadata=in_files(hint=tuple[Clue | _ClockwiseClue, ...], read=partial(map, _clue))
    )
    name: str | None = field(default=None, compare=False)
    colours: tuple[Colour, ...] = field(default=(), compare=False, metadata=in_files(left_out=True))
    art: str | None = field(default=None, compare=False, metadata=in_files(left_out=True))
    maximise: Maximise | None = field(default=None, metadata=in_files(left_out=True))

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: int,
            cols: int,
            pieces: Iterable[Sequence[int]],
            rule: Rule = "equal",
            rotations: bool = True,
            border: int | None = None,
            clues: Iterable[Sequence[int]] = (),
            name: str | None = None,
            colours: Iterable[str | Sequence[str]] = (),
            art: str | None = None,
            maximise: Maximise | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        rows, cols = keep_board_size(self)
        pieces = tuple(integers(p, f"piece {number}", 4) for number, p in enumerate(items(self.pieces, "pieces"), 1))
        if len(pieces) != rows * cols:
            raise PuzzleError(f"a {rows} x {cols} board needs {plural(rows * cols, 'piece')}, not {len(pieces)}")
        one_of(self.rule, "the rule", get_args(Rule))
        if self.maximise is not None:
            one_of(self.maximise, "what an edge-matching puzzle maximises", get_args(Maximise))
        boolean(self.rotations, "rotations")
        object.__setattr__(self, "pieces", pieces)
        if self.border is not None:
            object.__setattr__(self, "border", integer(self.border, "the border colour"))
        clues = tuple(Clue(*integers(c, f"clue {i}", 4)) for i, c in enumerate(items(self.clues, "clues")))
        object.__setattr__(self, "clues", tuple(dict.fromkeys(clues)))
        self._check_clues()
        self._check_names()

    def _check_names(self) -> None:
        check_name(self.art, "the art")
        given = items(self.colours, "colours")
        names = [entry if isinstance(entry, str) else tuple(items(entry, "a colour", 2)) for entry in given]
        words = [word for entry in names for word in ([entry] if isinstance(entry, str) else entry)]
        for word in words:
            if not isinstance(word, str) or not word:
                raise PuzzleError(f"a colour is a word, or two for its halves, not {shown(word)}")
            check_name(word, "a colour")
        if twice := repeated(words):
            raise PuzzleError(f"two colours are called {shown(twice[0])}")
        if self.rule == "equal" and len(words) > len(names):
            raise PuzzleError("under the rule equal, colours have no halves, so each has one name")
        object.__setattr__(self, "colours", tuple(names))

    def _check_clues(self) -> None:
        for clue in self.clues:
            row, col, piece, turns = clue
            if not (0 <= row < self.rows and 0 <= col < self.cols):
                near = off_by_one([(row, col)], (self.rows, self.cols))
                raise PuzzleError(f"the clue {list(clue)} is off the {self.rows} x {self.cols} board{near}")
            if not 0 <= piece < len(self.pieces):
                run = f"indexes run from 0 to {len(self.pieces) - 1}"
                raise PuzzleError(f"the clue {list(clue)} names the piece with index {piece}; {run}")
            if turns not in (range(4) if self.rotations else (0,)):
                allowed = "0 to 3 quarter turns" if self.rotations else "0 turns, as pieces may not be turned"
                raise PuzzleError(f"the clue {list(clue)} has {plural(turns, 'turn')}; allowed are {allowed}")
        fixed: dict[str, list[Any]] = {"cell": [c[:2] for c in self.clues], "piece": [c.piece + 1 for c in self.clues]}
        for what, of in fixed.items():
            if twice := repeated(of):
                raise PuzzleError(f"two clues fix the {what} {twice[0]}")

    def edge_name(self, value: int) -> str:
        """What an edge of this number is called: its colour, or half of one, or the number where it has no name.

        >>> insects = EdgeMatching(1, 1, [(1, -1, 2, -2)], "sum-zero", colours=[("bee-head", "bee-tail")])
        >>> [insects.edge_name(value) for value in insects.pieces[0]]
        ['bee-head', 'bee-tail', '2', '-2']
        """
        kind = abs(value) if self.rule == "sum-zero" else value
        if not 1 <= kind <= len(self.colours):
            return str(value)
        name = self.colours[kind - 1]
        if isinstance(name, tuple):
            return name[value < 0]
        return f"-{name}" if value < 0 else name

    @property
    def sign(self) -> int:
        """The colour that meets colour k is ``sign * k``."""
        return 1 if self.rule == "equal" else -1

    def orientations(self, edges: Edges) -> tuple[Edges, ...]:
        """The different looks of a piece under the turns that are allowed, by number of turns."""
        return looks(edges) if self.rotations else (edges,)

    def shape(self, edges: Edges) -> Edges:
        """The same edges for pieces that look the same under the turns that are allowed."""
        return min(self.orientations(edges))

    @cached_property
    def identical_pieces(self) -> dict[Edges, tuple[int, ...]]:
        """The pieces of each shape, in order."""
        return grouped(map(self.shape, self.pieces))

    @cached_property
    def clued(self) -> dict[Cell, Placement]:
        """The pieces that clues fix, with their turns, by cell."""
        return {clue[:2]: Placement(*clue[2:]) for clue in self.clues}

    @cached_property
    def free_pieces(self) -> dict[Edges, tuple[int, ...]]:
        """The pieces of each shape that no clue fixes, in order."""
        fixed = {place.piece for place in self.clued.values()}
        return {shape: tuple([i for i in alike if i not in fixed]) for shape, alike in self.identical_pieces.items()}

    @property
    def identical(self) -> int:
        """In how many ways the pieces of one picture can be told apart: equal pieces swapped about.

        Pieces that a clue fixes stay where they are.
        """
        return prod(factorial(len(pieces)) for pieces in self.free_pieces.values())

    def appearance(self, solution: Board) -> Hashable:
        """The edges that show in each cell; a board with pieces that are not there is its own appearance."""
        if any(_unknown(self, dict(solution))):
            return solution
        return tuple((cell, self.edges_at(place)) for cell, place in solution)

    def edges_at(self, place: Placement) -> Edges:
        """The edges of a placed piece."""
        return turn(self.pieces[place.piece], place.turns)

    def diagram(self, solution: Board | None = None) -> Diagram:
        """The pieces, with what is asked of them; or a board, whose mismatches are marked."""
        values = {value for edges in self.pieces for value in edges} | set(range(1, len(self.colours) + 1))
        if self.rule == "sum-zero":
            values |= {-value for value in values if value != self.border}
        seen = {value: None if value == self.border else value for value in values}
        names: dict[int | str | None, str] = {seen[value]: self.edge_name(value) for value in values}
        shown = [[seen[value] for value in edges] for edges in self.pieces]
        board = Diagram(self.rows, self.cols).pieces(shown, rule=self.rule, names=names, art=self.art, spread=True)
        if self.clues:
            board = board.laid(self.clued, fixed=True)
        if solution is not None:
            if wrong := misshapen(solution.rows, self.rows, self.cols):
                raise PuzzleError(wrong[0])
            return board.laid(dict(solution))
        told = []
        if self.border is not None:
            told.append(f"grey edges ({self.edge_name(self.border)}) belong on the rim")
        if not self.rotations:
            told.append("pieces are not turned")
        if places := [f"piece {clue.piece + 1} at ({clue.row}, {clue.col})" for clue in self.clues[:MOST_CLUES]]:
            more = f" and {len(self.clues) - MOST_CLUES} more" if len(self.clues) > MOST_CLUES else ""
            told.append(f"fixed: {', '.join(places)}{more}")
        return board.captioned(self.said("; ".join(told)))

    def check(self, solution: Board) -> list[str]:
        """The rules that a board breaks, a sentence each; empty when it solves the puzzle."""
        if wrong := misshapen(solution.rows, self.rows, self.cols):
            return wrong
        placed, empty = dict(solution), solution.empty
        broken = [f"the board leaves out {plural(len(empty), 'cell')}: {listed(empty)}"] if empty else []
        if wrong := [*_unknown(self, placed), *_pieces(self, placed)]:
            return broken + wrong
        return [*broken, *_misplaced(self, placed)]

    def infeasible_reason(self) -> str | None:
        """Why there is no solution, where counting edges shows it: too few of them can meet, or the rim is not filled.

        >>> EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 8)]).infeasible_reason()
        'the pieces have 0 pairs of edges that can meet, and the board 1 edge between two cells'
        """
        return next(_misfits(self), None) if self.maximise else _too_few_pairs(self)

    def remarks(self, solution: Board | None = None) -> list[str]:
        """Edges that nothing can meet, and unequal halves where counting proves too few pairs; or how many edges match.

        On a board without a border such edges may lie at the rim, so they are no proof by themselves.  Of a solution
        it is said, too, when all would be right if the turns were the other way round.
        """
        if solution is None:
            # Puzzles that one can buy have unequal halves, as three and six, on purpose: the rim takes the rest.
            return [] if self.maximise else [*_lonely(self), *(_unequal(self) if _too_few_pairs(self) else ())]
        try:
            matching = f"{self.score(solution)} of {self.inner_edges} inner edges match"
        except PuzzleError:
            return []
        if not self.check(solution) or self.check(solution.with_opposite_turns()):
            return [matching]
        return [matching, "with all turns the other way round the solution is right: see --clockwise"]

    def slips(self) -> Iterator[Slip]:
        """An edge that nothing can meet, two edges of a piece exchanged, the other half, or another colour on one edge.

        For an edge that nothing can meet, the most similar name is first.  A piece that was read the wrong way around,
        or is its mirror image, has its right and left edges exchanged.
        """
        times = Counter(value for edges in self.pieces for value in edges)
        values = sorted({*times, *(self.sign * value for value in times)})
        odd = {value for value in times if value != self.border and times[self.sign * value] == (self.sign > 0)}

        def similar(before: int) -> list[int]:
            name = self.edge_name(before)
            return sorted(values, key=lambda value: -SequenceMatcher(None, name, self.edge_name(value)).ratio())

        def replaced(sort: str, is_meant: Callable[[int, int], bool]) -> Iterator[Slip]:
            for (piece, edges), side in product(enumerate(self.pieces), range(4)):
                before = edges[side]
                for value in similar(before) if before in odd else values:
                    if value != before and is_meant(before, value):
                        names = f"write {self.edge_name(value)} for {self.edge_name(before)}"
                        change = f"{names} on piece {piece + 1}, {SQUARE.names[side]}"
                        yield self._mended(piece, [*edges[:side], value, *edges[side + 1 :]], change, sort)

        yield from replaced("an odd edge", lambda before, _: before in odd)
        yield from self._exchanged()
        plain = times.keys() - odd
        yield from replaced("the other half", lambda before, value: before in plain and self.sign * before == value)
        yield from replaced("another colour", lambda before, value: before in plain and self.sign * before != value)

    def _exchanged(self) -> Iterator[Slip]:
        for piece, edges in enumerate(self.pieces):
            looks = {self.shape(edges)}
            for one, other in combinations(range(4), 2):
                mended = list(edges)
                mended[one], mended[other] = edges[other], edges[one]
                if (shape := self.shape(_edges(mended))) not in looks:
                    looks.add(shape)
                    names = f"{SQUARE.names[one]} and {SQUARE.names[other]}"
                    yield self._mended(piece, mended, f"exchange {names} of piece {piece + 1}", "exchanged")

    def _mended(self, piece: int, edges: Iterable[int], change: str, sort: str) -> Slip:
        pieces = [*self.pieces[:piece], _edges(edges), *self.pieces[piece + 1 :]]
        return Slip(change, replace(self, pieces=tuple(pieces)), sort)

    def describe(self) -> Description[Board] | None:
        """The exact cover whose solutions are those of the puzzle; None where edges need not match."""
        return None if self.maximise else self.matching()

    def matching(self) -> Description[Board]:
        """The exact cover whose solutions are the boards on which all edges match, identical pieces not told apart.

        An option lays one orientation of a piece in a cell, and means the cell and the edges that it shows.  Items are
        ``("cell", cell)``, once, and ``("piece", shape)``, as often as there are pieces of that shape.  An edge between
        two cells has the colour that its upper or left cell shows.  Options that border and clues rule out are left
        out; those are not that only colours rule out (see `cpmodels.base.description.ExactCover.pruned`).
        """
        oriented = {edges: shape for shape in self.identical_pieces for edges in self.orientations(shape)}
        items: dict[tuple[str, tuple[int, ...]], int] = {("cell", cell): 1 for cell in box(self.rows, self.cols)}
        items |= {("piece", shape): len(pieces) for shape, pieces in self.identical_pieces.items()}
        cover = ExactCover(items, _options(self, oriented))
        symmetries = [images(self, matrix) for matrix in self.symmetries[1:]]
        names = {"placed": self._placed}
        return Description(cover, lambda laid: board_of(self, dict(laid)), symmetries, names, self._marks)

    def _marks(self, meaning: tuple[Cell, Edges]) -> Iterator[Mark]:
        """Each piece, with its turns, that shows these edges in the cell."""
        cell, edges = meaning
        for piece in self.identical_pieces[self.shape(edges)]:
            for turns in range(4 if self.rotations else 1):
                if turn(self.pieces[piece], turns) == edges:
                    yield Mark.at(cell, Placement(piece, turns))

    def _placed(self) -> dict[tuple[Cell, int, int], tuple[Cell, Edges]]:
        """Whether a piece, or one that looks the same, lies in a cell with these counter-clockwise quarter turns."""
        ways = product(box(self.rows, self.cols), enumerate(self.pieces), range(4 if self.rotations else 1))
        return {(cell, piece, turns): (cell, turn(edges, turns)) for cell, (piece, edges), turns in ways}

    @cached_property
    def symmetries(self) -> tuple[Matrix, ...]:
        """The turns and mirrors of the board that map the set of pieces, and the clues, to themselves."""
        return tuple(matrix for matrix in box_symmetries((self.rows, self.cols)) if keeps(self, matrix))

    @property
    def inner_edges(self) -> int:
        """How many edges of the board lie between two cells."""
        return 2 * self.rows * self.cols - self.rows - self.cols

    def amount(self, solution: Board) -> int:
        """The score of a board, which is what can be maximised."""
        return self.score(solution)

    def most(self) -> int:
        """No score is higher than the number of inner edges, or of pairs of edges that can meet."""
        return min(self.inner_edges, _most_pairs(self))

    def score(self, board: Board) -> int:
        """How many of the inner edges of a board match; it may be wrong, and leave cells empty.

        By this boards of Eternity II are compared: an edge of the border colour inside the board does not count.

        Raises PuzzleError when the board is of another shape or names pieces that there are not.
        """
        check_type(board, Board)
        check_fit(self, board)
        meetings = _meetings(self, dict(board))
        return sum(edge == self.sign * facing and self.border not in (edge, facing) for _, _, edge, facing in meetings)


def mismatches(puzzle: EdgeMatching, placed: Mapping[Cell, Placement]) -> list[tuple[Cell, Cell]]:
    """The pairs of cells that touch with edges that do not match; of the border colour, too, as in `score`."""
    met, border = _meetings(puzzle, placed), puzzle.border
    return [(one, two) for one, two, edge, facing in met if edge != puzzle.sign * facing or border in (edge, facing)]


def check_fit(puzzle: EdgeMatching, board: Board) -> None:
    """Raise PuzzleError when a board is of another shape than the puzzle's or names pieces that there are not."""
    if wrong := misshapen(board.rows, puzzle.rows, puzzle.cols) or list(_unknown(puzzle, dict(board))):
        raise PuzzleError(wrong[0])


def _unknown(puzzle: EdgeMatching, placed: Mapping[Cell, Placement]) -> Iterator[str]:
    for cell, (piece, _) in placed.items():
        if not 0 <= piece < len(puzzle.pieces):
            yield f"there is no piece {piece + 1}, which lies at {cell}"


def _pieces(puzzle: EdgeMatching, placed: Mapping[Cell, Placement]) -> Iterator[str]:
    for cell, (piece, turns) in placed.items():
        if turns not in (range(4) if puzzle.rotations else (0,)):
            yield f"piece {piece + 1} at {cell} has {plural(turns, 'turn')}"
    if twice := sorted(repeated(place.piece for place in placed.values())):
        yield f"used more than once: pieces {listed([piece + 1 for piece in twice])}"


def _misplaced(puzzle: EdgeMatching, placed: Mapping[Cell, Placement]) -> Iterator[str]:
    """What is wrong with where pieces lie: edges that do not match, those at the rim, and clues."""
    for cell, other, edge, facing in () if puzzle.maximise else _meetings(puzzle, placed):
        if edge != puzzle.sign * facing:
            meet = f"cells {cell} and {other} meet with edges {puzzle.edge_name(edge)} and {puzzle.edge_name(facing)}"
            yield f"{meet}, which do not match under the rule {puzzle.rule}"
    for cell, place in placed.items() if puzzle.border is not None else ():
        for side, (edge, is_rim) in enumerate(zip(puzzle.edges_at(place), rim_sides(puzzle, cell), strict=True)):
            if (edge == puzzle.border) != is_rim:
                where = "on the rim" if is_rim else "inside the board"
                yield f"the {SQUARE.names[side]} edge of {cell} is {edge} {where}; border is {puzzle.border}"
    for cell, place in puzzle.clued.items():
        lies = placed.get(cell)
        if lies and (lies.piece != place.piece or puzzle.edges_at(lies) != puzzle.edges_at(place)):
            clue = f"the clue puts piece {place.piece + 1} with {plural(place.turns, 'turn')} at {cell}"
            yield f"{clue}, where piece {lies.piece + 1} lies with {lies.turns}"


def _meetings(puzzle: EdgeMatching, placed: Mapping[Cell, Placement]) -> Iterator[tuple[Cell, Cell, int, int]]:
    """The pairs of filled cells that touch, with their edges there."""
    for cell, place in placed.items():
        for side, edge in enumerate(puzzle.edges_at(place)):
            other = SQUARE.neighbour(cell, side)
            if cell < other and other in placed:
                yield cell, other, edge, puzzle.edges_at(placed[other])[SQUARE.opposite[side]]


def rim_sides(puzzle: EdgeMatching, cell: Cell) -> tuple[bool, ...]:
    """Which sides of a cell lie on the rim of the board."""
    inner = sides_within(puzzle, cell)
    return tuple([side not in inner for side in range(4)])


def border_sides(puzzle: EdgeMatching, edges: Edges) -> tuple[bool, ...]:
    """Which sides of a piece show the border colour."""
    return tuple([colour == puzzle.border for colour in edges])


def _misfits(puzzle: EdgeMatching) -> Iterator[str]:
    """Why no board is right though edges need not match: the border colour has no place, or clues are against it.

    There is a board just when there are as many pieces with each pattern of border edges as cells with that rim.
    """
    if puzzle.border is None:
        return
    turned = range(4 if puzzle.rotations else 1)

    def pattern(sides: tuple[bool, ...]) -> tuple[bool, ...]:
        return max(sides[turns:] + sides[:turns] for turns in turned)

    cells = Counter(pattern(rim_sides(puzzle, cell)) for cell in box(puzzle.rows, puzzle.cols))
    pieces = Counter(pattern(border_sides(puzzle, edges)) for edges in puzzle.pieces)
    for sides in sorted({*cells, *pieces}, reverse=True):
        if cells[sides] != pieces[sides]:
            shown_at = [SQUARE.names[side] for side in range(4) if sides[side]]
            where = plural(sum(sides), "side")
            if not puzzle.rotations and shown_at:
                where += f" ({', '.join(shown_at)})"
            elif sum(sides) == 2:
                where += " in a row" if sides == (True, True, False, False) else " across"
            yield (
                f"{plural(cells[sides], 'cell')} of the board {'have' if cells[sides] != 1 else 'has'} "
                f"the rim on {where}, and {plural(pieces[sides], 'piece')} "
                f"{'have' if pieces[sides] != 1 else 'has'} the border colour so"
            )
    for cell, place in puzzle.clued.items():
        if rim_sides(puzzle, cell) != border_sides(puzzle, puzzle.edges_at(place)):
            where = f"piece {place.piece + 1} with {plural(place.turns, 'turn')} at {cell}"
            yield f"the clue puts {where}, where its border edges do not lie on the rim"


def _options(puzzle: EdgeMatching, oriented: Mapping[Edges, Edges]) -> Iterator[Option[tuple[Cell, Edges]]]:
    items = {edges: ("piece", shape) for edges, shape in oriented.items()}
    by_rim: dict[tuple[bool, ...], list[Edges]] = {}  # by the sides that show the border colour
    for edges in oriented:
        by_rim.setdefault(border_sides(puzzle, edges), []).append(edges)
    colours = {colour for edges in oriented for colour in edges}
    for cell in box(puzzle.rows, puzzle.cols):
        inner, filled = sides_within(puzzle, cell), ("cell", cell)
        possible: Iterable[Edges] = oriented if puzzle.border is None else by_rim.get(rim_sides(puzzle, cell), ())
        if cell in puzzle.clued:
            possible = {puzzle.edges_at(puzzle.clued[cell])}.intersection(possible)
        sides = [
            (side, {colour: (edge, colour if side in (1, 2) else puzzle.sign * colour) for colour in colours})
            for side, edge in inner.items()
        ]
        for edges in possible:
            yield Option((cell, edges), (filled, items[edges]), tuple([pair[edges[side]] for side, pair in sides]))


def sides_within(puzzle: EdgeMatching, cell: Cell) -> dict[int, tuple[int, ...]]:
    """The sides of a cell that touch another cell, each with its edge: the two cells together."""
    near = enumerate(SQUARE.neighbours(cell))
    inside = [(side, other) for side, other in near if 0 <= other[0] < puzzle.rows and 0 <= other[1] < puzzle.cols]
    return {side: (*min(cell, other), *max(cell, other)) for side, other in inside}


def board_of(puzzle: EdgeMatching, picture: Mapping[Cell, Edges]) -> Board:
    """The board of a picture: identical pieces in reading order, except where a clue says which."""
    free = {shape: iter(pieces) for shape, pieces in puzzle.free_pieces.items()}
    laid = {}
    for cell in sorted(picture):
        piece = puzzle.clued[cell].piece if cell in puzzle.clued else next(free[puzzle.shape(picture[cell])])
        laid[cell] = (piece, puzzle.orientations(puzzle.pieces[piece]).index(picture[cell]))
    return Board(in_rows(puzzle.rows, puzzle.cols, laid))


def images(puzzle: EdgeMatching, matrix: Matrix) -> Callable[[tuple[Cell, Edges]], tuple[Cell, Edges]]:
    """Where a symmetry of the board takes a piece in a cell."""
    cell, edges = cache(partial(move, matrix, (puzzle.rows, puzzle.cols))), mapped(matrix)
    return lambda laid: (cell(laid[0]), edges(laid[1]))


def mapped(matrix: Matrix) -> Callable[[Edges], Edges]:
    """What makes of the edges of a piece those that a symmetry of the board makes of them."""
    return itemgetter(*sorted(range(4), key=SQUARE.turned(matrix).__getitem__))


def keeps(puzzle: EdgeMatching, matrix: Matrix) -> bool:
    """Whether a symmetry of the board maps the set of pieces, and the clues, to themselves."""
    sides = (puzzle.rows, puzzle.cols)
    clues = {(cell, puzzle.edges_at(place)) for cell, place in puzzle.clued.items()}
    image = mapped(matrix)
    if {(move(matrix, sides, cell), image(edges)) for cell, edges in clues} != clues:
        return False
    return Counter(puzzle.shape(image(p)) for p in puzzle.pieces) == Counter(map(puzzle.shape, puzzle.pieces))


def _too_few_pairs(puzzle: EdgeMatching) -> str | None:
    """Why there is no solution, where counting edges shows it; None where it does not."""
    rim, inner = 2 * (puzzle.rows + puzzle.cols), puzzle.inner_edges
    known = sum(value == puzzle.border for edges in puzzle.pieces for value in edges)
    if puzzle.border is not None and known != rim:
        return f"the rim of the board takes {rim} edges of the border colour, and the pieces have {known}"
    pairs, there = _most_pairs(puzzle), f"{inner} edge{'s' * (inner != 1)} between two cells"
    said = f"the pieces have {plural(pairs, 'pair')} of edges that can meet, and the board {there}"
    return None if pairs >= inner else said


def _places(puzzle: EdgeMatching) -> dict[int, list[Where]]:
    """Where each colour is, except for that of the border."""
    places: dict[int, list[Where]] = {}
    for piece, edges in enumerate(puzzle.pieces):
        for side, value in enumerate(edges):
            if value != puzzle.border:
                places.setdefault(value, []).append((piece, side))
    return places


def _most_pairs(puzzle: EdgeMatching) -> int:
    """The most pairs of edges that can meet at a time."""
    sides = [Counter(edges[at] for edges in puzzle.pieces if edges[at] != puzzle.border) for at in range(4)]
    if not puzzle.rotations:
        facing = ((sides[side], sides[SQUARE.opposite[side]]) for side in (0, 1))
        return sum(min(many, others[puzzle.sign * edge]) for edges, others in facing for edge, many in edges.items())
    every = sum(sides, Counter())
    partner = {value: puzzle.sign * value for value in every}
    ends = (n - n % 2 if partner[value] == value else min(n, every[partner[value]]) for value, n in every.items())
    return sum(ends) // 2


def _lonely(puzzle: EdgeMatching) -> Iterator[str]:
    """Colours with edges that nothing can meet."""
    places = _places(puzzle)

    def can_meet(where: Where, other: Where) -> bool:
        return where[0] != other[0] and (puzzle.rotations or where[1] == SQUARE.opposite[other[1]])

    for value, found in places.items():
        partners = places.get(puzzle.sign * value, [])
        lonely = [where for where in found if not any(can_meet(where, other) for other in partners)]
        if len(found) == len(lonely) == 1:
            yield f"{puzzle.edge_name(value)} is on one edge only, {_listed(lonely)}: nothing can meet it"
        elif lonely:
            edges = plural(len(lonely), "edge")
            yield f"nothing can meet {puzzle.edge_name(value)} on {edges}, {_listed(lonely)}"


def _unequal(puzzle: EdgeMatching) -> Iterator[str]:
    """Colours with more of one half than of the other, both on some edge; where all edges must meet, odd ones."""
    places = _places(puzzle)
    for value, found in sorted(places.items()):
        if puzzle.sign > 0:
            if puzzle.border is not None and len(found) % 2 and len(found) > 1:
                yield f"{puzzle.edge_name(value)} is on {len(found)} edges, {_listed(found)}, an odd number"
            continue
        others = places.get(-value, [])
        if value > 0 and others and len(found) != len(others):
            name, other = puzzle.edge_name(value), puzzle.edge_name(-value)
            yield f"{name} is on {_counted(found)}, but {other} on {_counted(others)}"


def _counted(places: list[Where]) -> str:
    pieces = [piece + 1 for piece in dict.fromkeys(piece for piece, _ in places)]
    return f"{plural(len(places), 'edge')} (piece{'s' * (len(pieces) > 1)} {listed(pieces, 12)})"


def _listed(places: list[Where]) -> str:
    return listed([f"piece {piece + 1} {SQUARE.names[side]}" for piece, side in places])
