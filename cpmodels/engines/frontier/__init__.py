"""Counting without listing: paths, loops and covers by the states of a frontier.

The edges of a graph, or the options of a cover, are decided one by one.  Of all that was decided, only what lies along
the frontier matters for what is to come: which open ends belong together, which items are covered, and what local rules
still need.  All ways to the same state are counted as one number, so 3,023,313,284 paths are counted by some five
thousand states at a time, in a hundredth of a second.

- `_program` puts the choices in an order of small width;
- `_layout` says what each does to a state, and `_rules` what is left of a rule for some of them;
- `_kernel` takes the states from one layer to the next, in machine code where Numba is installed;
- `_states` runs the layers, and sums up;
- `_diagram` keeps all states as a decision diagram, of which solutions are taken by their rank.

Sources: Knuth, The Art of Computer Programming 4A, 7.1.4 (Simpath); Kawahara, Inoue, Iwashita and Minato,
"Frontier-based search for enumerating all constrained subgraphs with compressed representation" (2017).

>>> import cpmodels as cm
>>> found = cm.count(cm.Zip(8, 8), engine="frontier")
>>> found.total, found.orbits
(6046626568, 377919174)
"""

from cpmodels.engines.frontier._diagram import DecisionDiagram
from cpmodels.engines.frontier._program import program_of
from cpmodels.engines.frontier._states import Reached, count

__all__ = ["DecisionDiagram", "Reached", "count", "program_of"]
