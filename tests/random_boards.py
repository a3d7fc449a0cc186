"""Small boards at random of all kinds that are one file each, by what makes new puzzles of them."""

from pathlib import Path

import cpmodels.puzzles
from cpmodels._candidates import candidates, makes_candidates
from cpmodels.base.kinds import kind_named, kind_names

FILES = {file.stem for file in Path(cpmodels.puzzles.__file__).parent.glob("[a-z]*.py")}
KINDS = [kind for kind in kind_names() if kind in FILES and makes_candidates(kind_named(kind))]
SIZES = {"queens": 5, "star_battle": 5}
OPTIONS = {"star_battle": {"stars": 1}}


def random_board(kind, random):
    """A board with some of the clues of a solution."""
    size = SIZES.get(kind, 4)
    candidate = next(candidates(kind_named(kind), (size, size), random, **OPTIONS.get(kind, {})))
    return candidate.puzzle(random.sample(candidate.clues, random.randint(0, len(candidate.clues))))
