"""What kinds of puzzles begin with that are there for something else than their rules."""

from cpmodels import Solution


class Lenient:
    """Its check takes any solution."""

    def check(self, _solution: Solution) -> list[str]:
        return []
