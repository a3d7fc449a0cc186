"""New sets of square pieces that fit in one way: a board coloured at random, cut, shuffled and turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, log
from random import Random
from typing import Annotated

from cpmodels._candidates import Candidate, WholeCandidate, candidates, rows_and_columns
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import ParameterError
from cpmodels.base.regions import box
from cpmodels.base.values import in_rows
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching, Edges, Rule, turn

__all__ = ["cut_set", "hardest_colours", "is_lively"]

MOST_WAYS = log(5e6)
"""The logarithm of how many pieces a search may lay, by estimate, to prove that a new set fits in one way.

Sets of 5 x 5 have 13 colours then and take some 2 s; with the 10 by which they are hardest half a minute.
"""

TRIES = 6
"""How many sets have a number of colours before the next ones have one more: about one of three fits in one way."""
MOST_CUT = 100_000
"""How many pieces are cut in a row, for sets of which none is lively, before there are no more: about 2 seconds."""


def hardest_colours(rows: int, cols: int, *, rotations: bool = True, border: bool = False) -> int:
    """The number of colours with which about one solution is expected beside the one that a set was cut from.

    N pieces can be laid in N! 4^N ways, and each of their T touches agrees with a chance of 1 in c: N! 4^N = c^T.
    Without turns the 4^N falls away.  With a border, the corners, the pieces along the rim and the inner ones change
    places among their like, and only the inner ones turn.  There the search is hardest: with fewer colours there are
    many solutions, with more each wrong piece shows at once.  See C. Ansotegui and others, *How hard is a commercial
    puzzle: the Eternity II challenge*, CCIA 2008.

    >>> [hardest_colours(n, n) for n in (2, 4, 8)], [hardest_colours(n, n, rotations=False) for n in (2, 4, 8)]
    ([9, 9, 14], [2, 4, 6])
    """
    touches = rows * (cols - 1) + cols * (rows - 1)
    *_, (ways, _) = _laid(rows, cols, rotations=rotations, border=border)
    return round(exp(ways / max(touches, 1)))


def _laid(rows: int, cols: int, *, rotations: bool, border: bool) -> Iterator[tuple[float, int]]:
    """After each piece that is laid, row by row: the logarithm of the ways to lay all so far, and how many touch."""
    sides = [border * ((r in (0, rows - 1)) + (c in (0, cols - 1))) for r, c in box(rows, cols)]
    left, ways, touches = Counter(sides), 0.0, 0
    for (r, c), rim in zip(box(rows, cols), sides, strict=True):
        ways += log(left[rim] * (4 if rotations and not rim else 1))
        left[rim] -= 1
        touches += (r > 0) + (c > 0)
        yield ways, touches


def colours_to_prove(rows: int, cols: int, *, rotations: bool, border: bool) -> int:
    """The number of colours with which a set is about as hard as can be, and is proved to fit in one way in seconds.

    Of the ways to lay the first k pieces row by row, which are all that a search looks at, the touches leave 1 in c
    each.

    >>> [colours_to_prove(n, n, rotations=True, border=True) for n in (4, 8)]
    [3, 9]
    """
    colours = max(hardest_colours(rows, cols, rotations=rotations, border=border), 2)
    laid = list(_laid(rows, cols, rotations=rotations, border=border))
    while sum(exp(min(ways - touches * log(colours), MOST_WAYS)) for ways, touches in laid) > exp(MOST_WAYS):
        colours += 1
    return colours


def cut_set(
    rows: int,
    cols: int,
    colours: int,
    random: Random,
    *,
    rule: Rule,
    rotations: bool,
    border: bool,
    all_shown: bool = False,
) -> tuple[EdgeMatching, Board]:
    """A random set of pieces, and the board that it was cut from.

    Colours are 1, 2, ..., the border is 0.  With the rule sum-zero they are motifs, of which an edge has either half.

    all_shown: whether each colour is seen; there must be as many edges.
    """
    sign = -1 if rule == "sum-zero" else 1

    def line(length: int, *, inner: bool) -> list[int]:
        if border and not inner:
            return [0] * length
        return [random.randint(1, colours) * random.choice((1, sign)) for _ in range(length)]

    across = [line(cols, inner=0 < r < rows) for r in range(rows + 1)]
    along = [line(rows, inner=0 < c < cols) for c in range(cols + 1)]
    if all_shown:
        _show_all(colours, [*across, *along], random)
    whole: list[Edges] = [
        (sign * across[r][c], along[c + 1][r], across[r + 1][c], sign * along[c][r]) for r, c in box(rows, cols)
    ]
    order = random.sample(range(len(whole)), len(whole))
    turns = [random.randrange(4) if rotations else 0 for _ in whole]
    pieces = [turn(whole[cell], back) for cell, back in zip(order, turns, strict=True)]
    laid = {divmod(cell, cols): (piece, -turns[piece] % 4) for piece, cell in enumerate(order)}
    return EdgeMatching(rows, cols, pieces, rule, rotations, 0 if border else None), Board(in_rows(rows, cols, laid))


def _show_all(colours: int, lines: Sequence[list[int]], random: Random) -> None:
    """Give each colour that is missing to an edge whose colour others have, too."""
    places = [(line, i) for line in lines for i, colour in enumerate(line) if colour]
    random.shuffle(places)
    having = Counter(abs(line[i]) for line, i in places)
    missing = [colour for colour in range(1, colours + 1) if not having[colour]]
    for line, i in places:
        if missing and having[abs(line[i])] > 1:
            having[abs(line[i])] -= 1
            line[i] = missing.pop() * (1 if line[i] > 0 else -1)


@candidates.register(EdgeMatching)
def candidates_of_sets(
    kind: type[EdgeMatching],  # noqa: ARG001
    size: Sequence[int],
    random: Random,
    *,
    colours: Annotated[
        int | None, "how many colours, or motifs, there are; by default as few as make a set hard, and soon proved"
    ] = None,
    halves: Annotated[bool, "edges show halves of motifs, and different halves must meet"] = False,
    border: Annotated[bool, "the rim of the board has its own colour"] = False,
    fixed: Annotated[bool, "pieces may not be turned"] = False,
) -> Iterator[Candidate[Board]]:
    """Random boards whose pieces all differ, of which none looks the same after a turn."""
    rows, cols = rows_and_columns(size, "a board", "3x3")
    if rows * cols < 2 or (border and min(rows, cols) < 2):
        raise ParameterError(f"a board{' with a border' if border else ''} of {rows} x {cols} is too small")
    if colours is not None and colours < 1:
        raise ParameterError(f"the number of colours must be at least 1, not {colours}")
    if colours is not None:
        edges = rows * (cols - 1) + cols * (rows - 1) + (0 if border else 2 * (rows + cols))
        if colours > edges:
            raise ParameterError(
                f"a board of {rows} x {cols} has {edges} edges to colour, too few for {colours} colours"
            )
        _check_enough(rows, cols, 2 * colours if halves else colours, rotations=not fixed, border=border)
    looks = colours_to_prove(rows, cols, rotations=not fixed, border=border)
    most = max(round(looks / 2) if halves else looks, 1) if colours is None else colours
    rule: Rule = "sum-zero" if halves else "equal"
    cut = 0
    while True:
        if colours is not None and cut > MOST_CUT:
            raise ParameterError(
                f"with so few colours the pieces of a {rows} x {cols} board are hardly ever all different"
            )
        for _ in range(TRIES):
            checkpoint()
            cut += rows * cols
            puzzle, board = cut_set(
                rows, cols, most, random, rule=rule, rotations=not fixed, border=border, all_shown=colours is not None
            )
            if is_lively(puzzle):
                cut = 0
                yield WholeCandidate(puzzle, board, up_to_symmetry=True)
        most += colours is None


def _check_enough(rows: int, cols: int, looks: int, *, rotations: bool, border: bool) -> None:
    """Raise ParameterError when so few looks of an edge do not make enough pieces that differ; see `is_lively`."""
    inside = (looks**4 - looks**2) // 4 if rotations else looks**4
    needed = [(rows * cols, inside)]
    if border:
        rim = (2 * (rows + cols - 4), looks**3) if rotations else (max(rows, cols) - 2, looks**3)
        needed = [(4 if rotations else 1, looks**2), rim, ((rows - 2) * (cols - 2), inside)]
    if any(pieces > there_are for pieces, there_are in needed):
        raise ParameterError(f"with so few colours the pieces of a {rows} x {cols} board cannot all be different")


def is_lively(puzzle: EdgeMatching) -> bool:
    """Whether all pieces differ, and where they are turned none looks the same after a turn."""
    return len(puzzle.identical_pieces) == len(puzzle.pieces) and (
        not puzzle.rotations or all(len(puzzle.orientations(edges)) == 4 for edges in puzzle.pieces)
    )
