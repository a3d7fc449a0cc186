"""Searching models with CP-SAT: the first solution, all solutions, and sweeps over many workers.

`cpmodels.search.solving` asks; what is here answers, for models, and knows no kind of puzzle.

>>> import cpmodels as cm
>>> with cm.solutions(cm.Zip(2, 2)) as paths:
...     first = next(paths)
>>> paths.found, paths.exhausted
(1, False)
"""

from cpmodels.base._clock import Progress
from cpmodels.search._executors import cluster
from cpmodels.search._ledger import merge
from cpmodels.search._question import Result, Statistics, Status
from cpmodels.search._solutions import Solutions
from cpmodels.search._sweep import Sweep, sweep

__all__ = ["Progress", "Result", "Solutions", "Statistics", "Status", "Sweep", "cluster", "merge", "sweep"]
