"""Whether samples are uniform: a million draws of the paths through 5 x 5 cells."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import cpmodels as cm
from benchmarks.studies.frontiers.answers import question
from benchmarks.studies.questions import Answer

SIDE, DRAWS, AT_A_TIME = 5, 1_000_000, 20_000


@question("uniformity", "Whether samples are uniform")
def answer() -> Answer:
    """The chi-square statistics, of paths and of the steps that they take."""
    every = cm.all_solutions(cm.Zip(SIDE, SIDE))
    drawn: Counter[Any] = Counter()
    for seed in range(DRAWS // AT_A_TIME):
        drawn.update(path.cells for path in every.sample(AT_A_TIME, seed))
    expected, degrees = DRAWS / every.total, every.total - 1
    statistic = sum((drawn[path.cells] - expected) ** 2 / expected for path in every)
    away = (statistic - degrees) / (2 * degrees) ** 0.5
    steps: Counter[frozenset[Any]] = Counter()
    for cells, number in drawn.items():
        steps.update({frozenset(step): number for step in pairwise(cells)})
    share = max(abs(steps[frozenset(mark.cells)] / DRAWS - n / every.total) for mark, n in every.frequencies.items())
    return Answer(
        f"**The chi-square statistic of {DRAWS:,} draws is {away:+.1f} standard deviations from what is expected** of "
        f"{every.total:,} paths with the same chance each. Each was drawn, {min(drawn.values())} to "
        f"{max(drawn.values())} times, where {expected:.1f} times are expected.",
        f"the share of draws with a step differs by {share:.4f} at most from its frequency in the decision diagram.",
        ["paths", "draws", "chi-square", "degrees of freedom", "standard deviations"],
        [[every.total, DRAWS, f"{statistic:.1f}", degrees, f"{away:+.1f}"]],
    )
