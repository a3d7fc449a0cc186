"""Random small puzzles of every kind, put to the library in all the ways there are, against brute force.

A trial draws a puzzle, asks one of the `QUESTIONS` about it, and compares what it hears with what the oracle knows.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, reduce
from random import Random
from typing import Any

import grid_oracles
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy
from lattice_oracle import Ground, cheapest_gardens, cost, gardens
from oracles import edge_matching_boards, picture, picture_orbits, zigzaw_boards, zip_orbits, zip_paths
from puzzle_strategies import edge_matchings, lattice_variants, small_variants, zigzaws, zips

import cpmodels as cm
import readers
from cpmodels.engines import ENGINES
from cpmodels.puzzles import Placement
from cpmodels.testing import check_kind

Compared = Iterator[tuple[str, object, object]]
"""What was asked, what the library says, and what is right."""


@dataclass(frozen=True)
class Truth:
    """What brute force knows of a puzzle.

    look: what tells solutions apart, whichever of identical pieces they take.
    looks: those of all solutions; told_apart: how many there are, identical pieces told apart.
    wrong: solutions that break rules; orbits: how many classes of solutions there are up to symmetry, if it is known.
    """

    look: Callable[[Any], object]
    looks: frozenset[object]
    told_apart: int
    wrong: tuple[Any, ...] = ()
    orbits: Callable[[], int] | None = field(default=None, compare=False)


def edge_matching_truth(puzzle: cm.EdgeMatching) -> Truth:
    boards = list(edge_matching_boards(puzzle))
    looks = frozenset(picture(puzzle, board) for board in boards)
    return Truth(lambda b: picture(puzzle, dict(b)), looks, len(boards), orbits=lambda: picture_orbits(puzzle))


def zip_truth(puzzle: cm.Zip) -> Truth:
    paths = frozenset(zip_paths(puzzle))
    return Truth(lambda path: path.cells, paths, len(paths), orbits=lambda: zip_orbits(puzzle, paths))


def zigzaw_truth(puzzle: cm.Zigzaw) -> Truth:
    boards = list(zigzaw_boards(puzzle))
    looks = frozenset(tuple(puzzle.pieces[i] for i in board) for board in boards)
    return Truth(lambda mosaic: tuple(puzzle.pieces[i] for _, i in mosaic), looks, len(boards))


def garden_truth(puzzle: cm.Garden) -> Truth:
    everything = gardens(puzzle)
    looks = frozenset(everything)
    orbits = partial(Ground(puzzle).orbits, everything)
    return Truth(lambda placement: placement.tiles, looks, len(everything), orbits=orbits)


def stranger_truth(oracle: Callable[[Any], tuple[list[Any], list[Any]]], puzzle: Any) -> Truth:
    right, wrong = oracle(puzzle)
    return Truth(lambda solution: solution, frozenset(right), len(right), tuple(wrong))


def hexagons_truth(puzzle: Any) -> Truth:
    right, wrong = strangers.hexagon_layouts(puzzle)

    def look(layout: Any) -> object:
        return tuple(puzzle.edges(layout).items())

    told_apart = {(look(layout), *[piece for _, piece, _ in layout.placed]) for layout in right}
    return Truth(look, frozenset(map(look, right)), len(told_apart), tuple(wrong))


def grid_truth(kind: str, puzzle: Any) -> Truth:
    _, values, rules = grid_oracles.ORACLES[kind]
    grids = list(grid_oracles.every_grid(puzzle, values(puzzle)))
    right = frozenset(grid for grid in grids if rules(puzzle, grid))
    wrong = tuple(cm.Grid(grid) for grid in grids[:: 1 + len(grids) // 10_000] if grid not in right)
    return Truth(lambda solution: solution.rows, right, len(right), wrong)


def searched(random: Random, engine: str | None = None, **workers: int) -> dict[str, Any]:
    """Options of a search that change no answer, or the engine that searches alone."""
    if engine is not None:
        return {"engine": engine}
    options: dict[str, Any] = {"seed": random.randrange(2**31), **workers} if random.random() < 0.5 else {**workers}
    if random.random() < 0.3:
        name, values = random.choice(list(PARAMETERS.items()))
        options[name] = random.choice(values)
    return options


PARAMETERS: dict[str, list[Any]] = {
    "cp_model_presolve": [False, True],
    "cp_model_probing_level": [0, 3],
    "linearization_level": [0, 1],
    "symmetry_level": [0, 1, 2, 3, 4],
    "search_branching": ["AUTOMATIC_SEARCH", "FIXED_SEARCH", "PORTFOLIO_SEARCH", "PSEUDO_COST_SEARCH"],
    "max_presolve_iterations": [1, 2],
}


def all_solutions(random: Random, puzzle: Any, truth: Truth, engine: str | None = None) -> Compared:
    with cm.solutions(puzzle, **searched(random, engine)) as found:
        everything = list(found)
    yield "solutions", frozenset(map(truth.look, everything)), truth.looks
    yield "how many, and all", (len(everything), found.total, found.exhausted), (*[len(truth.looks)] * 2, True)
    yield "broken rules", [puzzle.check(solution) for solution in everything if puzzle.check(solution)], []
    some = random.sample(truth.wrong, min(20, len(truth.wrong)))
    yield "wrong solutions that pass", [solution for solution in some if not puzzle.check(solution)], []
    if truth.looks:
        yield "reason why there is none", puzzle.infeasible_reason(), None


def one_of_each_orbit(random: Random, puzzle: Any, truth: Truth, engine: str | None = None) -> Compared:
    with cm.solutions(puzzle, up_to_symmetry=True, **searched(random, engine)) as found:
        sizes = [(truth.look(solution) in truth.looks, found.orbit_size) for solution in found]
    yield "wrong solutions", [size for right, size in sizes if not right], []
    yield "sizes of orbits", sum(size for _, size in sizes), len(truth.looks)
    if truth.orbits:
        yield "orbits", len(sizes), truth.orbits()


def counted(random: Random, puzzle: Any, truth: Truth, engine: str | None = None) -> Compared:
    up_to_symmetry, seen = random.random() < 0.7, list[Any]()
    options = searched(random, engine, workers=random.choice([1, 1, 1, 2]))
    each = random.choice([None, seen.append])
    found = cm.count(puzzle, up_to_symmetry=up_to_symmetry, each=each, **options)
    yield "count", (found.total, found.told_apart, found.exhausted), (len(truth.looks), truth.told_apart, True)
    if each:
        looks = frozenset(map(truth.look, seen))
        yield "solutions handed over", (len(seen), len(looks)), (found.orbits, found.orbits)
        yield "wrong ones handed over", looks - truth.looks, frozenset()
    if not up_to_symmetry:
        yield "orbits without symmetry", found.orbits, found.total
    elif truth.orbits:
        yield "orbits", found.orbits, truth.orbits()


def counted_to_a_limit(random: Random, puzzle: Any, truth: Truth, engine: str | None = None) -> Compared:
    size = len(truth.looks)
    limit = random.randint(1, size + 2)
    found = cm.count(puzzle, limit=limit, **searched(random, engine))
    yield f"count to {limit}", (found.total, found.exhausted), (min(limit, size), size < limit)


def solved(random: Random, puzzle: Any, truth: Truth, engine: str | None = None) -> Compared:
    result = cm.solve(puzzle, **searched(random, engine, workers=random.choice([1, 1, 1, 2])))
    expected = cm.Status.SOLVED if truth.looks else cm.Status.INFEASIBLE
    yield "status", result.status, expected
    if result.solution is not None:
        yield "is a solution", truth.look(result.solution) in truth.looks, True


def unique(random: Random, puzzle: Any, truth: Truth) -> Compared:
    yield "unique", cm.is_unique(puzzle, **searched(random)), len(truth.looks) == 1


def with_a_constraint(random: Random, puzzle: Any, truth: Truth) -> Compared:
    """Each solution has one value of a variable of the key."""
    halves: list[object] = []
    position = random.random()
    for value in (0, 1):
        model = cm.build(puzzle)
        if not model.key:
            return
        model.cp.add(model.key[int(position * len(model.key))] == value)
        half = [truth.look(solution) for solution in cm.solutions(model, **searched(random))]
        found = cm.count(model, **searched(random))
        yield f"count where it is {value}", (found.total, found.orbits, found.exhausted), (*[len(half)] * 2, True)
        yield "status", cm.solve(model, workers=1).status is cm.Status.SOLVED, bool(half)
        halves += half
    yield "solutions of both halves", frozenset(halves), truth.looks
    yield "number in both halves", len(halves), len(truth.looks)


def shared(solutions: list[frozenset[cm.Mark]], facts: Iterable[cm.Mark]) -> tuple[frozenset[cm.Mark], ...]:
    """Those of some facts that are in all of several sets, those in none, and the others."""
    known = reduce(frozenset.intersection, solutions, frozenset(facts))
    seen = reduce(frozenset.union, solutions, frozenset())
    return known, frozenset(facts) - seen, (frozenset(facts) & seen) - known


def says(puzzle: Any, solution: Any) -> frozenset[cm.Mark]:
    """All marks of a solution, those of pieces that look the same, too."""
    if isinstance(puzzle, cm.EdgeMatching):
        places = [Placement(piece, turns) for piece in range(len(puzzle.pieces)) for turns in range(4)]
        places = [place for place in places if puzzle.rotations or not place.turns]
        return frozenset(
            cm.Mark.at(cell, place)
            for cell, lies in solution
            for place in places
            if puzzle.edges_at(place) == puzzle.edges_at(lies)
        )
    if isinstance(puzzle, cm.Zigzaw):
        alike = {one: [i for i, other in enumerate(puzzle.pieces) if other == one] for one in puzzle.pieces}
        return frozenset(cm.Mark.at(cell, i) for cell, lies in solution for i in alike[puzzle.pieces[lies]])
    return frozenset(solution.marks())


def certain(random: Random, puzzle: Any, truth: Truth) -> Compared:
    """What all solutions share, and what none has, also where a mark is given or excluded.

    Not of hexagons, as `says` does not know which look alike.
    """
    if puzzle.kind == "hexagons":
        return
    facts, every = cm.build(puzzle).marks, [says(puzzle, solution) for solution in cm.solutions(puzzle)]
    yield "solutions", len(every), len(truth.looks)
    asked = [(cm.Partial(), every)]
    if every and facts:
        mark, holds = random.choice(sorted(facts, key=str)), random.random() < 0.5
        left = [marks for marks in every if (mark in marks) == holds]
        asked.append((cm.Partial([mark] * holds, [mark] * (not holds)), left))
    for noted, left in asked:
        found = cm.forced(puzzle, given=noted, **searched(random))
        right = shared(left, facts) if left else (frozenset(),) * 3
        yield "what is certain", (found.known, found.excluded, found.open, found.complete), (*right, True)
        yield "status", found.status, cm.Status.SOLVED if left else cm.Status.INFEASIBLE
        yield "count where that is given", cm.count(puzzle, given=noted).total, len(left)
        if found.solution is not None:
            yield "known and in a solution", found.partial.known <= found.known & found.solution.marks(), True
            yield "count where all that is known is given", cm.count(puzzle, given=found.partial).total, len(left)


def promised(_random: Random, puzzle: Any, truth: Truth) -> Compared:
    """All that a kind promises, see `cpmodels.testing.check_kind`, and that its solutions are known mark by mark."""
    yield "its model has marks", cm.build(puzzle).marks.are_known, True
    yield "what a kind promises", check_kind(puzzle, most=300, engines=()), min(300, len(truth.looks))


def swept(random: Random, puzzle: Any, truth: Truth) -> Compared:
    """In slices that are long enough, or that finish next to nothing, so that everything is split."""
    with ThreadPoolExecutor(2) as threads:
        in_slices = {"executor": threads, "workers": 2, "slice_seconds": random.choice([1e-4, 10])}
        found = cm.sweep(puzzle, up_to_symmetry=random.random() < 0.7, **in_slices)
        yield "sweep", (found.total, found.told_apart, found.exhausted), (len(truth.looks), truth.told_apart, True)
        yield "what is left of it", (found.open, found.elsewhere, found.interrupted), (0, 0, False)
        kept = [(truth.look(solution), size) for solution, size in found.with_sizes()]
        yield "wrong solutions of a sweep", [look for look, _ in kept if look not in truth.looks], []
        yield "sizes", (len({look for look, _ in kept}), sum(size for _, size in kept)), (found.orbits, found.total)
        yield "number kept", len(kept), found.orbits


def by_another_engine(random: Random, puzzle: Any, truth: Truth) -> Compared:
    engine = random.choice([name for name in ENGINES if ENGINES[name].is_installed])
    try:
        found = cm.count(puzzle, engine=engine)
    except (cm.KindError, cm.ModelError, cm.errors.MissingExtraError):
        return
    yield f"count by {engine}", (found.total, found.told_apart), (len(truth.looks), truth.told_apart)


def by_backtracking(random: Random, puzzle: Any, truth: Truth) -> Compared:
    """With symmetry, without, one by one, or to a limit."""
    ask = random.choice([all_solutions, one_of_each_orbit, counted, counted_to_a_limit, solved])
    with suppress(cm.KindError, cm.errors.MissingExtraError):
        yield from ask(random, puzzle, truth, "backtrack")


def least(random: Random, puzzle: cm.Garden, _truth: None) -> Compared:
    lowest, cheapest = cheapest_gardens(puzzle)
    result = cm.solve(puzzle, workers=1, **searched(random))
    yield "status", result.status, cm.Status.SOLVED if cheapest else cm.Status.INFEASIBLE
    yield "cost", result.cost, lowest
    if result.solution is not None:
        yield "cost of the solution", cost(puzzle, result.solution.tiles), lowest
    parts = [part for part in puzzle.parts() if part.cost == lowest]
    found = [part.whole(placement).tiles for part in parts for placement in cm.solutions(part.puzzle)]
    yield "gardens of least cost", sorted(found), sorted(cheapest)
    number = cm.count(puzzle, up_to_symmetry=random.random() < 0.7, **searched(random))
    yield "count of least cost", (number.total, number.exhausted), (len(cheapest), True)
    yield "unique", cm.is_unique(puzzle, **searched(random)), len(cheapest) == 1


QUESTIONS = {
    all_solutions: 40, one_of_each_orbit: 20, counted: 30, counted_to_a_limit: 10, solved: 30, unique: 15,
    with_a_constraint: 15, certain: 15, promised: 5, swept: 3, by_backtracking: 30, by_another_engine: 1,
}  # fmt: skip
"""How often each is asked."""


def drawing(strategy: SearchStrategy[Any]) -> Callable[[Random], Any]:
    """A function that draws from a strategy of Hypothesis, by the bytes of a generator."""
    drawn: list[Any] = []

    @settings(database=None, deadline=None)
    @given(strategy)
    def take(value: Any) -> None:
        drawn.append(value)

    def draw(random: Random) -> Any:
        drawn.clear()
        while not drawn:
            take.hypothesis.fuzz_one_input(random.randbytes(4096))  # type: ignore[attr-defined]
        return drawn[-1]

    return draw


def compared(draw: Callable[[Random], Any], truth_of: Callable[[Any], Any], random: Random) -> str | None:
    """Draw a puzzle, ask one question, and say what is wrong."""
    puzzle = draw(random)
    truth = truth_of(puzzle)
    (ask,) = [least] if truth is None else random.choices(list(QUESTIONS), list(QUESTIONS.values()))
    try:
        for what, found, right in ask(random, puzzle, truth):
            if found != right:
                sentence = f"{ask.__name__}: {what}: found {found!s:.500}, right is {right!s:.500}"
                return f"{sentence}: {readers.write(puzzle)}"
    except Exception as error:
        error.add_note(f"{ask.__name__} of {readers.write(puzzle)}")
        raise
    return None


DRAWN: dict[str, tuple[SearchStrategy[Any], Callable[[Any], Truth | None]]] = {
    "edge_matching": (edge_matchings(), edge_matching_truth),
    "zip": (zips(), zip_truth),
    "zigzaw": (zigzaws(), zigzaw_truth),
    "garden": (small_variants(), garden_truth),
    "garden_lattice": (lattice_variants(), garden_truth),
    "garden_lattice_least": (lattice_variants(minimise=True), lambda _: None),
    "garden_least": (small_variants(minimise=True), lambda _: None),
    **{kind: (puzzles, partial(grid_truth, kind)) for kind, (puzzles, _, _) in grid_oracles.ORACLES.items()},
}
with suppress(ModuleNotFoundError):  # the packages in docs/kinds need not be installed
    import strangers_oracles as strangers

    DRAWN["hexagons"] = strangers.hexagon_trios(), hexagons_truth
    DRAWN |= {kind: (puzzles, partial(stranger_truth, oracle)) for kind, (puzzles, oracle) in strangers.ORACLES.items()}

TRIALS = {name: partial(compared, drawing(strategy), truth) for name, (strategy, truth) in DRAWN.items()}
