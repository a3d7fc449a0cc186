"""Races: any puzzle given to all solvers that are installed, each in a process of its own, and what came of it.

`cpmodels.race` runs one; `python -m benchmarks`, in the project's folder, runs families of them by the same machinery.

Any solver can take part: a Python file makes a `Solver` of a function that turns a `Question` into a search, and calls
`register`.  ``cm.load(file)`` and ``cpmodels race --load FILE`` take in such a file; of an installed package, an entry
point of the group ``cpmodels.solvers`` leads to the module, and its solvers take part by themselves.

>>> from itertools import permutations
>>> from cpmodels import Path, Zip
>>> from cpmodels.racing import Question, Solver, register
>>> class Orders:
...     '''Tries the cells in every order.'''
...     def __init__(self, question):
...         self.puzzle, self.exhausted, self.effort = question.puzzle, False, 0
...     def __iter__(self):
...         for cells in permutations(sorted(self.puzzle.cells)):
...             self.effort += 1
...             if not self.puzzle.check(path := Path(cells)):
...                 yield path
...         self.exhausted = True
>>> solver = Solver("orders", "mine", Orders, kinds=("zip",))
>>> search = solver(Question(Zip(2, 2), "all"))
>>> len(list(search)), search.effort, search.exhausted
(8, 24, True)

In a file, ``register(solver)`` makes it known.
"""

from cpmodels.racing._race import race
from cpmodels.racing._results import Entry, Race
from cpmodels.racing._solvers import TASKS, Question, Search, Solver, Task, register

__all__ = ["TASKS", "Entry", "Question", "Race", "Search", "Solver", "Task", "race", "register"]
