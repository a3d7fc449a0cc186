"""Links of e2.bucas.name, by which boards of edge matching are passed around: read, and written.

A link tells a board in the fields after its ``#`` (or ``?``); those that count here are

- ``puzzle``: a name;
- ``board_w`` and ``board_h`` (or ``puzzle_size``): columns and rows; a square when they are missing;
- ``board_edges``: four letters a cell, top, right, bottom, left, row by row; ``a`` is the border, ``aaaa`` an empty
  cell;
- ``board_pieces``: the number of the piece in each cell in three digits, from 001; 000 where there is none;
- ``motifs_order``: whose letters they are; those of ``jef`` and ``jblackwood`` (or ``marie``) are put into the usual
  order.

The colours of a puzzle are the places of its letters: 0 for ``a``, 1 for ``b``.  The pieces of a board come in order
of their numbers or, without numbers, sorted; each is turned so that its edges read least from the top.  This is how the
pieces of Eternity II are numbered, so all its boards give one puzzle.  When the pieces lie in the order of their
numbers, they are taken as they lie: such a link is a list of pieces.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from string import ascii_lowercase
from urllib.parse import quote, unquote

from cpmodels.base import sharing
from cpmodels.base.errors import PuzzleError, naming, visible
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import expected
from cpmodels.base.values import board_size, listed, place, repeated
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement, check_fit, looks, turn
from readers.recognition import text_readers
from readers.sources import is_link

__all__ = ["boards_of_links", "bucas_link", "is_board_link", "read_link"]

SITE = "https://e2.bucas.name/#"
MOST_NUMBERED = 999
MOTIFS = {
    "": ascii_lowercase,
    "jef": "atojeqlgbupkfrmhcwvsnidxyz",
    "jblackwood": "abglqejotchmrfkpudinsvwxyz",
    "marie": "abglqejotchmrfkpudinsvwxyz",
}
"""For each order of motifs, the usual letters in the place of a, b, c, ..."""


@dataclass(frozen=True)
class Link:
    """The board that a link tells: the edges in each cell, row by row, or None; and piece numbers, 0 for none."""

    rows: int
    cols: int
    edges: tuple[Edges | None, ...]
    numbers: tuple[int, ...]
    name: str | None

    def cell(self, index: int) -> Cell:
        """The cell of a place in reading order."""
        return divmod(index, self.cols)


def is_board_link(text: str) -> bool:
    """Whether a text is an address on the Web, or holds the fields of a link."""
    return is_link(text) or "board_edges=" in text


@text_readers.register(order=10, one_line=True)
def read_link(text: str) -> EdgeMatching | None:
    """The puzzle of a link: all pieces of its board; None for another text.

    Raises PuzzleError when cells are empty or wrong.
    """
    if not is_board_link(text):
        return None
    link = parse(text)
    if empty := link.edges.count(None):
        raise PuzzleError(
            f"the link leaves {empty} of {len(link.edges)} cells empty, so it does not hold all pieces; give it as a "
            "solution of a puzzle that has them, as in `cpmodels check PUZZLE LINK`"
        )
    pieces = _pieces(link)
    border = 0 if any(0 in piece for piece in pieces) else None
    return EdgeMatching(link.rows, link.cols, pieces, border=border, name=link.name)


def boards_of_links(puzzle: EdgeMatching, text: str) -> list[Board]:
    """The boards of the links in a text, laid with the pieces of a puzzle; they need not be right or full.

    Numbers tell apart pieces that look the same; where they do not fit the edges, the edges count.

    Raises PuzzleError when a board has another size, or a cell shows what no piece does.
    """
    links, boards = _links(text), list[Board]()
    for number, link in enumerate(links, 1):
        with naming(f"link {number}" if len(links) > 1 else ""):
            boards.append(_board(puzzle, parse(link)))
    return boards


def _board(puzzle: EdgeMatching, link: Link) -> Board:
    if (link.rows, link.cols) != (puzzle.rows, puzzle.cols):
        raise PuzzleError(f"the link's board is {link.rows} x {link.cols}, not {puzzle.rows} x {puzzle.cols}")
    pieces = _coded(puzzle)
    alike = defaultdict(list)
    for index, piece in enumerate(pieces):
        alike[min(looks(piece))].append(index)
    placed = dict(_numbered(link, pieces))
    used = {place.piece for place in placed.values()}
    for at, edges in enumerate(link.edges):
        if edges is None or at in placed:
            continue
        if not (candidates := alike[min(looks(edges))]):
            raise PuzzleError(f"cell {link.cell(at)} shows {_letters(edges)!r}, but no piece of the puzzle does")
        places = (Placement(index, looks(pieces[index]).index(edges)) for index in candidates)
        placed[at] = min(places, key=lambda place: (place.piece in used, place.turns, place.piece))
        used.add(placed[at].piece)
    return Board([[placed.get(r * link.cols + c) for c in range(link.cols)] for r in range(link.rows)])


@sharing.link.register(EdgeMatching)
def bucas_link(puzzle: EdgeMatching, board: Board | None = None, *, site: str | None = None) -> str:
    """The link of a board, which may be wrong and leave cells empty; or, without one, of the pieces in order.

    The list of pieces reads back as the same puzzle when the border is 0 and on some edge, or there is none, and other
    colours are 1 to 25; otherwise colours are numbered anew.  Links know neither clues nor pieces that may not be
    turned, and not what is to be maximised.

    Raises PuzzleError when edges match by adding to zero, there are more than 25 colours beside the border or more than
    999 pieces, a piece shows the border on all sides (in a link, an empty cell), or the board does not fit the puzzle.

    >>> bucas_link(EdgeMatching(1, 2, [(1, 2, 1, 1), (3, 3, 3, 2)]))
    'https://e2.bucas.name/#board_w=2&board_h=1&board_edges=bcbbdddc&board_pieces=001002'
    """
    puzzle = expected(puzzle, EdgeMatching)
    if site not in (None, "e2.bucas.name"):
        raise PuzzleError(f"there are links of e2.bucas.name for this kind, not of {site!r:.40}")
    if len(puzzle.pieces) > MOST_NUMBERED:
        raise PuzzleError(f"a link holds at most {MOST_NUMBERED} pieces, not {len(puzzle.pieces)}")
    pieces = _coded(puzzle)
    if (0, 0, 0, 0) in pieces:
        raise PuzzleError(
            f"piece {pieces.index((0, 0, 0, 0)) + 1} shows the border on all sides, which in a link means an empty cell"
        )
    cells: list[Placement | None] = [Placement(at, 0) for at in range(len(pieces))]
    if board is not None:
        check_fit(puzzle, board)
        cells = [lies for row in board.rows for lies in row]
    edges = (_letters(turn(pieces[lies.piece], lies.turns)) if lies else "aaaa" for lies in cells)
    numbers = (f"{lies.piece + 1 if lies else 0:03}" for lies in cells)
    fields = {
        **({"puzzle": quote(visible(puzzle.name), safe="+")} if puzzle.name else {}),
        "board_w": puzzle.cols,
        "board_h": puzzle.rows,
        "board_edges": "".join(edges),
        "board_pieces": "".join(numbers),
    }
    return SITE + "&".join(f"{field}={value}" for field, value in fields.items())


def parse(text: str) -> Link:
    """What a link says.  Raises PuzzleError that names the field or cell that is wrong."""
    fields = _fields(text)
    if not (edges := fields.get("board_edges")):
        raise PuzzleError(
            "this link has no puzzle in it, as those of puzz.link and penpa have, and those of e2.bucas.name with "
            "board_edges; only the link itself is read, and nothing is downloaded; those that pages of cpmodels copy "
            "are for browsers, which show the puzzle as text under Edit"
        )
    cols, rows = (_size(fields, side) for side in ("board_w", "board_h"))
    square = isqrt(len(edges) // 4)
    rows, cols = board_size(rows or cols or square, cols or rows or square)
    if len(edges) != 4 * rows * cols:
        raise PuzzleError(f"board_edges has {len(edges)} letters; a board of {rows} x {cols} takes {4 * rows * cols}")
    if (order := fields.get("motifs_order", "")) not in MOTIFS:
        raise PuzzleError(f"motifs_order is {order!r:.40}; known are {', '.join(filter(None, MOTIFS))}")
    cells = [edges[start : start + 4] for start in range(0, len(edges), 4)]
    for at, letters in enumerate(cells):
        if not re.fullmatch("[a-z]{4}", letters):
            raise PuzzleError(f"{place(divmod(at, cols))} has the edges {letters!r}, not four letters from a to z")
    usual = {letter: ascii_lowercase.index(motif) for letter, motif in zip(ascii_lowercase, MOTIFS[order], strict=True)}
    known = (_edges(usual[letter] for letter in letters) if letters != "aaaa" else None for letters in cells)
    return Link(
        rows, cols, tuple(known), _numbers(fields.get("board_pieces"), len(cells)), fields.get("puzzle") or None
    )


def _links(text: str) -> list[str]:
    """The links in a text, each once, or else its first word."""
    return list(dict.fromkeys(word for word in text.split() if "board_edges=" in word)) or text.split()[:1]


def _fields(text: str) -> dict[str, str]:
    """The fields of the one link in a text."""
    if len(links := _links(text)) > 1:
        raise PuzzleError(f"it holds {len(links)} links, not one")
    _, _, tail = links[0].rpartition("#" if "#" in links[0] else "?")
    fields: dict[str, str] = {}
    for part in tail.split("&"):
        field, _, value = part.partition("=")
        if fields.setdefault(field, unquote(value)) != unquote(value):
            raise PuzzleError(f"the link gives {field!r:.40} twice")
    return fields


def _size(fields: dict[str, str], side: str) -> int | None:
    text = fields.get(side, fields.get("puzzle_size"))
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,5}", text):
        raise PuzzleError(f"{side} is {text!r:.40}, not a number of cells")
    return int(text)


def _numbers(text: str | None, count: int) -> tuple[int, ...]:
    if text is None:
        return (0,) * count
    if not re.fullmatch("[0-9]*", text) or len(text) != 3 * count:
        raise PuzzleError(f"board_pieces takes three digits for each of {count} cells, not {text!r:.40}")
    return tuple(int(text[start : start + 3]) for start in range(0, len(text), 3))


def _pieces(link: Link) -> list[Edges]:
    """The pieces of a full board, in order."""
    lying = [edges for edges in link.edges if edges is not None]
    if not any(link.numbers):
        return sorted(min(looks(edges)) for edges in lying)
    if 0 in link.numbers:
        raise PuzzleError(f"board_pieces has no number for {place(link.cell(link.numbers.index(0)))}")
    if twice := repeated(link.numbers):
        raise PuzzleError(f"board_pieces has pieces twice, so others are missing: {listed(twice)}")
    if link.numbers == tuple(range(1, len(lying) + 1)):
        return lying
    return [min(looks(edges)) for _, edges in sorted(zip(link.numbers, lying, strict=True))]


def _numbered(link: Link, pieces: list[Edges]) -> Iterator[tuple[int, Placement]]:
    """The places whose piece numbers fit their edges."""
    for at, (edges, number) in enumerate(zip(link.edges, link.numbers, strict=True)):
        if edges and 0 < number <= len(pieces) and edges in looks(piece := pieces[number - 1]):
            yield at, Placement(number - 1, looks(piece).index(edges))


def _coded(puzzle: EdgeMatching) -> list[Edges]:
    """The pieces with their colours as links number them: 0 for the border, others from 1."""
    if puzzle.rule != "equal":
        raise PuzzleError(f"a link is for pieces whose touching edges are equal, not for the rule {puzzle.rule}")
    colours = sorted({edge for piece in puzzle.pieces for edge in piece} - {puzzle.border})
    if len(colours) >= len(ascii_lowercase):
        raise PuzzleError(f"a link holds at most 25 colours besides the border, not {len(colours)}")
    as_they_are = puzzle.border in (None, 0) and all(0 < colour < len(ascii_lowercase) for colour in colours)
    code = {colour: colour if as_they_are else place for place, colour in enumerate(colours, 1)}
    return [_edges(code.get(edge, 0) for edge in piece) for piece in puzzle.pieces]


def _edges(values: Iterator[int]) -> Edges:
    top, right, bottom, left = values
    return (top, right, bottom, left)


def _letters(edges: Edges) -> str:
    return "".join(ascii_lowercase[edge] for edge in edges)
