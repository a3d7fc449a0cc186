"""The vocabulary: constraints that are added to any CpModel, over literals and a description or a graph."""

from cpmodels.constraints._cover import exact_cover

__all__ = [
    "exact_cover",
]
