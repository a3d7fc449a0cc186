"""What puzzles are written in, and what all else stands on; nothing here knows a model or a solver.

A kind of puzzles is a frozen value with a checker (`puzzle`), known by its name (`kinds`), that says what it asks in a
few classic structures (`description`) on the cells of a `lattice` or the nodes of a `graph`, what its files hold
(`fields`), and how it looks (`diagram`).
"""

__all__: list[str] = []
