"""The model of a garden: which tile is in which cell, tied to the colours of faces.

In a hanging garden a face is blue just when the cell that it looks at is occupied, so a garden is a
set of cells whose neighbourhoods are all different; the occupied cells are the answer.  In a packed
one, a face between two cells is blue or red for both, and the blue faces are the answer.

A symmetry maps the tile p at cell c to the tile g(p) at g(c).  So all cells, faces and tiles of an orbit
share one variable; and as every tile is there at most once, a tile lies only in a cell with its own
stabiliser.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base.errors import TooLargeError
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.constraints._bulk import literal_at
from cpmodels.model import Model, Variables, build_model
from cpmodels.model.strategies import RESTARTS, Strategy, narrower
from cpmodels.puzzles.garden._parts import more_symmetric
from cpmodels.puzzles.garden._symmetry import symmetries
from cpmodels.puzzles.garden._variables import Plan, in_reach, is_anchored
from cpmodels.puzzles.garden._walks import is_walkable, walked
from cpmodels.puzzles.garden.puzzle import Garden
from cpmodels.puzzles.garden.search import connect_garden, looks_different, number_components
from cpmodels.puzzles.garden.tiles import TilePlacement, all_codes

__all__ = ["build"]

K = TypeVar("K")

LARGEST_MODEL = 500_000
"""Models that would need more variables for tiles in cells than this, about ten seconds' building, are refused."""

EASY = 32
"""Gardens of fewer tiles, as of squares or triangles, are found by the complete search as soon as by any other."""


@build_model.register(Garden)
def build(garden: Garden, cp: cp_model.CpModel) -> Model[TilePlacement]:
    """The model of a garden.

    Raises TooLargeError for a large one.
    """
    size = len(in_reach(garden)) * len(garden.tile_set) // len(garden.group)
    if size > LARGEST_MODEL:
        place = f"a {garden.ground} of {len(garden.cells)} cells"
        raise TooLargeError(f"{place} needs {size:,} variables, but at most {LARGEST_MODEL:,} are allowed")
    return planned(garden, Plan(garden, cp))


def planned(garden: Garden, plan: Plan) -> Model[TilePlacement]:
    """The model with the variables of a plan."""
    plan.one_tile_a_cell()
    plan.each_tile_once()
    plan.faces_match_tiles()
    plan.fixed_tiles()
    if garden.touching:
        plan.touches_all_sides()
    if garden.exact:
        looks_different(plan)
    if is_anchored(garden):
        connect_garden(plan)
    elif garden.component_bounds != (0, None):
        number_components(plan, *garden.component_bounds)
    return Model(
        puzzle=garden,
        cp=plan.cp,
        key=plan.key,
        decode=plan.placement,
        symmetries=tuple(dict.fromkeys(plan.permutation(motion) for motion in symmetries(garden))),
        pivots=central_first(garden, list(plan.full), len(plan.first)),
        infeasible=garden.infeasible_reason(),
        strategies=tuple(strategies(garden)),
        variables=named(garden, plan),
        marks=lambda: {Mark.at(*place): literal_at(plan.cp, index) for place, index in plan.tile.items()},
    )


def strategies(garden: Garden) -> Iterator[Strategy[TilePlacement]]:
    """Ways to a first garden of cubes or hexagons: easier gardens, walks, restarts."""
    if len(all_codes(garden.lattice)) < EASY:
        return
    walkable = is_walkable(garden)
    walks = Strategy("random walks", lambda seed, _: walked(garden, seed), after=0, light=True)
    if garden.rule == "packed" and garden.component_bounds == (0, None):
        if walkable:
            yield walks
        return
    # The easier gardens take longer to list than most gardens to find, so that is left to the race.
    if not garden.exact and (not walkable or next(more_symmetric(garden), None) is not None):
        yield narrower(lambda: models(more_symmetric(garden)))
    if walkable:
        yield walks
    yield RESTARTS


def models(gardens: Iterable[Garden]) -> Iterator[Model[TilePlacement]]:
    """The model of each garden."""
    return (build(garden, cp_model.CpModel()) for garden in gardens)


def named(garden: Garden, plan: Plan) -> dict[str, Variables]:
    """The variables by cell, direction and tile; those of an orbit of the garden's symmetry are one."""
    cells, codes, names = garden.cells, set(all_codes(garden.lattice)), garden.lattice.names
    short = [letters(name) for name in names]
    directions: dict[str | int, int] = {word: d for d, word in enumerate(short) if short.count(word) == 1}
    directions.update((word, d) for d, name in enumerate(names) for word in (d, name))

    def faces() -> Mapping[tuple[Cell, str | int], cp_model.LiteralT]:
        found = {(cell, word): plan.face(cell, d) for cell in cells for word, d in directions.items()}
        return known({key: face for key, face in found.items() if face is not None})

    def known(indexes: Mapping[K, int]) -> Mapping[K, cp_model.LiteralT]:
        return {key: literal_at(plan.cp, index) for key, index in indexes.items()}

    def with_cells(others: Collection[Any]) -> Callable[[object], bool]:
        return lambda key: isinstance(key, tuple) and len(key) == 2 and key[0] in cells and key[1] in others

    variables = {
        "tile": Variables(plan.cp, "tile", lambda: known(plan.tile), with_cells(codes)),
        "face": Variables(plan.cp, "face", faces, with_cells(directions)),
    }
    if plan.hangs:
        variables["occupied"] = Variables(plan.cp, "occupied", lambda: known(plan.colour))
    return variables


def central_first(garden: Garden, cells: list[Cell], start: int) -> tuple[int, ...]:
    """Key positions of the all-blue tile's cells, which are the last ones, nearest to the centre first."""
    centres = [garden.lattice.centre(cell) for cell in cells]
    ends = [(0, side - 1) for side in garden.box]
    if garden.region is not None:
        ends = [(min(line), max(line)) for line in zip(*map(garden.lattice.centre, garden.cells), strict=True)]

    def distance(i: int) -> int:
        return sum((2 * c - low - high) ** 2 for c, (low, high) in zip(centres[i], ends, strict=True))

    return tuple(start + i for i in sorted(range(len(cells)), key=distance))


def letters(name: str) -> str:
    """A direction in short.

    >>> letters("North"), letters("South East")
    ('N', 'SE')
    """
    return "".join(word[0] for word in name.split())
