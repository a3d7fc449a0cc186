"""Drafts of new puzzles, a module for each kind that comes with this package; see `cpmodels.generate`."""
