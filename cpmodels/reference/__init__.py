"""Reference backtrackers: the searches that people write, in plain Python, step by step.

They need no solver, and nothing but a puzzle or its description.  Each is a generator of steps (`steps`), which `Walk`
makes a search of: to be iterated for its solutions, left, gone on with, and watched.

- `filling`: any exact cover, such as pieces on a board, place by place;
- `paths`: a path through all nodes, such as the cells of a ZIP;
- those of edge matching and gardens, in the module `reference` beside each kind;
- `articles`: the programs of the four articles as their authors wrote them, with their counts, in plain Python and in
  machine code.

>>> from cpmodels import Zip
>>> from cpmodels.reference.steps import Walk
>>> from cpmodels.reference.paths import paths
>>> search = Walk(paths(Zip(4, 4)))
>>> len(list(search)), search.exhausted, search.effort
(552, True, 19016)
"""

__all__: list[str] = []
