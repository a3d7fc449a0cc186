"""CP-SAT's parameters by name, from Python values and from text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from textwrap import shorten
from types import MappingProxyType
from typing import Any

from cpmodels import _cp_model as cp_model
from cpmodels._keywords import meant_keyword
from cpmodels.engines._known_parameters import PROOFS, refuse
from cpmodels.engines._table import CP_SAT
from cpmodels.errors import CpmodelsError, ModelError, ParameterError
from cpmodels.values import integer, listed, shown

NONE: Mapping[str, Any] = MappingProxyType({})


def seeding(seed: int | None) -> dict[str, Any]:
    """The parameters for a seed: without them the solver makes next to no use of it on these models."""
    if seed is None:
        return {}
    if not 0 <= parameter(seed, "the seed") < 2**31:
        raise ParameterError(f"the seed must be from 0 to {2**31 - 1}, not {seed}")
    return {
        "random_seed": int(seed),
        "permute_variable_randomly": True,
        "preferred_variable_order": "IN_RANDOM_ORDER",
    }


def refuse_settings(engine: str | None, workers: int | None, parameters: Mapping[str, Any]) -> None:
    """Raise ParameterError for what an engine other than CP-SAT could not heed, searching alone."""
    if engine in (None, CP_SAT):
        return
    if workers is not None and parameter(workers, "workers", 1) > 1:
        raise ParameterError(f"the engine {engine} searches on one core: leave out the engine or workers={workers}")
    if parameters:
        raise ParameterError(f"{listed(list(parameters))} is for CP-SAT: leave it out, or the engine {engine}")


def check_parameters(parameters: Mapping[str, Any]) -> None:
    """Raise ParameterError for what CP-SAT would not take, even where another engine answers before it is asked."""
    if parameters:
        nothing, solver = cp_model.CpModel(), cp_model.CpSolver()
        solver.parameters = sat_parameters(parameters, own={"log_search_progress": False})
        if solver.solve(nothing) == cp_model.MODEL_INVALID:
            raise rejected(nothing, solver.solution_info())


def parameter(value: Any, what: str, least: int | None = None) -> int:
    """A parameter that is a whole number.  Raises ParameterError."""
    try:
        return integer(value, what, least)
    except ValueError as error:
        raise ParameterError(str(error)) from None


def sat_parameters(*layers: Mapping[str, Any], own: Mapping[str, Any] = NONE) -> cp_model.SatParameters:
    """CP-SAT parameters, later layers over earlier ones, and over all of them the search's `own`."""
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
        return ModelError(f"CP-SAT rejects the model: {shorten(' '.join(wrong.split()), 300, placeholder=' ...')}")
    return ParameterError(f"CP-SAT rejects the parameters: {info}")
