"""The table of engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from cpmodels._parameters import CP_SAT as CP_SAT
from cpmodels.base.description import Description, ExactCover, HamiltonianPath, Subgraph, described
from cpmodels.base.errors import KindError, MissingExtraError, ParameterError
from cpmodels.base.values import either, joined, shown

if TYPE_CHECKING:
    from cpmodels.base.puzzle import Puzzle, S

BACKTRACK = "backtrack"
"""The name of backtracking."""

FRONTIER = "frontier"
"""The name of counting by the states of a frontier."""

GLUCOSE = "glucose"
"""The name of Glucose with cuts."""


@dataclass(frozen=True)
class Engine:
    """An engine, as the table has it.

    name: what it is called, where an engine is named and in what is found.
    reads: what it reads: the ``"model"`` with all that was added to it, the ``"clauses"`` made of that, or the
        ``"description"`` of the puzzle, and so no constraint that was added to a model.
    library: the module that it comes with.
    package: what pip installs that by.
    lists: whether it names the solutions that it counts.
    lists_orbits: whether it can name one of each orbit alone.
    structures: of descriptions, which of them it reads.

    >>> ENGINES["ganak"].lists, ENGINES["cadical"].package
    (False, 'python-sat')
    """

    name: str
    reads: Literal["model", "clauses", "description"]
    library: str
    package: str
    lists: bool = True
    lists_orbits: bool = False
    structures: tuple[type, ...] = ()

    @property
    def is_installed(self) -> bool:
        """Whether the library is there; it may still turn out not to load."""
        return find_spec(self.library) is not None

    def missing(self) -> MissingExtraError:
        """The error of an engine whose library is not installed."""
        return MissingExtraError(f"the engine {self.name} is not installed: pip install {self.package}")


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        engine.name: engine
        for engine in (
            Engine(CP_SAT, "model", "ortools", "ortools", lists_orbits=True),
            Engine(
                BACKTRACK, "description", "numba", "numba", lists_orbits=True, structures=(ExactCover, HamiltonianPath)
            ),
            Engine(GLUCOSE, "description", "pysat", "python-sat", lists_orbits=True, structures=(ExactCover, Subgraph)),
            Engine("cadical", "clauses", "pysat", "python-sat"),
            Engine("ganak", "clauses", "pyganak", '"cpmodels[engines]"', lists=False),
            Engine("xcover", "description", "xcover", '"cpmodels[engines]"', structures=(ExactCover,)),
            Engine(FRONTIER, "description", "numpy", "numpy", structures=(ExactCover, HamiltonianPath, Subgraph)),
        )
    }
)
"""The table of engines, by name."""

READING_MODELS = [engine.name for engine in ENGINES.values() if engine.reads != "description"]
"""The engines that need no description of a puzzle."""


def engine_named(name: str) -> Engine:
    """The engine of a name.  Raises ParameterError for an unknown one, MissingExtraError for one not installed."""
    if not isinstance(name, str) or name not in ENGINES:
        raise ParameterError(f"there is no engine {shown(name)}: use {', '.join(ENGINES)}")
    engine = ENGINES[name]
    if not engine.is_installed:
        raise engine.missing()
    return engine


def refuse_listing(engine: object, *, orbits: bool = False) -> None:
    """Raise ParameterError for an engine that does not list solutions or, with `orbits`, one of each orbit."""
    if not isinstance(engine, str) or engine not in ENGINES:
        return
    if not ENGINES[engine].lists:
        raise ParameterError(f"the engine {engine} counts solutions but does not list them; use cadical")
    if orbits and not ENGINES[engine].lists_orbits:
        others = either([other.name for other in ENGINES.values() if other.lists_orbits])
        raise ParameterError(f"the engine {engine} does not list one solution of each orbit: use {others}")


STRUCTURES: Mapping[type, str] = MappingProxyType(
    {ExactCover: "an exact cover", HamiltonianPath: "a path through all nodes", Subgraph: "a loop or paths in a graph"}
)
"""What the structures of descriptions are called."""


def described_for(puzzle: Puzzle[S], engine: str) -> Description[S]:
    """The description of a puzzle, which an engine is to read.

    Raises KindError, which names the engines that know the puzzle, where there is none or it is of another structure.
    """
    description = None if puzzle.minimise else described(puzzle)
    if description is None:
        aim = "that minimises " if puzzle.minimise else "that maximises " if puzzle.maximise else ""
        others = [CP_SAT] if puzzle.minimise else READING_MODELS
        raise KindError(
            f"the engine {engine} needs the description of a puzzle, but a puzzle of the kind {puzzle.kind} "
            f"{aim}has none: its model is read by {joined(others)}"
        )
    structure, wanted = type(description.problem), ENGINES[engine].structures
    if structure not in wanted:
        what = either([STRUCTURES[one] for one in wanted])
        others = [
            other.name for other in ENGINES.values() if other.reads != "description" or structure in other.structures
        ]
        raise KindError(
            f"a puzzle of the kind {puzzle.kind} is not described as {what}, which the engine {engine} reads; "
            f"use {either(others)}"
        )
    return description
