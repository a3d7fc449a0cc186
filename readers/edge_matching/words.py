r"""Edge-matching pieces typed in words or letters, as one sees them: a piece a line, top, right, bottom, left.

    name: Meadow
    art: insects

    bee-head  fly-tail  bee-tail  ant-head
    ant-tail  fly-head  ...

Halves of one picture meet, equal words elsewhere.  Halves are words with a common part and two endings, or two
beginnings, that recur: ``bee-head`` meets ``bee-tail``, ``redF`` meets ``redB``, ``left bee`` meets ``right bee``; so
do words that differ only in capitals, ``A`` and ``a``.  A piece of letters may be one word, ``AbCa``.  Where words are
not in halves, ``red`` meets ``red``.  A ``0`` is an edge without a picture, which meets another such edge.

Words stand apart by blanks, or by commas, semicolons, bars or tabs, and may then have blanks inside.  Words alone
cannot show whether ``dark-red`` is a colour or half of a picture, so what was read is told, unless a line above the
pieces says it: ``halves: head / tail`` names the two endings or beginnings, or several such pairs with commas between
them, ``halves: sun / moon, cat / dog``; ``halves: capitals`` says that only capitals tell halves apart, and
``halves: none`` that equal words meet.

Pieces may be numbered, ``1: bee-head ...``.  A line ``rows cols``, or ``3 x 4``, gives the board; without one it is
square.  ``name:`` and ``art:`` are optional, and ``#`` and ``//`` open comments.

>>> puzzle = read_words("halves: capitals\nAbCa\nBacA\nCbAa\ncBab\n")
>>> puzzle.rule, puzzle.pieces[0], puzzle.colours[:2]
('sum-zero', (1, -2, 3, -1), (('A', 'a'), ('B', 'b')))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple
from unicodedata import normalize

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import board_size, plural
from cpmodels.puzzles.edge_matching import Colour, EdgeMatching
from readers.edge_matching.halves import CAPITALS, NONE, Halves, asked, inferred
from readers.number_lines import COMMENT, GAP, MOST_LINES
from readers.recognition import remark, text_readers

__all__ = ["read_words", "square"]

_SIZE = re.compile(r"\s*([0-9]{1,9})(?:\s*+[x\N{MULTIPLICATION SIGN},]\s*+|\s++)([0-9]{1,9})\s*", re.IGNORECASE)
_KEY = re.compile(r"\s*(name|art|halves)\s*:(.*)", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*+(?:piece\s+)?[0-9]{1,6}\s*[:.)]\s", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;|\t]")
_WORD = re.compile(r"(?=.*[^\W\d_])(?=.{1,100}\Z)[^\s,;|]+(?: [^\s,;|]+)*|0")
NOTHING = "0"
LONGEST = 10
"""Words shorter than this may be pieces of letters."""


class PieceLine(NamedTuple):
    """A line's number in the file, from 1, and the four words on it."""

    place: int
    words: tuple[str, ...]


@dataclass
class _Typed:
    """What stands in a text: the board's size, its name and art, how halves are told apart, and the pieces."""

    size: Cell | None = None
    keys: dict[str, str] = field(default_factory=dict)
    lines: list[PieceLine] = field(default_factory=list)


@text_readers.register(order=15)
def read_words(text: str) -> EdgeMatching | None:
    """The puzzle of a text; None where it is not one of words or letters, four to a line.

    Raises PuzzleError with the line where something is wrong.
    """
    typed = _typed(normalize("NFC", text))
    if not _is_of_words(typed):
        return None
    if len(typed.lines) > MOST_LINES:
        raise PuzzleError(f"there are more than {MOST_LINES} lines, too many for any board")
    for place, words in typed.lines:
        if len(words) != 4:
            raise PuzzleError(f"line {place}: a piece has 4 edges, not {len(words)}")
        if wrong := [word for word in words if not _WORD.fullmatch(word)]:
            raise PuzzleError(f"line {place}: {wrong[0][:40]!r} is not a word for an edge")
    rows, cols = board_size(*(typed.size or square(len(typed.lines))))
    uses = Counter(word for line in typed.lines for word in line.words if word != NOTHING)
    line = typed.keys.get("halves")
    halves, others = (asked(line, list(uses)), []) if line else inferred(uses, 2 * rows * cols - rows - cols)
    _check_words(typed.lines, uses, halves)
    colours, values = _values(list(uses), halves)
    puzzle = EdgeMatching(
        rows,
        cols,
        [[values[word] for word in line.words] for line in typed.lines],
        "sum-zero" if halves else "equal",
        colours=colours,
        name=typed.keys.get("name") or None,
        art=typed.keys.get("art") or None,
    )
    if not line:
        _tell(uses, halves, others)
    return puzzle


def square(count: int) -> Cell:
    """The rows and columns of a square board of this many pieces.  Raises PuzzleError when there is none."""
    side = isqrt(count)
    if side * side != count:
        raise PuzzleError(
            f"{count} pieces do not fill a square board: give its rows and cols on a first line, such as 3 x 4, and "
            "put # before lines that are no pieces"
        )
    return side, side


def _typed(text: str) -> _Typed:
    typed = _Typed()
    lines: list[tuple[int, str]] = []
    for place, line in enumerate(text.splitlines(), 1):
        bare = COMMENT.sub("", line)
        if not bare.strip():
            continue
        if (key := _KEY.fullmatch(bare)) and not lines:
            typed.keys[key[1].lower()] = key[2].strip()
        elif (size := _SIZE.fullmatch(bare)) and not lines and typed.size is None:
            typed.size = (int(size[1]), int(size[2]))
        else:
            lines.append((place, _NUMBER.sub("", bare)))
        if len(lines) > MOST_LINES:
            break
    parted, spaced = (
        [[" ".join(word.split()) for word in sign.split(line) if word.strip()] for _, line in lines]
        for sign in (_BETWEEN, GAP)
    )
    right, others = (sum(len(words) == 4 for words in way) for way in (parted, spaced))
    if others > right or not right:
        parted = spaced
    for (place, _), words in zip(lines, parted, strict=True):
        is_letters = len(words) == 1 and len(words[0]) < LONGEST
        typed.lines.append(PieceLine(place, tuple(words[0]) if is_letters else tuple(words)))
    return typed


def _is_of_words(typed: _Typed) -> bool:
    """Whether most lines are pieces; one is enough below a size, and a line of words below a name or an art."""
    pieces = sum(_is_piece(line.words) for line in typed.lines)
    if typed.keys and typed.lines:
        return pieces > 0 or all(map(_WORD.fullmatch, typed.lines[0].words))
    return 2 * pieces > len(typed.lines) and pieces >= (1 if typed.size else 2)


def _is_piece(words: Sequence[str]) -> bool:
    return len(words) == 4 and all(map(_WORD.fullmatch, words)) and any(word != NOTHING for word in words)


def _check_words(lines: Iterable[PieceLine], uses: Mapping[str, int], halves: Halves | None) -> None:
    """Raise PuzzleError, with its line, for two words in the place of one, and for a word that is not a half."""
    for line in lines:
        for word in line.words:
            if " " in word and all(part in uses for part in word.split()):
                raise PuzzleError(f"line {line.place}: {word[:40]!r} are two words without a comma between them")
            if halves and word != NOTHING and word not in halves.split:
                raise PuzzleError(
                    f"line {line.place}: {word[:40]!r} is neither half of a picture by "
                    f"'halves: {halves.line[:60]}'; equal words meet by a line 'halves: {NONE}' above the pieces"
                )


def _values(words: Sequence[str], halves: Halves | None) -> tuple[list[Colour], dict[str, int]]:
    """The names of the colours, and the value of each word."""
    if halves is None:
        return list(words), {NOTHING: 0} | {word: number for number, word in enumerate(words, 1)}
    number = {picture: place for place, picture in enumerate(halves.pictures(), 1)}
    values = {word: -number[picture] if second else number[picture] for word, (picture, second) in halves.split.items()}
    named = {value: word for word, value in values.items()}
    names = [
        (named.get(value) or halves.spell(picture, False), named.get(-value) or halves.spell(picture, True))
        for picture, value in number.items()
    ]
    return list(names), {NOTHING: 0} | values


def _tell(uses: Mapping[str, int], halves: Halves | None, others: Sequence[Halves]) -> None:
    """Tell what the words were taken for, and how to say that they are something else."""
    rivals = [
        other
        for other in others
        if not halves or (other.paired() >= halves.paired() and len(other.split) >= len(halves.split))
    ][:1]
    lines = [f"'halves: {other.line}' if {' meets '.join(other.example())}" for other in rivals]
    if halves:
        read = f"{plural(len(halves.pictures()), 'picture')} in halves, such as {' and '.join(halves.example())}"
        same = ", with the same capitals" * (halves.line == CAPITALS)
        lines.append(f"'halves: {NONE}' if equal words meet{same}")
    else:
        read = f"{plural(len(uses), 'different colour')}, each matched with itself"
        lines = lines or ["such as 'halves: head / tail' if words that end so are halves of pictures"]
    is_certain = not rivals and (halves is None or (halves.known and halves.paired() == len(uses)))
    remark(f"read as {read}; else put above the pieces a line {' or '.join(lines)}", is_certain=is_certain)
