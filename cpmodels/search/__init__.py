"""Searching models: the first answer, all answers, their number, with what was proved."""

from cpmodels.search.counting import Count, count, is_unique
from cpmodels.search.enumeration import Solutions, solutions
from cpmodels.search.merging import merge
from cpmodels.search.racing import Result, Status, solve
from cpmodels.search.run import Progress
from cpmodels.search.sweeping import Sweep, sweep

__all__ = [
    "Count",
    "Progress",
    "Result",
    "Solutions",
    "Status",
    "Sweep",
    "count",
    "is_unique",
    "merge",
    "solutions",
    "solve",
    "sweep",
]
