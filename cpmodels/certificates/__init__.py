"""Certificates: files that prove how many solutions a puzzle has, to be checked without any solver.

`cpmodels.confirm` writes one with ``proof=FILE``, and `verify` checks it.  A certificate is a zip archive of:

- ``about.json``: what is claimed, and which version wrote it,
- ``puzzle.json``: the puzzle,
- ``formula.cnf``: the puzzle as clauses (`cpmodels.engines.to_dimacs`), with comments that name the variables of a
  solution, and last a clause for each solution, which forbids it,
- ``solutions.json``: for each solution a list of the variables that are true,
- ``proof.lrat``: the proof that nothing makes all these clauses true (see `cpmodels.lrat`); other checkers of the LRAT
  form take it together with ``formula.cnf``, too.

With an objective the solutions are the best ones, and the proof says that there is none better, too: the formula
demands the optimum, or that the objective is better and the key's last variable true, which it is in no solution.

What a certificate proves rests on the translation of the puzzle into clauses, with all that a model or a description
rules out on the way; on the puzzle's own `check`, which of a CpModel without a puzzle is that of its clauses alone; on
the checker of the proof, `cpmodels.lrat`; and on Python.  It rests on no solver: whatever wrote the proof, each of its
steps is checked.

>>> import cpmodels as cm
>>> found = cm.confirm("zip-6", proof="zip-6.zip")  # doctest: +SKIP
>>> cm.verify("zip-6.zip").claim  # doctest: +SKIP
"the puzzle 'zip-6' (zip, digest 23db9e7b1b19a96a) has exactly one solution"
"""

from cpmodels.certificates._certificate import Verification, verify

__all__ = ["Verification", "verify"]
