"""The Hanging Gardens: every subset of the directions of a lattice as a tile, hung in the air or packed."""

from cpmodels.puzzles.garden.puzzle import Garden, Variant

__all__ = ["Garden", "Variant"]
