"""What parameters of CP-SAT may do to a proof, and so whether a caller may set them.

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
from cpmodels.errors import ParameterError

PROOFS: Mapping[str, Any] = MappingProxyType(
    {
        "enumerate_all_solutions": False,
        "fill_tightened_domains_in_response": False,
        "fix_variables_to_their_hinted_value": False,
        "instantiate_all_variables": True,
        "keep_all_feasible_solutions_in_presolve": True,
        "presolve_inclusion_work_limit": 0,
        "push_all_tasks_toward_start": False,
        "use_exact_lp_reason": True,
        "use_optional_variables": False,
    }
)
"""Parameters that change which solutions there are, with the only value under which a proof is one.

`fill_tightened_domains_in_response` loses solutions of some models (OR-Tools 9.15), and so does the presolve step that
`presolve_inclusion_work_limit` is of (issue 5293)."""

ENDS_THE_PROGRAM = frozenset({"cut_max_active_count_value"})
"""Parameters that OR-Tools checks too late, by ending the process."""

OF_THE_LIBRARY: Mapping[str, str] = MappingProxyType(
    {
        "catch_sigint_signal": "the library handles Ctrl-C",
        "log_to_stdout": "log_search_progress=true logs to standard error",
        "num_search_workers": "its name is num_workers now",
        "subsolver_params": "a preset is a set of parameters",
    }
)
"""Parameters that the library sets itself, with what to know instead."""

REFUSED = ("check_", "debug_", "mip_", "output_")
"""Beginnings of parameters that check or write proofs, end the program on purpose, or round numbers that are none."""

MOST: Mapping[str, int] = MappingProxyType(
    {
        "extra_subsolvers": 100,
        "max_integer_rounding_scaling": 10**6,
        "num_full_subsolvers": 10_000,
        "subsolvers": 100,
    }
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
        elif name in MOST and (value if isinstance(value, int) else len(value)) > MOST[name]:
            why = f"takes at most {MOST[name]:,}: with more, CP-SAT would rarely check its time limit"
        elif name in ENDS_THE_PROGRAM or name.startswith(REFUSED):
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
