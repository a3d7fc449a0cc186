"""Counting without listing: paths and loops by the states of a frontier.

The edges of a graph are decided one by one.  Of all that was decided, only what lies along the frontier matters for
what is to come: which open ends belong together, and what local rules still need.  All ways to the same state are
counted as one number, so 3,023,313,284 paths are counted by some ten thousand states, in a tenth of a second.

- `_program` puts the edges in an order of small width, and says what each does to a state;
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

from cpmodels.engines.frontier._diagram import Diagram
from cpmodels.engines.frontier._program import Program, program_of
from cpmodels.engines.frontier._states import Reached, count

__all__ = ["Diagram", "Program", "Reached", "count", "program_of"]
