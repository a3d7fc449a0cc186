"""CP-SAT's parameters by name, from Python values and from text, and what they may do to a proof.

Most parameters say how CP-SAT searches, and can be set at will: each of those of OR-Tools 9.15 was set to several
values, one at a time, and no count or optimum came out wrong (the tests do so).  Those that make it stop early can be
set, too, as its status then claims no proof.  Others would make a wrong count or optimum look proved, or end the
program, and are refused.  Those that came with a later OR-Tools are passed on, but nothing is proved with them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from cpmodels import _cp_model as cp_model
from cpmodels.base._keywords import meant_keyword
from cpmodels.base.errors import CpmodelsError, ParameterError, invalid_model
from cpmodels.base.values import integer, listed, shown

CP_SAT = "cp-sat"
"""The name of CP-SAT among the engines."""

NONE: Mapping[str, Any] = MappingProxyType({})

PARAMETERS: Mapping[str, Any] = MappingProxyType({"linearization_level": 0, "presolve_inclusion_work_limit": 0})
"""CP-SAT parameters for every model: pure Boolean search, which is 10 to 60 times faster on these
puzzles, and a presolve without the step of OR-Tools issue 5293, which can lose solutions."""

DIRECT_PARAMETERS: Mapping[str, Any] = MappingProxyType(
    {
        **PARAMETERS,
        "cp_model_presolve": False,
        "symmetry_level": 0,
        "auto_detect_greater_than_at_least_one_of": False,
        "new_linear_propagation": False,
    }
)
"""CP-SAT parameters for models that are solved in a fraction of a second: `PARAMETERS`, and no presolve, which would
take longer than it saves.  Published ZIPs take 0.65 ms in place of 0.95; loops and paths, by the constraints of this
package and on boards of up to 60 x 60, take 10 to 60 % less time.  Harder models need the presolve, so that it is worth
a try of both: ``Model(..., parameters=cm.model.DIRECT_PARAMETERS)``."""

ENUMERATION: Mapping[str, Any] = MappingProxyType({"enumerate_all_solutions": True, "num_workers": 1})
"""CP-SAT parameters of a search for all solutions, over all others: several workers lose some (9.15)."""

PROOFS: Mapping[str, Any] = MappingProxyType(
    {
        "disable_constraint_expansion": False,
        "enumerate_all_solutions": False,
        "expand_reservoir_using_circuit": False,
        "fill_tightened_domains_in_response": False,
        "fix_variables_to_their_hinted_value": False,
        "instantiate_all_variables": True,
        "keep_all_feasible_solutions_in_presolve": True,
        "presolve_inclusion_work_limit": 0,
        "push_all_tasks_toward_start": False,
        "use_combined_no_overlap": False,
        "use_exact_lp_reason": True,
        "use_optional_variables": False,
        "use_pb_resolution": False,
    }
)
"""Parameters that change which solutions there are, with the only value under which a proof is one.

`fill_tightened_domains_in_response` loses solutions of some models (OR-Tools 9.15), and so does the presolve step that
`presolve_inclusion_work_limit` is of (issue 5293); with `disable_constraint_expansion` tables are taken for a
contradiction without presolve, and automata end the program, as some models do with `use_combined_no_overlap` and
`use_pb_resolution`; with `expand_reservoir_using_circuit` events of a reservoir at the same time come one after the
other, and what the first alone would break is lost."""

OF_THE_LIBRARY: Mapping[str, str] = MappingProxyType(
    {
        "catch_sigint_signal": "the library handles Ctrl-C",
        "log_to_stdout": "log_search_progress=true logs to standard error",
        "num_search_workers": "its name is num_workers now",
        "subsolver_params": "a preset is a set of parameters",
    }
)
"""Parameters that the library sets itself, with what to know instead."""

REFUSED = ("check_", "cut_max_active_count_value", "debug_", "mip_", "output_")
"""Beginnings of parameters that check or write proofs, end the program on purpose or by a check that comes too late, or
round numbers that are none."""

LEAST: Mapping[str, int] = MappingProxyType({"max_presolve_iterations": 1})
"""Parameters with less of which CP-SAT finds no solution where there is one, as of an automaton that no round of
presolve has seen (9.15)."""

MOST: Mapping[str, int] = MappingProxyType(
    {"extra_subsolvers": 100, "max_integer_rounding_scaling": 10**6, "num_full_subsolvers": 10_000, "subsolvers": 100}
)
"""Parameters that say how much CP-SAT does before it looks at its clock: the most, of numbers or entries, that takes it
but a moment.  It refuses too much of other things itself, such as too many workers."""

MANY_WORKERS = 10
"""From this number on, CP-SAT's own workers without presolve are known to make wrong claims (issue 5295)."""

NEWEST = (9, 15), 355
"""The OR-Tools whose parameters were looked at, and the greatest number of a field that one of them has."""


def refuse(parameters: cp_model.SatParameters, names: Iterable[str]) -> None:
    """Raise ParameterError when one of the parameters that were given has a value that may invalidate a proof."""
    for name in names:
        value = getattr(parameters, name)
        if name in OF_THE_LIBRARY:
            why = f"belongs to the library: {OF_THE_LIBRARY[name]}"
        elif name in PROOFS and value != PROOFS[name]:
            why = f"would make the result no proof: it stays {str(PROOFS[name]).lower()}"
        elif name in LEAST and value < LEAST[name]:
            why = f"would make the result no proof: it is at least {LEAST[name]}"
        elif name in MOST and (value if isinstance(value, int) else len(value)) > MOST[name]:
            why = f"takes at most {MOST[name]:,}: with more, CP-SAT would rarely check its time limit"
        elif name.startswith(REFUSED):
            why = "is not for a search: it may end the program, write files, or round"
        else:
            continue
        raise ParameterError(f"the CP-SAT parameter {name} {why}")


def unproved(parameters: cp_model.SatParameters) -> str | None:
    """Why nothing is proved by a search with these parameters, a sentence; None where it is as CP-SAT says.

    >>> unproved(cp_model.SatParameters())
    """
    given = {line.split(":")[0] for line in str(parameters).splitlines()} if new_names() else set()
    if unknown := sorted(given & new_names()):
        return f"the CP-SAT parameter {unknown[0]} is newer than this version of cpmodels: nothing is proved with it"
    if not parameters.cp_model_presolve and (parameters.num_workers or os.cpu_count() or 1) >= MANY_WORKERS:
        return (
            f"CP-SAT with {MANY_WORKERS} or more workers and without its presolve may find no solution where there is "
            "one (OR-Tools issue 5295): nothing is proved so"
        )
    return None


@cache
def new_names() -> frozenset[str]:
    """The parameters of the OR-Tools installed here that nobody has looked at."""
    from ortools import __version__ as installed  # type: ignore[attr-defined]

    looked_at, number = NEWEST
    release = tuple(map(int, installed.split(".")[:2]))
    return frozenset() if release <= looked_at else names_above(number)


def names_above(number: int) -> frozenset[str]:
    """The parameters whose fields have greater numbers: OR-Tools gives each new one the next.

    >>> sorted(names_above(353))[:2]
    ['inprocessing_use_sat_sweeping', 'subsume_during_vivification']
    """
    from ortools.sat.sat_parameters_pb2 import SatParameters  # It takes 12 ms.

    return frozenset(field.name for field in SatParameters.DESCRIPTOR.fields if field.number > number)


def seeding(seed: int | None) -> dict[str, Any]:
    """The parameters for a seed: without them the solver makes next to no use of it on these models."""
    if seed is None:
        return {}
    if not 0 <= parameter(seed, "the seed") < 2**31:
        raise ParameterError(f"the seed must be from 0 to {2**31 - 1}, not {seed}")
    return {"random_seed": int(seed), "permute_variable_randomly": True, "preferred_variable_order": "IN_RANDOM_ORDER"}


def check_options(engine: str | None, workers: int | None, seed: int | None, parameters: Mapping[str, Any]) -> None:
    """Raise ParameterError for what CP-SAT would not take, even where another engine answers before it is asked.

    And for what an engine other than CP-SAT could not heed, searching alone.
    """
    seeding(seed)
    if parameters:
        nothing, solver = cp_model.CpModel(), cp_model.CpSolver()
        # Without a search: some of them make one that never ends, of no variables, too.
        solver.parameters = sat_parameters(parameters, own={"log_search_progress": False, "stop_after_presolve": True})
        if solver.solve(nothing) == cp_model.MODEL_INVALID:
            raise rejected(nothing, solver.solution_info())
    if workers is not None and worker_count(workers) > 1 and engine not in (None, CP_SAT):
        raise ParameterError(f"the engine {engine} searches on one core: leave out the engine or workers={workers}")
    if parameters and engine not in (None, CP_SAT):
        raise ParameterError(f"{listed(list(parameters))} is for CP-SAT: leave it out, or the engine {engine}")


MOST_WORKERS = 10_000
"""More than any cluster has; the queues of Python's processes hold at most 2**31, on macOS 2**15."""


def worker_count(workers: int) -> int:
    """How many workers there are to be.  Raises ParameterError."""
    if (number := parameter(workers, "workers", 1)) > MOST_WORKERS:
        raise ParameterError(f"workers must be at most {MOST_WORKERS}, not {number}")
    return number


def parameter(value: Any, what: str, least: int | None = None) -> int:
    """A parameter that is a whole number.  Raises ParameterError."""
    try:
        return integer(value, what, least)
    except ValueError as error:
        raise ParameterError(str(error)) from None


def sat_parameters(*layers: Mapping[str, Any], own: Mapping[str, Any] = NONE) -> cp_model.SatParameters:
    """CP-SAT parameters, later layers over earlier ones, and over all of them the search's `own`.

    Of the time limits that are given and the search's own the shorter one holds.
    """
    parameters = cp_model.SatParameters()
    # The solver's own handler would swallow Ctrl-C, which belongs to the caller; its presolve can lose solutions.
    inclusion = "presolve_inclusion_work_limit"
    own = {"catch_sigint_signal": False, "log_to_stdout": False, inclusion: PROOFS[inclusion], **own}
    given = {name: value for layer in layers for name, value in layer.items()}
    for name, value in given.items():
        check_name(name)
        try:
            set_parameter(parameters, name, value)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            raise ParameterError(f"the CP-SAT parameter {name} does not take the value {shown(value)}") from None
    refuse(parameters, given)
    for name, value in own.items():
        if name == "max_time_in_seconds":
            value = min(value, parameters.max_time_in_seconds)
        set_parameter(parameters, name, value)
    return parameters


@cache
def parameter_names() -> frozenset[str]:
    """The names of CP-SAT's parameters, among those of methods and values."""
    parameters = cp_model.SatParameters()
    names = (name for name in dir(parameters) if name.islower() and name[0] != "_" and hasattr(parameters, name))
    return frozenset(name for name in names if not callable(getattr(parameters, name)))


def check_name(name: str) -> None:
    """Raise ParameterError for what is not the name of a parameter of CP-SAT."""
    if name not in parameter_names():
        close = meant_keyword(name, parameter_names())
        hint = f"; did you mean {close!r}?" if close else ""
        raise ParameterError(f"CP-SAT has no parameter {shown(name)}{hint}")


def set_parameter(parameters: cp_model.SatParameters, name: str, value: Any) -> None:
    """Set one parameter from a value of its type, or from the text of one; a list takes a list."""
    kind = type(getattr(parameters, name))
    if kind is bool and isinstance(value, str):
        value = {"true": True, "false": False}[value.lower()]
    elif hasattr(kind, "__members__") and isinstance(value, str):
        value = kind.__members__[value]
    elif kind is int and not isinstance(value, (bool, float)):
        value = int(value)
    elif kind is float and not isinstance(value, bool):
        value = float(value)
    elif kind.__name__.startswith("repeated"):
        # OR-Tools itself would print a line about a wrong value; protobuf raises an error.
        from ortools.sat import sat_parameters_pb2

        given: dict[str, Any] = {name: [value] if isinstance(value, str) else value}
        if not parameters.merge_text_format(str(sat_parameters_pb2.SatParameters(**given))):
            raise ValueError(value)
        return
    setattr(parameters, name, value)


def rejected(cp: cp_model.CpModel, info: str) -> CpmodelsError:
    """Why CP-SAT found a model or its own parameters invalid: what CP-SAT says of them, if the model is valid."""
    if wrong := cp.validate():
        return invalid_model(wrong)
    return ParameterError(f"CP-SAT rejects the parameters: {info}")
