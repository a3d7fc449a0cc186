"""Any CpModel as a value: read from a file, sent to other processes, asked about like a puzzle.

>>> from ortools.sat.python import cp_model
>>> import cpmodels as cm
>>> cp = cp_model.CpModel()
>>> lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
>>> switch, rule = cp.new_bool_var("switch"), cp.add_at_least_one(lamps)
>>> saved = SavedModel(str(cp.proto), key=["lamp *"])
>>> cm.count(saved).total
7
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from cpmodels.base._clock import solved_beside
from cpmodels.base.errors import ModelError, PuzzleError, invalid_model
from cpmodels.base.fields import NOT_IN_FILES
from cpmodels.base.puzzle import Assignment, Puzzle
from cpmodels.base.values import check_name, is_whole, items, listed, repeated, shown

__all__ = ["SavedModel"]


@dataclass(frozen=True)
class SavedModel(Puzzle[Assignment]):
    """A CpModel, and which of its variables are the solution.

    proto: the model in protobuf's text form, as ``str(cp.proto)`` has it.
    key: the names of these variables, or patterns of names such as ``"x_*"``; by default all variables.  A variable
        without a name, or with that of another one, is called by its place, such as ``"#3"``, as is one called ``"*"``.
        The Boolean variables that a `Model` added for a number, such as ``"x = 3"``, are not meant by a pattern that
        also fits the number.

    Its only rules are the constraints of the model: `check` asks CP-SAT whether they can be met, for as long as it
    takes, or until Ctrl-C.

    Raises PuzzleError for what are not texts; when it is searched, ModelError for a text of another form, a model that
    CP-SAT calls invalid, and a pattern that no name fits.

    >>> SavedModel('variables { name: "x" domain: [2, 5] }').check(Assignment((), (("x", 6),)))
    ['x cannot be 6']
    """

    kind = "cp-model"
    title = "CP-SAT model"

    proto: str = field(repr=False)
    key: tuple[str, ...] = ("*",)
    name: str | None = field(default=None, compare=False)
    searched: bool = field(default=False, compare=False, repr=False, metadata=NOT_IN_FILES)
    """Whether solutions are those of a search of this very model, which has seen to its constraints: then, as of the
    puzzle of a `Model` that was loaded, `check` says nothing of any."""

    if TYPE_CHECKING:

        def __init__(
            self, proto: str, key: str | Iterable[str] = ("*",), name: str | None = None, searched: bool = False
        ) -> None: ...

    def __post_init__(self) -> None:
        key = tuple([self.key] if isinstance(self.key, str) else items(self.key, "the key"))
        for text, what in [(self.proto, "the model"), *((pattern, "a name in the key") for pattern in key)]:
            if not isinstance(text, str):
                raise PuzzleError(f"{what} must be a text, not {shown(text)}")
            check_name(text, what)
        object.__setattr__(self, "key", key)

    def check(self, solution: Assignment) -> list[str]:
        """What keeps these values from being a part of an assignment that obeys all constraints."""
        if self.searched:
            return []
        from cpmodels import _cp_model as cp_model

        cp = cp_model.CpModel()
        entries = self.entries(cp)
        given = [*((name, 1) for name in solution.true), *solution.numbers]
        if unknown := [name for name, _ in given if not isinstance(name, str) or name not in entries]:
            return [f"{listed(unknown)} is not in the key"]
        if several := repeated(name for name, _ in given):
            return [f"there is more than one value for {listed(several)}"]
        values = {name: 0 for name, entry in entries.items() if entry.is_boolean} | dict(given)
        if missing := [name for name in entries if name not in values]:
            return [f"there is no value for {listed(missing)}"]
        broken = []
        for name, entry in entries.items():
            value = values[name]
            if is_whole(value) and any(
                low <= value <= high for low, high in zip(*[iter(entry.proto.domain)] * 2, strict=True)
            ):
                cp.add(entry == int(value))
            else:
                broken.append(f"{name} cannot be {shown(value)}")
        if broken:
            return broken
        solver = cp_model.Solver()
        solver.parameters.num_workers = 1
        solver.parameters.stop_after_first_solution = True  # Be it the best or not.
        solver.parameters.presolve_inclusion_work_limit = 0  # Else solutions can be lost (OR-Tools issue 5293).
        status = solved_beside(solver, cp)
        return ["it breaks the constraints of the model"] if status == cp_model.INFEASIBLE else []

    def entries(self, cp: Any) -> dict[str, Any]:
        """The variables of the key by their names, once the model has been written into an empty CpModel.

        Raises ModelError.
        """
        self.write(cp)
        return variables_called(cp, self.key)

    def write(self, cp: Any) -> None:
        """Write the model into an empty CpModel.  Raises ModelError for a text of another form, or an invalid model."""
        if not cp.proto.parse_text_format(self.proto):
            raise ModelError(f"the text is not a CpModel in protobuf's text form{wrong_place(self.proto)}")
        if wrong := cp.validate():
            raise invalid_model(wrong)
        cp.proto.clear_symmetry()  # What is added need not keep it.
        try:
            for one in (*cp.proto.variables, *cp.proto.constraints) if "\\" in self.proto else ():
                str(one.name)
        except UnicodeDecodeError:
            raise ModelError("a name in the model is not UTF-8") from None


PART = 2**20
"""How many characters of a model are read at a time to find what is wrong with it."""


def wrong_place(proto: str) -> str:
    """Where the text of a CpModel is wrong, and how, if protobuf's own reader says it.

    It reads a megabyte a second: what comes before the wrong part is read by that of CP-SAT.
    """
    from google.protobuf import text_format  # type: ignore[import-untyped]
    from ortools.sat.cp_model_pb2 import CpModelProto

    from cpmodels import _cp_model as cp_model

    begin = end = 0
    while end >= 0 and cp_model.CpModelProto().parse_text_format(proto[begin:end]):
        begin, end = end, max(proto.rfind(f"\n{field}", end + 1, end + PART) for field in ("variables", "constraints"))
    try:
        text_format.Parse(proto[begin:], CpModelProto())
    except text_format.ParseError as error:
        place, _, problem = str(error).partition(" : ")
        line = proto.count("\n", 0, begin) + int(place.split(":")[0])
        problem = problem.rpartition("': ")[2]  # Without the line, which it may quote.
        return f": line {line}: {problem:.200}"
    return ""


def names_in(cp: Any) -> list[str]:
    """What the variables of a CpModel are called: one without a name, or with that of another one, by its place."""
    given = [variable.name for variable in cp.proto.variables]
    times, places = Counter(given), [f"#{place}" for place in range(len(given))]
    times.update(["", "*", *places])  # No name is the place of another one, or the pattern of all.
    return [name if times[name] == 1 else place for name, place in zip(given, places, strict=True)]


ADDED = re.compile(r"(.+) (= -?\d+|bit \d+)")
"""What a `Model` calls the Boolean variables that it adds for the values, or the binary digits, of a number."""


def _added(cp: Any, names: dict[str, int], chosen: Iterable[str]) -> set[str]:
    """The variables that a `Model` added for numbers which are chosen, too, and which it has tied to these."""
    known = set(chosen)
    called = {name for name in known if (of := ADDED.fullmatch(name)) and of[1] in known}
    tied = set[int]()
    for one in cp.proto.constraints if called else ():
        if one.has_exactly_one():  # One that is asked for another field than it has is changed by that.
            tied.update(one.exactly_one.literals)
        elif one.has_linear() and not len(one.enforcement_literal) and len({*one.linear.domain}) == 1:
            tied.update(one.linear.vars)
    return {name for name in called if names[name] in tied}


def variables_called(cp: Any, patterns: Iterable[str]) -> dict[str, Any]:
    """The variables of a CpModel by names, or patterns such as ``"x_*"``.  Raises ModelError."""
    names = {name: place for place, name in enumerate(names_in(cp))}
    entries: dict[str, Any] = {}
    for pattern in patterns:
        chosen = [pattern] if pattern in names else [name for name in names if fnmatchcase(name, pattern)]
        if not chosen and pattern != "*":
            several = any(variable.name == pattern for variable in cp.proto.variables)
            problem = "several variables are" if several else "no variable is"
            there = f"there is {listed(list(names))}" if names else "the model has no variables"
            raise ModelError(f"{problem} called {shown(pattern)}; {there}")
        added = _added(cp, names, chosen)
        entries.update((name, cp.get_int_var_from_proto_index(names[name])) for name in chosen if name not in added)
    return entries
