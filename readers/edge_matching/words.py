r"""Edge-matching pieces typed in words or letters, as one sees them: a piece a line, top, right, bottom, left.

    name: Meadow
    art: insects

    bee-head  fly-tail  bee-tail  ant-head
    ant-tail  fly-head  ...

Halves of one picture meet: ``bee-head`` meets ``bee-tail``.  The word after the last hyphen says which half it is;
there are two such words, any two, or ``+`` and ``-`` at the end.  Letters do as well: ``A`` meets ``a``, and a piece
may be one word, ``AbCa``.  Where there are no halves, and no capitals beside small letters, equal words meet: ``red``
meets ``red``.  A ``0`` is an edge without a picture, which meets another such edge.

Pieces may be numbered, ``1: bee-head ...``.  A line ``rows cols``, or ``3 x 4``, gives the board; without one it is
square.  ``name:`` and ``art:`` are optional, and ``#`` and ``//`` open comments.

>>> puzzle = read_words("AbCa\nBacA\nCbAa\ncBab\n")
>>> puzzle.rule, puzzle.pieces[0], puzzle.colours[:2]
('sum-zero', (1, -2, 3, -1), (('A', 'a'), ('B', 'b')))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles.edge_matching import Colour, EdgeMatching
from cpmodels.values import board_size, listed
from readers.number_lines import COMMENT, GAP, MOST_LINES

_SIZE = re.compile(r"\s*([0-9]{1,9})\s*(?:[x\N{MULTIPLICATION SIGN},]|\s)\s*([0-9]{1,9})\s*", re.IGNORECASE)
_KEY = re.compile(r"\s*(name|art)\s*:\s*(.*?)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(?:piece\s+)?[0-9]{1,6}\s*[:.)]\s", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][^\s,;|]*|0")
_HALF = re.compile(r"(.+?)([-_/:.]?)((?<=[-_/:.])\w+|[-+])")
FIRST_HALVES = {"head", "top", "front", "upper", "out", "tab", "knob", "left", "plus", "+"}
"""Words for halves that are the positive ones, with tabs in drawings, whichever is seen first."""
NOTHING = "0"
LONGEST = 10
"""Words shorter than this may be pieces of letters."""
CLEAR = 0.7
"""So large a share of the words must end with one of two endings, lest these be no halves but parts of names."""


class PieceLine(NamedTuple):
    """A line's number in the file, from 1, and the four words on it."""

    place: int
    words: tuple[str, ...]


@dataclass
class _Typed:
    """What stands in a text: the board's size, its name and art, and the pieces."""

    size: Cell | None = None
    keys: dict[str, str] = field(default_factory=dict)
    lines: list[PieceLine] = field(default_factory=list)


def read_words(text: str) -> EdgeMatching | None:
    """The puzzle of a text; None where it is not one of words or letters, four to a line.

    Raises PuzzleError with the line where something is wrong.
    """
    typed = _typed(text)
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
    colours, values = _values(typed.lines)
    return EdgeMatching(
        rows,
        cols,
        [[values[word] for word in line.words] for line in typed.lines],
        "sum-zero" if any(value < 0 for value in values.values()) else "equal",
        colours=colours,
        name=typed.keys.get("name") or None,
        art=typed.keys.get("art") or None,
    )


def square(count: int) -> Cell:
    """The rows and columns of a square board of so many pieces.  Raises PuzzleError when there is none."""
    side = isqrt(count)
    if side * side != count:
        raise PuzzleError(
            f"{count} pieces do not fill a square board: give its rows and cols on a first line, such as 3 x 4"
        )
    return side, side


def _typed(text: str) -> _Typed:
    typed = _Typed()
    for place, line in enumerate(text.splitlines(), 1):
        bare = COMMENT.sub("", line)
        if not bare.strip():
            continue
        if (key := _KEY.fullmatch(bare)) and not typed.lines:
            typed.keys[key[1].lower()] = key[2]
        elif (size := _SIZE.fullmatch(bare)) and not typed.lines and typed.size is None:
            typed.size = (int(size[1]), int(size[2]))
        elif len(typed.lines) <= MOST_LINES:
            words = [word for word in GAP.split(_NUMBER.sub("", bare)) if word]
            typed.lines.append(
                PieceLine(place, tuple(words[0]) if len(words) == 1 and len(words[0]) < LONGEST else tuple(words))
            )
    return typed


def _is_of_words(typed: _Typed) -> bool:
    """Whether most lines are pieces; one is enough below a size, and a line of words below a name or an art."""
    pieces = sum(_is_piece(line.words) for line in typed.lines)
    if typed.keys and typed.lines:
        return pieces > 0 or all(map(_WORD.fullmatch, typed.lines[0].words))
    return 2 * pieces > len(typed.lines) and pieces >= (1 if typed.size else 2)


def _is_piece(words: Sequence[str]) -> bool:
    return len(words) == 4 and all(map(_WORD.fullmatch, words)) and any(word != NOTHING for word in words)


def _values(lines: Sequence[PieceLine]) -> tuple[list[Colour], dict[str, int]]:
    """The names of the colours, and the value of each word.  Raises PuzzleError for a word whose half is not clear."""
    words = list(dict.fromkeys(word for line in lines for word in line.words if word != NOTHING))
    halves = _by_ending(lines) or _by_capitals(words)
    if halves is None:
        return list(words), {NOTHING: 0} | {word: number for number, word in enumerate(words, 1)}
    number: dict[str, int] = {}
    values = {NOTHING: 0}
    seen: dict[tuple[str, bool], str] = {}
    for word in words:
        colour, second = halves.split[word]
        value = number.setdefault(colour, len(number) + 1)
        values[word] = -value if second else value
        seen.setdefault((colour, second), word)
    names = [
        (seen.get((c, False)) or halves.spell(c, False), seen.get((c, True)) or halves.spell(c, True)) for c in number
    ]
    return list(names), values


class _Halves(NamedTuple):
    """Of each word its colour and whether it is the second half; and how halves are spelt that no piece has."""

    split: dict[str, tuple[str, bool]]
    spell: Callable[[str, bool], str]


def _by_ending(lines: Sequence[PieceLine]) -> _Halves | None:
    """Halves by the words after the last hyphens; None where most words have none, or these are not two."""
    parts = {
        word: (found[1], found[2], found[3])
        for line in lines
        for word in line.words
        if (found := _HALF.fullmatch(word)) and word != NOTHING
    }
    used = [word for line in lines for word in line.words if word != NOTHING]
    endings = Counter(parts[word][2] for word in used if word in parts)
    common = [ending for ending, _ in endings.most_common(2)]
    if len(common) < 2 or sum(endings[ending] for ending in common) < CLEAR * len(used):
        return None
    for line in lines:
        for word in line.words:
            if word != NOTHING and (word not in parts or parts[word][2] not in common):
                raise PuzzleError(
                    f"line {line.place}: {word[:40]!r} is neither half of a picture: others end with {listed(common)}"
                )
    first, second = sorted(dict.fromkeys(parts[w][2] for w in used), key=lambda end: end.lower() not in FIRST_HALVES)
    hyphen = next(iter(parts.values()))[1]
    return _Halves(
        {word: (colour, ending == second) for word, (colour, _, ending) in parts.items()},
        lambda colour, is_second: f"{colour}{hyphen}{second if is_second else first}",
    )


def _by_capitals(words: Sequence[str]) -> _Halves | None:
    """Halves by capitals and small letters at the start; None where all words have the same."""
    if len({word[0].islower() for word in words}) < 2:
        return None
    return _Halves(
        {word: (word.casefold(), word[0].islower()) for word in words},
        lambda colour, is_second: colour if is_second else colour.capitalize(),
    )
