"""Searching models: the first answer, all answers, their number, with what was proved."""

from cpmodels.search.counting import Count, count, is_unique
from cpmodels.search.enumeration import Solutions, solutions
from cpmodels.search.racing import Result, Status, solve
from cpmodels.search.run import Progress

__all__ = ["Count", "Progress", "Result", "Solutions", "Status", "count", "is_unique", "solutions", "solve"]
