"""Words for halves of pictures: found by the endings or beginnings that recur among them, or as a line says.

>>> uses = Counter(["redF", "redB", "blueF", "blueB"] * 3)
>>> halves, others = inferred(uses, inner_edges=4)
>>> halves.line, list(halves.pictures().values()), others[0].line
('F / B', [['redF', 'redB'], ['blueF', 'blueB']], 'red / blue')
>>> list(asked("sun / moon, cat / dog", ["dog", "sun", "cat"]).pictures().values())
[['cat', 'dog'], ['sun']]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from cpmodels.base.errors import PuzzleError

__all__ = ["Halves", "asked", "inferred"]

POSITIVE = {"head", "top", "front", "upper", "out", "tab", "knob", "left", "plus", "+"}
"""Words for halves that are the positive ones, with tabs in drawings, whichever is seen first."""
CAPITALS, NONE = "capitals", "none"
"""What a line ``halves:`` says of words that only capitals tell apart, and of words that meet their equals."""
_SLASH = re.compile(r"(?<!\S)/(?!\S)")
_LAST_PART = re.compile(r"[^\W_]*\Z")

Affixes = tuple[str, str]
"""The two endings, or the two beginnings, of halves; one may be empty."""
Picture = tuple[str, Affixes]
"""What the words for its halves have in common, and what they have not."""


class Halves(NamedTuple):
    """A way in which words are halves of pictures.

    split: of each word that is a half its picture, and whether it is the second half.
    spell: how a half is spelt that no piece has.
    line: what a line ``halves:`` says of them.
    marked: whether words are parted at a sign that is neither letter nor digit, or are letters parted by capitals.
    known: whether one of two endings or beginnings is in `POSITIVE`, or words are letters parted by capitals.
    is_whole: whether no half is the whole word that the other one begins or ends with.
    """

    split: dict[str, tuple[Picture, bool]]
    spell: Callable[[Picture, bool], str]
    line: str
    marked: bool = True
    known: bool = True
    is_whole: bool = True

    def pictures(self) -> dict[Picture, list[str]]:
        """The words of each picture, the first half before the second."""
        words: dict[Picture, list[str]] = {picture: [] for picture, _ in self.split.values()}
        for word, (picture, _) in sorted(self.split.items(), key=lambda item: item[1][1]):
            words[picture].append(word)
        return words

    def example(self) -> list[str]:
        """The two halves of a picture."""
        return next(words for words in self.pictures().values() if len(words) == 2)

    def paired(self) -> int:
        """How many words have a partner."""
        return sum(len(words) for words in self.pictures().values() if len(words) == 2)

    def meeting(self, uses: Mapping[str, int]) -> int:
        """How many pairs of edges can meet, at most."""
        return sum(min(uses[word] for word in words) for words in self.pictures().values() if len(words) == 2)


def inferred(uses: Mapping[str, int], inner_edges: int) -> tuple[Halves | None, list[Halves]]:
    """The halves that words are, None where equal words meet; and the other ways to pair half of the words or more.

    Two endings or beginnings that pair half of the words or more are those of halves if a word with neither is on one
    edge only, as a typing error is; and if they are parted from the rest of the word by a sign, or pair two words twice
    at least, and give the board as many pairs that can meet as it has inner edges.  If one of two is empty, each word
    has a partner.  Of several ways one with known endings is taken, or else that by which most words are halves or, if
    these are as many, by which the two halves share most.

    uses: on how many edges each word is.
    inner_edges: how many edges the board has between two cells.
    """
    ways: dict[frozenset[tuple[str, ...]], Halves] = {}
    for halves in _ways(list(uses)):
        ways.setdefault(frozenset(tuple(sorted(words)) for words in halves.pictures().values()), halves)
    ranked = sorted(ways.values(), key=_weight, reverse=True)
    taken = next((halves for halves in ranked if _is_likely(halves, uses, inner_edges)), None)
    return taken, [halves for halves in ranked if halves is not taken]


def _weight(halves: Halves) -> tuple[bool, int, int]:
    """How well words are halves so: whether the endings are known, how many words are, and how much halves share."""
    shared = sum(len(picture[0]) for picture, words in halves.pictures().items() if len(words) == 2)
    return halves.known, len(halves.split), shared


def _is_likely(halves: Halves, uses: Mapping[str, int], inner_edges: int) -> bool:
    if any(many > 1 for word, many in uses.items() if word not in halves.split):
        return False
    if not halves.is_whole and halves.paired() < len(halves.split):
        return False
    return halves.marked or (halves.paired() > 2 and halves.meeting(uses) >= inner_edges)


def asked(line: str, words: Sequence[str]) -> Halves | None:
    """The halves of words as a line ``halves:`` tells them; None when it says that equal words meet.

    Raises PuzzleError when the line does not name two endings or beginnings.
    """
    if line.casefold() == NONE:
        return None
    if line.casefold() == CAPITALS:
        return _by_capitals(words)
    pairs = []
    for pair in line.split(","):
        both = [part.strip() for part in _SLASH.split(pair)] if _SLASH.search(pair) else pair.split()
        if len(both) != 2 or both[0] == both[1]:
            raise PuzzleError(
                f"the line 'halves: {line[:60]}' does not name two different endings or beginnings of words, such as "
                "'halves: head / tail'; equal words meet by 'halves: none'"
            )
        pairs.append((both[0], both[1]))
    return max((_by_affixes(words, pairs, at_end=at_end) for at_end in (True, False)), key=_covering)


def _covering(halves: Halves) -> tuple[int, int]:
    return len(halves.split), halves.paired()


def _ways(words: Sequence[str]) -> Iterator[Halves]:
    """The ways in which half of the words or more are pairs."""
    ways = [_by_capitals(words)]
    for at_end in (True, False):
        facing = [word if at_end else word[::-1] for word in words]
        for endings in _recurring(facing):
            (first, second), marked = _at_sign(facing, endings)
            affixes = _in_order((first, second) if at_end else (first[::-1], second[::-1]), words, at_end=at_end)
            known = any(map(_is_positive, affixes))
            halves = _by_affixes(words, [affixes], at_end=at_end)
            ways.append(halves._replace(marked=marked, known=known, is_whole=all(affixes)))
    return (halves for halves in ways if 2 * halves.paired() >= max(len(words), 2))


def _recurring(words: Sequence[str]) -> Iterator[Affixes]:
    """The pairs of endings, unlike from their first letters on, with which half of the words or more are pairs."""
    often, longer = [""], [""]
    while longer:
        size = len(longer[0]) + 1
        found = Counter(word[-size:] for word in words if len(word) > size and word[len(word) - size + 1 :] in longer)
        longer = [ending for ending, many in found.items() if 4 * many >= len(words)]
        often += longer
    stems = {ending: {word[: len(word) - len(ending)] for word in words if word.endswith(ending)} for ending in often}
    for first, second in combinations(often, 2):
        if first[:1] != second[:1] and 4 * len(stems[first] & stems[second]) >= len(words):
            yield first, second


def _at_sign(words: Sequence[str], endings: Affixes) -> tuple[Affixes, bool]:
    """The endings from the last sign on, where each word has one before them, and whether it has: head, not ead."""
    if any(ending and not ending[0].isalnum() for ending in endings):
        return endings, True
    stems = {word.removesuffix(ending) for ending in endings for word in words if word.endswith(ending)} - {""}
    parts = {match[0] for stem in stems if (match := _LAST_PART.search(stem))}
    if len(parts) > 1 or stems & parts:
        return endings, False
    (part,) = parts
    return (part + endings[0], part + endings[1]), True


def _in_order(affixes: Affixes, words: Sequence[str], *, at_end: bool) -> Affixes:
    """The affixes, the one first that the positive half has, or else the one that is seen first."""
    has = str.endswith if at_end else str.startswith
    seen = [next(place for place, word in enumerate(words) if has(word, affix)) for affix in affixes]
    swap = _is_positive(affixes[1]) if any(map(_is_positive, affixes)) else seen[1] < seen[0]
    return affixes[::-1] if swap else affixes


def _is_positive(affix: str) -> bool:
    return ("".join(filter(str.isalnum, affix)) or affix).lower() in POSITIVE


def _by_affixes(words: Sequence[str], pairs: Sequence[Affixes], *, at_end: bool) -> Halves:
    """Halves by their endings or beginnings; of several that fit a word, by those whose other half there is, too."""
    known = set(words)

    def spelt(stem: str, affix: str) -> str:
        return stem + affix if at_end else affix + stem

    split: dict[str, tuple[Picture, bool]] = {}
    for word in words:
        fits = [
            (spelt(stem, affixes[not second]) in known, len(affixes[second]), stem, affixes, second)
            for affixes in pairs
            for second in (False, True)
            for stem in [word[: len(word) - len(affixes[second])] if at_end else word[len(affixes[second]) :]]
            if spelt(stem, affixes[second]) == word
        ]
        if fits:
            *_, stem, affixes, second = max(fits)
            split[word] = (stem, affixes), second
    return Halves(
        split,
        lambda picture, second: spelt(picture[0], picture[1][second]),
        ", ".join(f"{first} / {second}".strip() for first, second in pairs),
    )


def _by_capitals(words: Sequence[str]) -> Halves:
    """Halves by capitals and small letters, where a word is spelt in no more than two ways."""
    spellings: dict[str, list[str]] = {}
    for word in sorted(words):
        spellings.setdefault(word.casefold(), []).append(word)
    split: dict[str, tuple[Picture, bool]] = {}
    for stem, spelt in spellings.items():
        picture = (stem, ("", ""))
        if len(spelt) == 2:
            split |= {spelt[0]: (picture, False), spelt[1]: (picture, True)}
        elif len(spelt) == 1:
            split[spelt[0]] = (picture, spelt[0][0].islower())
    in_order = {word: split[word] for word in words if word in split}
    letters = all(
        len(word) == 1 for word in words
    )  # Of longer words capitals may mean nothing, as at the start of lines.
    return Halves(
        in_order, lambda picture, second: picture[0] if second else picture[0].capitalize(), CAPITALS, letters, letters
    )
