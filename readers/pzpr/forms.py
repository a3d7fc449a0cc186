"""How each kind is written in links of puzz.link and penpa: its names there, the parts of a body or the layers of a
drawing, and what they say.

A kind of yours has such links by the same road, in a module to which its entry point in the group ``cpmodels.readers``
leads, or in the file of the kind:

    register(Slitherlink, Form(["slither"], [FourCells()], _read, _write, layers=[drawn.Numbers()]))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import NumberedBoard, Puzzle
from cpmodels.base.values import check_square, place
from cpmodels.puzzles.akari import Akari
from cpmodels.puzzles.fillomino import Fillomino
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.hitori import Hitori
from cpmodels.puzzles.kakuro import Kakuro, Sums
from cpmodels.puzzles.lits import Lits
from cpmodels.puzzles.masyu import Masyu
from cpmodels.puzzles.numberlink import Numberlink
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.shikaku import Shikaku
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.puzzles.skyscrapers import Skyscrapers
from cpmodels.puzzles.slitherlink import Slitherlink
from cpmodels.puzzles.star_battle import StarBattle
from cpmodels.puzzles.sudoku import Sudoku, usual_boxes
from cpmodels.puzzles.yajilin import Arrow, Yajilin
from readers.penpa import layers as drawn
from readers.pzpr import Form, register
from readers.pzpr.codecs import (
    ARROW,
    DIGIT36,
    NUMBER16,
    PAIR,
    SUM,
    UNKNOWN,
    Bits,
    Board,
    Cells,
    Circles,
    Codec,
    FourCells,
    Number,
    Rooms,
)

__all__: list[str] = []


def places(board: Board) -> list[Cell]:
    """The cells of a board in reading order."""
    return list(product(range(board.rows), range(board.cols)))


def rows_of(board: Board, values: Sequence[Any], unknown: Any = None) -> list[list[Any]]:
    """The values of the cells, row by row; what is `unknown` for a question mark."""
    known = [unknown if each == UNKNOWN else each for each in values]
    return [known[r * board.cols : (r + 1) * board.cols] for r in range(board.rows)]


def board_of(puzzle: Any) -> Board:
    """The size of a puzzle's board."""
    return Board(puzzle.rows, puzzle.cols)


def cells_of(puzzle: Any, layer: dict[Any, Any], default: Any = None) -> tuple[Any, ...]:
    """What there is in each cell in reading order."""
    return tuple(layer.get(cell, default) for cell in places(board_of(puzzle)))


def filled(board: Board, cells: Sequence[Any]) -> dict[Cell, Any]:
    """What is in the cells of a board in reading order, less those in which nothing is."""
    return {cell: what for cell, what in zip(places(board), cells, strict=True) if what is not None}


def numbered(
    cls: type[NumberedBoard[Any]], names: Sequence[str], codec: Codec, *further: Codec, unknown: Any = UNKNOWN
) -> None:
    """The form of a kind whose puzzles are numbers in cells.

    further: codecs of parts that must be as if they were not there.
    unknown: the number that stands for a question mark; without it there must not be any.
    """

    def read(board: Board, cells: Sequence[Any], *others: Any) -> Puzzle[Any]:
        if UNKNOWN in cells and unknown == UNKNOWN:
            where = place(places(board)[cells.index(UNKNOWN)])
            raise PuzzleError(f"there is a question mark at {where}, which means nothing in this kind")
        if any(any(map(any, other)) for other in others):
            raise PuzzleError("it has lines drawn between cells, which are not read")
        return cls(rows_of(board, cells, unknown))  # type: ignore[call-arg]

    def write(puzzle: Any) -> tuple[Board, Iterable[Any]]:
        cells = cells_of(puzzle, puzzle.numbers)
        said = [UNKNOWN if None is not each == unknown else each for each in cells]
        whole = ((0,) * puzzle.cols,) * puzzle.rows
        return board_of(puzzle), (tuple(said), *(whole for _ in further))

    layers = [drawn.Numbers(), *(drawn.Rooms() for _ in further)]
    register(cls, Form(names, [codec, *further], read, write, layers=layers, tag=names[-1]))


numbered(Slitherlink, ["slither", "slitherlink"], FourCells(), unknown=None)
numbered(Nurikabe, ["nurikabe"], Cells(NUMBER16), unknown=0)
numbered(Shikaku, ["shikaku"], Cells(NUMBER16), unknown=0)
numbered(Fillomino, ["fillomino"], Cells(NUMBER16), Rooms(optional=True), unknown=None)
numbered(Hitori, ["hitori"], Cells(DIGIT36, first=None))


def _read_sudoku(board: Board, cells: Sequence[Any]) -> Sudoku:
    check_square(board.rows, board.cols)
    if board.rows not in (4, 6, 9, 16, 25):
        raise PuzzleError(f"links of Sudoku have 4, 6, 9, 16 or 25 rows, not {board.rows}")
    return Sudoku(rows_of(board, cells))


def _write_sudoku(puzzle: Sudoku) -> tuple[Board, Iterable[Any]]:
    if puzzle.boxes != usual_boxes(puzzle.rows) or puzzle.rows not in (4, 6, 9, 16, 25):
        raise PuzzleError("a link holds only a Sudoku of 4, 6, 9, 16 or 25 rows with the usual boxes")
    return board_of(puzzle), [cells_of(puzzle, puzzle.numbers)]


def _read_boxes(board: Board, cells: Sequence[Any], boxes: Sequence[Sequence[int]]) -> Sudoku:
    return Sudoku(rows_of(board, cells), boxes if max(map(max, boxes)) else ())


def _write_boxes(puzzle: Sudoku) -> tuple[Board, Iterable[Any]]:
    return board_of(puzzle), [cells_of(puzzle, puzzle.numbers), puzzle.boxes]


BOXES = [drawn.Numbers(), drawn.Rooms()]
register(
    Sudoku,
    Form(["sudoku"], [Cells(NUMBER16)], _read_sudoku, _write_sudoku),
    Form(["sudoku", "classic"], [], _read_boxes, _write_boxes, layers=BOXES,
         tag="classic",
         when=lambda puzzle: puzzle.boxes == usual_boxes(puzzle.rows)),
    Form(["irregular"], [], _read_boxes, _write_boxes, layers=BOXES),
)  # fmt: skip


def _read_numberlink(cover: Callable[[str], bool]) -> Callable[..., Numberlink]:
    def read(board: Board, cells: Sequence[Any]) -> Numberlink:
        if UNKNOWN in cells:
            where = place(places(board)[cells.index(UNKNOWN)])
            raise PuzzleError(f"a path cannot end at the question mark at {where}")
        return Numberlink(rows_of(board, cells), cover=cover(board.flags))

    return read


def _write_numberlink(puzzle: Numberlink) -> tuple[Board, Iterable[Any]]:
    if not puzzle.detours:
        raise PuzzleError("a link cannot say that paths make no detours")
    return board_of(puzzle), [cells_of(puzzle, puzzle.numbers)]


register(
    Numberlink,
    Form(["numlin", "numberlink"], [Cells(NUMBER16)], _read_numberlink(lambda _: False), _write_numberlink,
         when=lambda puzzle: not puzzle.cover, layers=[drawn.Numbers(letters=True)], tag="numberlink"),
    Form(["arukone"], [Cells(NUMBER16)], _read_numberlink(lambda flags: "e" not in flags), _write_numberlink,
         flags="e"),
)  # fmt: skip


def _read_akari(board: Board, cells: Sequence[Any]) -> Akari:
    return Akari(rows_of(board, cells), list(filled(board, cells)))


register(
    Akari,
    Form(["akari", "lightup"], [FourCells()], _read_akari,
         lambda puzzle: (board_of(puzzle), [cells_of(puzzle, dict.fromkeys(puzzle.walls, UNKNOWN) | puzzle.numbers)]),
         layers=[drawn.DarkNumbers()]),
)  # fmt: skip


def _read_masyu(board: Board, cells: Sequence[int]) -> Masyu:
    white, black = ([c for c, what in zip(places(board), cells, strict=True) if what == kind] for kind in (1, 2))
    return Masyu(board.rows, board.cols, white, black)


def _write_masyu(puzzle: Masyu) -> tuple[Board, Iterable[Any]]:
    circles = dict.fromkeys(puzzle.white, 1) | dict.fromkeys(puzzle.black, 2)
    return board_of(puzzle), [cells_of(puzzle, circles, 0)]


register(Masyu, Form(["masyu", "mashu", "pearl"], [Circles()], _read_masyu, _write_masyu, layers=[drawn.Circles()]))


def _read_heyawake(_: Board, rooms: Sequence[Sequence[int]], numbers: Sequence[Any]) -> Heyawake:
    return Heyawake(rooms, [None if each == UNKNOWN else each for each in numbers])


def _count_rooms(board: Board) -> int:
    return len({room for row in board.values[0] for room in row})


register(
    Heyawake,
    Form(["heyawake"], [Rooms(), Cells(NUMBER16, count=_count_rooms)], _read_heyawake,
         lambda puzzle: (board_of(puzzle), [puzzle.regions, puzzle.given]),
         layers=[drawn.Rooms(), drawn.RoomNumbers()]),
)  # fmt: skip
register(
    Lits,
    Form(["lits"], [Rooms()], lambda _, rooms: Lits(rooms), lambda puzzle: (board_of(puzzle), [puzzle.regions]),
         layers=[drawn.Rooms()]),
)  # fmt: skip
STARS = Form(
    ["starbattle"], [Number(), Rooms()], lambda _, stars, rooms: StarBattle(rooms, stars=stars),
    lambda puzzle: (board_of(puzzle), [puzzle.stars, puzzle.regions]), layers=[drawn.Stars(), drawn.Rooms()],
)  # fmt: skip
register(StarBattle, STARS)
register(Queens, STARS)


def _read_yajilin(board: Board, cells: Sequence[Any]) -> Yajilin:
    arrows = [Arrow(r, c, *what) for (r, c), what in filled(board, cells).items()]
    return Yajilin(board.rows, board.cols, arrows)


register(
    Yajilin,
    Form(["yajilin", "yajirin"], [Cells(ARROW, first="a")], _read_yajilin,
         lambda puzzle: (board_of(puzzle), [cells_of(puzzle, {each[:2]: each[2:] for each in puzzle.arrows})]),
         looks="b", layers=[drawn.Arrows()]),
)  # fmt: skip
register(
    SimpleLoop,
    Form(["simpleloop"], [Bits(optional=True)],
         lambda board, bits: SimpleLoop(board.rows, board.cols,
                                        [c for c, bit in zip(places(board), bits, strict=True) if bit]),
         lambda puzzle: (board_of(puzzle), [cells_of(puzzle, dict.fromkeys(puzzle.blocked, True), default=False)]),
         layers=[drawn.Shaded()], tag="simple loop"),
)  # fmt: skip


def _read_skyscrapers(board: Board, around: Sequence[Any], cells: Sequence[Any]) -> Skyscrapers:
    check_square(size := board.rows, board.cols)
    top, bottom, left, right = (around[i * size : (i + 1) * size] for i in range(4))
    return Skyscrapers(top, right, bottom, left, rows_of(board, cells, UNKNOWN))


def _write_skyscrapers(puzzle: Skyscrapers) -> tuple[Board, Iterable[Any]]:
    around = (*puzzle.top, *puzzle.bottom, *puzzle.left, *puzzle.right)
    return board_of(puzzle), [around, tuple(number for row in puzzle.given for number in row)]


register(
    Skyscrapers,
    Form(["skyscrapers", "skyscraper", "building"],
         [Cells(NUMBER16, count=lambda board: 2 * (board.rows + board.cols)), Cells(NUMBER16, optional=True)],
         _read_skyscrapers, _write_skyscrapers, layers=[drawn.Around(), drawn.Numbers()]),
)  # fmt: skip


def _count_around(board: Board) -> int:
    """How many sums stand above the first row and before the first column."""
    light = set(places(board)).difference(filled(board, board.values[0]))
    return sum(cell[side] == 0 for cell in light for side in (0, 1))


def _read_kakuro(board: Board, cells: Sequence[Any], around: Sequence[int]) -> Kakuro:
    inside, sums = filled(board, cells), iter(around)
    dark = {(r + 1, c + 1): Sums(r + 1, c + 1, *what) for (r, c), what in inside.items()}
    dark |= {(0, c): Sums(0, c) for c in range(board.cols + 1)} | {(r, 0): Sums(r, 0) for r in range(board.rows + 1)}
    for c in range(board.cols):
        if (0, c) not in inside:
            dark[0, c + 1] = Sums(0, c + 1, down=next(sums))
    for r in range(board.rows):
        if (r, 0) not in inside:
            dark[r + 1, 0] = Sums(r + 1, 0, right=next(sums))
    return Kakuro(board.rows + 1, board.cols + 1, list(dark.values()))


def _write_kakuro(puzzle: Kakuro) -> tuple[Board, Iterable[Any]]:
    board = Board(puzzle.rows - 1, puzzle.cols - 1)
    dark = {each[:2]: each for each in puzzle.dark}
    if any(cell not in dark for cell in product(range(puzzle.rows), range(puzzle.cols)) if 0 in cell):
        raise PuzzleError("a link holds only a Kakuro whose first row and first column are dark")
    inside = tuple(dark[r + 1, c + 1][2:] if (r + 1, c + 1) in dark else None for r, c in places(board))
    around = [dark[0, c].down for c in range(1, puzzle.cols) if (1, c) not in dark]
    around += [dark[r, 0].right for r in range(1, puzzle.rows) if (r, 1) not in dark]
    return board, [inside, tuple(around)]


register(
    Kakuro,
    Form(["kakuro"], [Cells(PAIR, first="k"), Cells(SUM, first=None, count=_count_around)], _read_kakuro,
         _write_kakuro),
    Form(["kakuro"], [],
         lambda board, cells: Kakuro(board.rows, board.cols,
                                     [Sums(*cell, *sums) for cell, sums in filled(board, cells).items()]),
         lambda puzzle: (board_of(puzzle), [cells_of(puzzle, {each[:2]: each[2:] for each in puzzle.dark})]),
         layers=[drawn.Corners()]),
)  # fmt: skip
