"""Puzzles in the words of those who solve them, a module for each kind that comes with this package; see
`cpmodels.explain`.
"""
