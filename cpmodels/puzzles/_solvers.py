"""What the kinds of this package give to races: solvers of their own, and small puzzles by which others warm up.

`cpmodels.racing` loads this module by its name, and knows no kind.
"""

import cpmodels.puzzles.edge_matching.article
import cpmodels.puzzles.edge_matching.reference
import cpmodels.puzzles.garden.article
import cpmodels.puzzles.garden.reference
import cpmodels.puzzles.zigzaw.article
import cpmodels.puzzles.zip.article  # noqa: F401
from cpmodels.base.kinds import kind_named
from cpmodels.racing._solvers import SMALL

SMALL["path"] = lambda: kind_named("zip")(3, 3)
SMALL["board"] = lambda: kind_named("edge_matching")(1, 2, [(1, 2, 3, 4), (5, 6, 7, 2)])
SMALL["cover"] = lambda: kind_named("shikaku")([[2, None], [2, None]])
SMALL["loop"] = lambda: kind_named("simple_loop")(2, 2)
