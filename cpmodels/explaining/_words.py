"""Exact covers in words: what explanations call items, options and colours, by default and as a kind has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

from cpmodels.base.description import Description, ExactCover, Item, called, cell_of, times
from cpmodels.base.kinds import open_function
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import S
from cpmodels.base.values import joined
from cpmodels.explaining._account import GROUP, Constraint, block


@dataclass(frozen=True)
class Said:
    """How explanations speak of a primary item.

    kind, says, what, cells, pieces: of the constraint that it is covered as often as it must be; see `Constraint`.
    few: what is said when just as many options are left as it must have, ``"only one piece fits (0, 1)"``.
    lack: what it lacks when fewer are left, ``"no piece for (0, 1)"``.
    all_are: what is said when all that is left for it covers another item, too, whose `what` fills the blank,
        ``"only {} fits (0, 1)"``.
    all_cover: what is said instead where that is a cell, and options cover several of these.
    level: how hard it is to see that only these are left.
    """

    kind: str
    says: str
    what: str
    few: str
    lack: str
    all_are: str
    cells: tuple[Cell, ...] = ()
    pieces: tuple[int, ...] = ()
    level: int = 1
    all_cover: str = ""


class Words(Generic[S]):
    """How explanations speak of an exact cover: by what its description calls items and options.

    Items that are called ``("cell", cell)`` are cells of the board; where all others have one name, such as
    ``("piece", 3)`` and ``("piece", 4)``, or ``("rectangle", (0, 1))`` for that of this cell, they are things that lie
    in cells.  A kind registers a subclass of its own in `cpmodels.explaining.words` for what its users call otherwise.

    thing: the name of what lies in cells, such as ``"piece"``; None where that is not plain.
    agree: what the constraint says by which all that touches a secondary item says the same, with a blank for where.

    >>> from cpmodels import EdgeMatching
    >>> puzzle = EdgeMatching(1, 2, [(1, 2, 1, 3), (4, 3, 4, 2)], rotations=False)
    >>> said = Words(puzzle, puzzle.describe())
    >>> said.thing, said.item(("cell", (0, 1))).few
    ('piece', 'only one piece fits (0, 1)')
    """

    agree: str = "the colours agree {}"

    def __init__(self, puzzle: Any, description: Description[S]) -> None:
        self.puzzle, self.description = puzzle, description
        self.cover: ExactCover[Any] = description.problem  # type: ignore[assignment]
        names = {
            item[0] if isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) else None
            for item in self.cover.copies
        }
        others = names - {"cell"}
        self.thing = others.pop() if len(names) == 2 and len(others) == 1 else None
        covered = ([cell_of(item) for item in option.items] for option in self.cover.options)
        self._is_large = any(len(cells) - cells.count(None) > 1 for cells in covered)

    # --- what a kind may call otherwise

    def numbers(self, item: Any) -> Sequence[Any]:
        """What the things are called of which an item is one, or which look the same, after their name.

        Pieces count from 1, as people do.
        """
        return [piece + 1 for piece in self._same(item)] or [item[1]]

    def pieces(self, item: Any) -> Sequence[int]:
        """The indices of these things among the puzzle's pieces, where it has such."""
        return self._same(item)

    def _same(self, item: Any) -> Sequence[int]:
        """The puzzle's pieces that look the same as an item, where it says which do."""
        found: Sequence[int] = getattr(self.puzzle, "identical_pieces", {}).get(item[1], ())
        return found

    def how(self, meaning: Any) -> str:
        """How an option lays its thing, where it can be laid in several ways: what its meaning says besides."""
        items: tuple[Any, ...] = self.cover.options[self.cover.position[meaning]].items
        if self._alike[frozenset(items)] < 2:
            return ""
        parts = list(meaning) if isinstance(meaning, tuple) else [meaning]
        for item in items:
            if item[1] in parts:  # Once: piece 3 may be turned 3 times.
                parts.remove(item[1])
        return f" as {joined(parts)}"

    def option(self, meaning: Any, *, holds: bool) -> str:
        """That an option is chosen, or not, as a clause."""
        items: tuple[Any, ...] = self.cover.options[self.cover.position[meaning]].items
        things = [item for item in items if self.thing and cell_of(item) is None]
        if not things or len(things) == len(items):
            return f"the option {meaning} is {'' if holds else 'not '}chosen"
        names = joined([self._named(self.numbers(item)) for item in things])
        where = block([cell for item in items if (cell := cell_of(item)) is not None])
        return f"{names} {'lies' if holds else 'does not lie'} at {where}{self.how(meaning)}"

    def _named(self, numbers: Sequence[Any], plural: str = "") -> str:
        """Things by what they are called after their name: ``"piece 3"``, ``"the rectangle of (0, 1)"``."""
        of = isinstance(numbers[0], tuple)
        return f"{'the ' * of}{self.thing}{plural} {'of ' * of}{joined(numbers, 'and' if plural else 'or')}"

    def touching(self, item: Any) -> tuple[str, tuple[Cell, ...]] | None:
        """Where a secondary item is, such as ``"between (0, 0) and (0, 1)"``, and the cells; None if that is not plain.

        By default for sets of cells.
        """
        if not isinstance(item, frozenset) or not all(("cell", cell) in self.cover.copies for cell in item):
            return None
        cells = tuple(sorted(item))
        return (f"between {joined(cells)}" if len(cells) == 2 else f"where {joined(cells)} meet"), cells

    def colour(self, item: Any, colour: Any, cell: Cell | None) -> str:  # noqa: ARG002
        """What a secondary item's colour is called, as a cell that touches it shows it."""
        return repr(colour)

    def laid(self, meaning: Any) -> tuple[tuple[Cell, Any], ...]:  # noqa: ARG002
        """What lies in which cells where an option is chosen, as solutions have it; by default what its marks say."""
        return ()

    def clues(self) -> Iterable[Any]:
        """The meanings of the options that clues choose, which nobody has to find out."""
        return ()

    # --- sentences

    @cached_property
    def _alike(self) -> Counter[frozenset[Item]]:
        """How many options cover the same items."""
        return Counter(frozenset(option.items) for option in self.cover.options)

    def item(self, item: Any) -> Said:
        """How explanations speak of a primary item."""
        least, most = self.cover.copies[item]
        name, thing, cell = called(item), self.thing, cell_of(item)
        if thing is None:
            cells = () if cell is None else (cell,)
            needed = "only one option is" if least == 1 else f"only {least} options are"
            often = times(least, most)
            chosen = "one option covers {}" if often == "once" else f"the chosen options cover {{}} {often}"
            return Said(
                "item", chosen, name, f"{needed} left for {name}", f"nothing for {name}",
                f"all that is left for {name} covers {{}}", cells,
            )  # fmt: skip
        if cell is not None:
            options = map(self.cover.options.__getitem__, self.cover.covering[item])
            full = least == most == 1 and not any(None not in map(cell_of, option.items) for option in options)
            few = f"only one {thing} fits {cell}" if full else f"only one thing is left for {cell}"
            says = f"one {thing} lies at {{}}" if full else f"there is at most one {thing} at {{}}"
            all_cover = f"all that fits {cell} covers {{}}, too" if self._is_large else ""
            return Said(
                "cell", says, f"{cell}", few, f"no {thing} for {cell}", f"only {{}} fits {cell}", (cell,),
                all_cover=all_cover,
            )  # fmt: skip
        numbers = self.numbers(item)
        what = self._named(numbers, "s" * (len(numbers) > 1))
        fit, each = ("fits", "") if len(numbers) == 1 else ("fit", " each" * (least == most == len(numbers)))
        count = "one place" if most == 1 or each else f"{f'{least} to ' * (least < most)}{most} places"
        there = f"there {'is' if count == 'one place' else 'are'}{' at most' * (least < most == 1)}"
        lack = "no place" if most == 1 else "not enough places"
        return Said(
            thing, f"{there} {count}{each} for {{}}", what,
            f"{what} {fit} in {'one place' if least <= 1 else f'{least} places'} only",
            f"{lack} for {what}", f"{what} {fit} only at {{}}", (), tuple(self.pieces(item)), 2,
            f"{what} covers {{}} wherever it fits" if self._is_large else "",
        )  # fmt: skip

    def agreement(self, item: Any) -> Constraint:
        """The constraint that all that touches a secondary item says the same."""
        if (found := self.touching(item)) is None:
            return Constraint("colour", "all that touches {} gives it one colour", called(item))
        return Constraint("colour", self.agree, found[0], found[1])

    def unmet(self, item: Any, secondary: Any, colours: Sequence[Any]) -> str:
        """That nothing left for an item gives a secondary item one of some colours, as a clause."""
        cell = cell_of(item)
        those = joined([self.colour(secondary, colour, cell) for colour in colours], "or")
        found, what = self.touching(secondary), self.item(item).what
        left = f"nothing that is left for {what}"
        if self.thing and found:
            left = f"no {self.thing} that fits {what}" if cell else f"no place that is left for {what}"
        return f"{left} goes with {those} {found[0] if found else f'at {called(secondary)}'}"


@open_function(GROUP)
def words(puzzle: Any, description: Description[Any]) -> Words[Any]:
    """The words for the exact cover of a puzzle: by default those of its description.

    >>> import cpmodels as cm
    >>> puzzle = cm.EdgeMatching(1, 1, [(1, 2, 3, 4)])
    >>> isinstance(words(puzzle, puzzle.describe()), Words)
    True
    """
    return Words(puzzle, description)
