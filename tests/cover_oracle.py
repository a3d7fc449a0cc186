"""Random exact covers, and their solutions: by brute force, each option taken or not, and by the library xcover."""

from dataclasses import dataclass, field
from typing import ClassVar

from hypothesis import strategies as st
from systems import needs

from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.puzzle import Assignment, Puzzle
from cpmodels.engines import _worker
from cpmodels.engines._cover import cover_task

needs_xcover = needs("xcover")


def solutions(cover):
    """All sets of meanings that cover each item as often as it must be and give no secondary item two colours."""
    found = []

    def extend(chosen, rest):
        covered = [item for option in chosen for item in option.items]
        colours = {pair for option in chosen for pair in option.colours}
        if any(covered.count(item) > most for item, _, most in cover.items):
            return
        if len({item for item, _ in colours}) < len(colours):
            return
        if rest:
            extend(chosen, rest[1:])
            extend([*chosen, rest[0]], rest[1:])
        elif all(covered.count(item) >= least for item, least, _ in cover.items):
            found.append(frozenset(option.meaning for option in chosen))

    extend([], cover.options)
    return found


def connected(cover, chosen):
    """Whether the meanings chosen, of those that are to be connected, are."""
    return all(len(graph.induced(chosen & set(graph.nodes)).components) <= 1 for graph in cover.graphs)


@dataclass(frozen=True)
class Covered(Puzzle[Assignment]):
    """Any exact cover as a puzzle, whose solutions are the meanings of the options that are chosen."""

    kind: ClassVar[str] = "covered"
    problem: ExactCover = field(hash=False)
    images: tuple = ()

    def check(self, solution):
        is_cover = solution.true in solutions(self.problem) and connected(self.problem, solution.true)
        return [] if is_cover else ["it is not a cover"]

    def describe(self):
        return Description(self.problem, lambda meanings: Assignment(frozenset(meanings)), self.images)


def by_xcover(cover):
    """The covers that the library xcover finds, as sets of meanings."""
    task, meanings = cover_task(cover)
    found = ([meanings[option] for option in chosen] for chosen in _worker.exact_covers(task))
    return [frozenset(meaning for meaning in chosen if meaning is not None) for chosen in found]


@st.composite
def exact_covers(draw, most_options=9):
    """Exact covers of a few items, some of which any option covers, and of secondary items of two or three colours."""
    items = [f"item {i}" for i in range(draw(st.integers(1, 5)))]
    ranges = [(1, 1), (1, 1), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2), (1, 3), (0, 9), (3, 3), (0, 0)]
    copies = {item: draw(st.sampled_from(ranges)) for item in items}
    secondary = [f"edge {i}" for i in range(draw(st.integers(0, 3)))]
    owned = {edge: draw(st.sets(st.sampled_from(items))) for edge in secondary}
    options = []
    for number in range(draw(st.integers(0, most_options))):
        covers = sorted(draw(st.sets(st.sampled_from(items), min_size=1, max_size=3)))
        touched = [e for e in secondary if owned[e] & set(covers) or draw(st.integers(0, 4)) == 0]
        colours = {edge: draw(st.sampled_from(["red", "green", "blue"])) for edge in touched}
        options.append(Option((number,), covers, colours))
    return ExactCover(copies, options)
