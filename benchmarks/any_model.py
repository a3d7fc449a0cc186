"""All solutions over some variables of any CpModel: this library, the loop that users write, and CP-SAT's enumeration.

    python -m benchmarks.any_model [--limit 60] [--out benchmarks/results/any_model]

The loop solves, adds a clause or constraint that excludes the solution, and solves again; for an objective it asks for
the optimum first, which then is a constraint.  The enumeration is CP-SAT's own, of all variables, whose repetitions are
passed over.  Both have the model's presolve and one worker.  Each is run in turn, in seconds of the clock: the median
of at most 15 runs, as long as they take less than a second.  All modules are loaded before.  No model is so small that
it takes CP-SAT much less than 10 ms: there it is beginnings that are measured, which take the library 1 to 3 ms longer.
"""

from __future__ import annotations

import argparse
import inspect
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from ortools.sat.python import cp_model

import cpmodels as cm
from benchmarks.bare_models import MODELS, Made
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table


def loop(cp: cp_model.CpModel, key: Sequence[Any], limit: float) -> set[tuple[int, ...]] | None:
    """Solve, exclude what was found, solve again; None where the time is up before the end."""
    solver, found, end = cp_model.CpSolver(), set[tuple[int, ...]](), time.monotonic() + limit
    solver.parameters.num_workers = 1
    while time.monotonic() < end:
        solver.parameters.max_time_in_seconds = max(end - time.monotonic(), 0.01)
        status = solver.solve(cp)
        if status == cp_model.INFEASIBLE:
            return found
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        found.add(values := tuple(solver.value(one) for one in key))
        different = []
        for i, (one, value) in enumerate(zip(key, values, strict=True)):
            if one.is_boolean:
                different.append(~one if value else one)
            else:
                different.append(cp.new_bool_var(f"{len(found)} {i}"))
                cp.add(one != value).only_enforce_if(different[-1])
        cp.add_bool_or(different)
    return None


def enumeration(cp: cp_model.CpModel, key: Sequence[Any], limit: float) -> set[tuple[int, ...]] | None:
    """CP-SAT's own enumeration of all variables; None where the time is up before the end."""
    found = set[tuple[int, ...]]()

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.add(tuple(self.value(one) for one in key))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(cp, Collector())
    return found if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) else None


def library(cp: cp_model.CpModel, key: Sequence[Any], limit: float) -> set[tuple[int, ...]] | None:
    """`cpmodels.solutions`."""
    model: Any = cm.Model(cp=cp, key=key, decode=tuple)
    with cm.solutions(model, time_limit=limit) as found:
        values: set[Any] = set(found)
        return values if found.exhausted else None


MOST_RUNS = 15

WAYS: Mapping[str, Callable[[cp_model.CpModel, Sequence[Any], float], set[tuple[int, ...]] | None]] = {
    "library": library,
    "enumeration": enumeration,
    "loop": loop,
}


def optimal(made: Made) -> Made:
    """The model of the optimal solutions of one with an objective, as users write it."""
    cp, key = made
    if cp.has_objective():
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(cp) == cp_model.OPTIMAL
        variables = [cp.get_int_var_from_proto_index(index) for index in cp.proto.objective.vars]
        coefficients = list(cp.proto.objective.coeffs)
        best = sum(c * solver.value(v) for c, v in zip(coefficients, variables, strict=True))
        cp.clear_objective()  # type: ignore[no-untyped-call]
        cp.add(cp_model.LinearExpr.weighted_sum(variables, coefficients) == best)
    return cp, key


def row_of(make: Callable[[], Made], limit: float) -> Measured:
    """The seconds of each way, None where the limit came first, and the number of solutions."""
    library(*MODELS["independent sets"](), limit)
    seconds, found = {name: list[float]() for name in WAYS}, dict[str, set[tuple[int, ...]] | None]()
    for name, way in MOST_RUNS * list(WAYS.items()):
        if sum(seconds[name]) < 1:
            cp, key = make()
            began = time.perf_counter()
            if name != "library":
                cp, key = optimal((cp, key))
            found[name] = way(cp, key, limit)
            seconds[name].append(time.perf_counter() - began)
    row: Measured = {name: None if found[name] is None else round(median(seconds[name]), 4) for name in WAYS}
    sets = [one for one in found.values() if one is not None]
    assert all(one == sets[0] for one in sets), "the ways differ"
    return {"solutions": len(sets[0]) if sets else None, **row}


def times(row: Measured, other: str, limit: float) -> float:
    """How many times longer than the library another way takes, at least."""
    return float(limit if row[other] is None else row[other]) / float(row["library"])


def shown(seconds: float | None, limit: float) -> str:
    return f"> {limit:g}" if seconds is None else f"{seconds:.3f}"


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    """The parts of the page."""
    limit = float(facts["limit"])
    done = [row for row in rows if row["library"] is not None]
    by_loop, by_cp_sat = ([times(row, other, limit) for row in done] for other in ("loop", "enumeration"))
    yield "# All solutions of any model"
    yield "How long do all solutions over some variables of a CpModel take, by the library and by what users write?"
    yield (
        f"Of {len(rows)} models the library lists all solutions of {len(done)}. The loop takes {median(by_loop):.0f} "
        f"times as long in the median, {min(by_loop):.1f} to {max(by_loop):,.0f} times, and at least ten times for "
        f"{sum(one >= 10 for one in by_loop)} of them. CP-SAT's own enumeration takes {median(by_cp_sat):.1f} times "
        f"as long, {min(by_cp_sat):.2f} to {max(by_cp_sat):,.0f} times. Where the limit of {limit:g} s came first, "
        f"that is taken."
    )
    yield "## Model by model"
    yield "Seconds, in the order of how often the loop's time is the library's."
    yield table(
        ["model", "solutions", "library", "CP-SAT's enumeration", "loop", "loop / library"],
        [
            [
                f"{row['model']}: {inspect.getdoc(MODELS[row['model']])}",
                f"{row['solutions']:,}" if row["solutions"] is not None else "-",
                *(shown(row[way], limit) for way in WAYS),
                f"{'> ' * (row['loop'] is None)}{times(row, 'loop', limit):,.0f}" if row["library"] else "-",
            ]
            for row in sorted(done, key=lambda row: times(row, "loop", limit))
        ],
    )
    yield "## The loop"
    yield "To copy, where the library is not wanted:"
    yield f"```python\n{inspect.getsource(loop).rstrip()}\n```"


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """All models."""
    for name, make in MODELS.items():
        yield {"model": name}, partial(row_of, make, asked.limit)


MEASUREMENT = Measurement("benchmarks.any_model", "any_model", ("model",), cases, parts, limit=60)

if __name__ == "__main__":
    MEASUREMENT.command()
