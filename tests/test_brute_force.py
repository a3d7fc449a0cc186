"""Every kind on small boards against brute force: its solutions, their numbers, and what its check takes and refuses.

The puzzles, what is asked of them and what is right are those of `fuzz_differential`.
"""

import grid_oracles
import pytest
from examples import examples
from fuzz_differential import DRAWN, QUESTIONS, all_solutions, counted, least, one_of_each_orbit, promised, unique
from hypothesis import given
from hypothesis import strategies as st

EXAMPLES = dict.fromkeys(grid_oracles.ORACLES, 6) | {"zip": 200, "edge_matching": 200, "zigzaw": 80}
EXAMPLES |= dict.fromkeys(("garden", "garden_lattice", "garden_least", "garden_lattice_least"), 160)


@pytest.mark.parametrize("kind", DRAWN)
def test_any_puzzle_has_the_solutions_of_brute_force(kind):
    """Five questions about each puzzle, and one more; of gardens that minimise all that there is to ask."""
    puzzles, truth_of = DRAWN[kind]

    @examples(EXAMPLES.get(kind, 60))
    @given(puzzles, st.sampled_from(list(QUESTIONS)), st.randoms(use_true_random=False))
    def check(puzzle, another, random):
        truth = truth_of(puzzle)
        for ask in (all_solutions, one_of_each_orbit, promised, counted, unique, another) if truth else (least,):
            for what, found, right in ask(random, puzzle, truth):
                assert found == right, what
        assert truth is None or [solution for solution in truth.wrong if not puzzle.check(solution)] == []

    check()
