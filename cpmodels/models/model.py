"""A model: a CpModel that knows which of its variables are the answer, and how to read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from ortools.sat.python import cp_model

from cpmodels.errors import TooLargeError
from cpmodels.puzzles import Puzzle, Solution

S = TypeVar("S", bound=Solution)

LARGEST_MODEL = 500_000
"""Models that would need more placement variables than this, about ten seconds' building, are refused."""

PARAMETERS: Mapping[str, Any] = MappingProxyType({"linearization_level": 0, "presolve_inclusion_work_limit": 0})
"""CP-SAT parameters for every model: pure Boolean search, which is 10 to 60 times faster on these
puzzles, and a presolve without the step of OR-Tools issue 5293, which can lose solutions."""


@dataclass(frozen=True)
class Model(Generic[S]):
    """A puzzle as a CpModel, with the variables that are its answer.

    cp: an ordinary CpModel; add rules of your own to it.
    key: Boolean variables which together are the answer.  All others are functions of these, so that
        native enumeration gives every answer once.
    decode: the answer that the values of the key say, in their order.
    symmetries: the symmetries of the puzzle as permutations of key positions (position i goes to
        ``symmetry[i]``), the identity first; it alone by default.
    pivots: key positions of which exactly one is true in every answer, mapped to one another by the
        symmetries or by some of them; empty where the puzzle has none.
    parameters: CP-SAT parameters that suit this model.
    labellings: how many answers one picture stands for when equal pieces are told apart.
    impossible: why there is no answer, where that is plain without any search.
    hard: whether to race seeds on all cores for a first answer, as times are long and heavy-tailed.
    narrower: yields models of narrower puzzles, whose answers are answers of this one too and may be
        found much sooner.
    nearby: yields models of similar puzzles that are easier, close to whose answers there often are some of
        this one.
    kept: for an answer of a nearby puzzle, key positions to keep at its values: a neighbourhood of it, another
        one with each call.
    attempts: a search for one answer by other means, if there are any that may be much sooner: takes a seed, yields
        None after each short step and at last the key's values, a byte each; without an answer it goes on for ever,
        or ends where there is nothing to try.
    sizes_as_built: by which `as_built` tells whether a rule was added; set by itself.
    """

    puzzle: Puzzle[S]
    cp: cp_model.CpModel
    key: tuple[cp_model.IntVar, ...]
    decode: Callable[[Sequence[int]], S]
    symmetries: tuple[tuple[int, ...], ...] = ()
    pivots: tuple[int, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=lambda: PARAMETERS)
    labellings: int = 1
    impossible: str | None = None
    hard: bool = False
    narrower: Callable[[], Iterator[Model[S]]] = lambda: iter(())
    nearby: Callable[[], Iterator[Model[S]]] = lambda: iter(())
    kept: Callable[[S, Random], Mapping[int, bool]] = lambda _answer, _random: {}
    attempts: Callable[[int], Iterator[bytes | None]] | None = None
    sizes_as_built: tuple[int, ...] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.symmetries:
            object.__setattr__(self, "symmetries", (tuple(range(len(self.key))),))
        if self.sizes_as_built is None:
            object.__setattr__(self, "sizes_as_built", self._sizes())

    def _sizes(self) -> tuple[int, ...]:
        proto = self.cp.proto
        return len(proto.constraints), len(proto.variables), len(proto.assumptions)

    @property
    def as_built(self) -> bool:
        """Whether no rule has been added since: only then do the puzzle's symmetries still hold."""
        return self._sizes() == self.sizes_as_built and all(tuple(v.proto.domain) == (0, 1) for v in self.key)

    def with_key(self, values: Mapping[int, bool]) -> cp_model.CpModel:
        """A copy of the CpModel in which some positions of the key are fixed."""
        cp = self.cp.clone()
        literals = {position: cp.get_bool_var_from_proto_index(self.key[position].index) for position in values}
        cp.add_bool_and([literals[position] if value else ~literals[position] for position, value in values.items()])
        return cp


def refuse_large(variables: int, what: str) -> None:
    """Raise TooLargeError when a model would need too many variables."""
    if variables > LARGEST_MODEL:
        raise TooLargeError(f"{what} needs {variables:,} variables; the most that is tried is {LARGEST_MODEL:,}")
