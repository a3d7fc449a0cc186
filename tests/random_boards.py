"""Small boards at random of all kinds that are one file each, by what makes new puzzles of them."""

from pathlib import Path

import cpmodels.puzzles
from cpmodels.generating import candidates
from cpmodels.kinds import kind_named

KINDS = sorted(file.stem for file in Path(cpmodels.puzzles.__file__).parent.glob("[a-z]*.py"))
SIZES = {"queens": 5, "star_battle": 5}
OPTIONS = {"star_battle": {"stars": 1}}


def random_board(kind, random, most=1.0):
    """A board with some clues of a solution, up to this share of them."""
    size = SIZES.get(kind, 4)
    candidate = next(candidates(kind_named(kind), (size, size), random, **OPTIONS.get(kind, {})))
    count = random.randint(0, int(most * len(candidate.clues)))
    return candidate.puzzle(random.sample(candidate.clues, count))
