"""Every kind on small boards against brute force: its solutions, their numbers, and what its check takes and refuses.

The puzzles and what is right are those of `fuzz_differential`; gardens are in `test_garden_lattices`.
"""

import grid_oracles
import pytest
from examples import examples
from fuzz_differential import DRAWN, all_solutions, counted, unique
from hypothesis import given
from hypothesis import strategies as st

EXAMPLES = {"zip": 200, "edge_matching": 200, "zigzaw": 80, **dict.fromkeys(grid_oracles.ORACLES, 6)}


@pytest.mark.parametrize("kind", [kind for kind in DRAWN if "garden" not in kind])
def test_any_puzzle_has_the_solutions_of_brute_force(kind):
    puzzles, truth_of = DRAWN[kind]

    @examples(EXAMPLES.get(kind, 60))
    @given(puzzles, st.randoms(use_true_random=False))
    def check(puzzle, random):
        truth = truth_of(puzzle)
        for ask in (all_solutions, counted, unique):
            for what, found, right in ask(random, puzzle, truth):
                assert found == right, what
        assert [solution for solution in truth.wrong if not puzzle.check(solution)] == []

    check()
