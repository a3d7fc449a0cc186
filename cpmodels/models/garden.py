"""The model of a garden: which tile is in which cell, tied to the colours of faces.

In a hanging garden a face is blue just when the cell that it looks at is occupied, so a garden is a
set of cells whose neighbourhoods are all different; the occupied cells are the answer.  In a packed
one, a face between two cells is blue or red for both, and the blue faces are the answer.

A symmetry maps the tile p at cell c to the tile g(p) at g(c).  So all cells, faces and tiles of an orbit
share one variable; and as every tile is there at most once, a tile lies only in a cell with its own
stabiliser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

from ortools.sat.python import cp_model

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.model import Model, Strategy, Variables, build_model, refuse_large
from cpmodels.models import _packed_walks
from cpmodels.models._garden_conditions import (
    hang_together,
    kept,
    looks_different,
    nearby_gardens,
    number_components,
)
from cpmodels.models._garden_variables import HangingPlan, PackedPlan, Plan, in_reach, is_anchored
from cpmodels.models._garden_walks import is_walkable, walked
from cpmodels.puzzles._garden_narrower import more_symmetric
from cpmodels.puzzles._garden_symmetry import symmetries
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, all_codes
from cpmodels.strategies import RESTARTS, narrower, nearby

K = TypeVar("K")

EASY = 32
"""Gardens of fewer tiles, as of squares or triangles, are found by the complete search as soon as by any other."""

NEAR, FAR = 8, 12
"""Steps from the all-blue tile, or from the first cell of each component, within which most gardens whose components
are asked for have all tiles: such are found in a fraction of the time (measured on packed and symmetric cubes)."""


PLANS: Mapping[str, type[Plan]] = MappingProxyType({"hanging": HangingPlan, "packed": PackedPlan})
"""The variables and rules of the gardens of each rule."""


@build_model.register(Garden)
def build(
    garden: Garden, cp: cp_model.CpModel, within: int | None = None, plans: Mapping[str, type[Plan]] = PLANS
) -> Model[TilePlacement]:
    """The model of a garden or, where its components count, of those with all tiles `within` so many steps.

    The steps are those by blue faces from the all-blue tile or, where it does not connect them all, from
    the first cell of each component.

    Raises PuzzleError for a garden that minimises: each part of its stages has a model.
    """
    if garden.minimise:
        raise PuzzleError(
            f"a garden that minimises its {garden.minimise} is many models: `solve` finds the least, and the "
            "garden's `stages` are plain gardens by rising cost, each of which can be built and counted"
        )
    counted = garden.component_bounds != (0, None)
    layers = len(garden.tile_set) * (1 + counted) + (len(garden.cells) if counted and not is_anchored(garden) else 0)
    refuse_large(len(in_reach(garden)) * layers // len(garden.group), f"a {garden.ground} of {len(garden.cells)} cells")
    plan = plans[garden.rule](garden, cp)
    plan.one_tile_a_cell()
    plan.each_tile_once()
    plan.faces_match_tiles()
    plan.fixed_tiles()
    if garden.touching:
        plan.touches_all_sides()
    if garden.exact:
        looks_different(plan)
    if is_anchored(garden):
        hang_together(plan, within)
    elif counted:
        number_components(plan, *garden.component_bounds, within)
    return Model(
        puzzle=garden,
        cp=cp,
        key=plan.key,
        decode=plan.placement,
        symmetries=tuple(dict.fromkeys(plan.permutation(motion) for motion in symmetries(garden))),
        pivots=central_first(garden, list(plan.full), len(plan.indexes) - len(plan.full)),
        infeasible=garden.infeasible_reason(),
        strategies=tuple(strategies(garden, plan)),
        variables=named(garden, plan),
    )


def strategies(garden: Garden, plan: Plan) -> Iterator[Strategy[TilePlacement]]:
    """Ways to a first garden of cubes or hexagons: easier gardens, walks, neighbourhoods of more symmetric gardens."""
    counted = garden.component_bounds != (0, None)
    if len(all_codes(garden.lattice)) < EASY:
        return
    if _packed_walks.is_walkable(garden):
        yield Strategy("walks over faces", lambda seed, _: _packed_walks.walked(garden, seed), light=True)
    if garden.rule == "packed" and not counted:
        return
    walkable = is_walkable(garden)
    # The easier gardens take longer to list than most gardens to find, so that is left to the race.
    may_be_easier = counted or not (garden.exact or (walkable and next(more_symmetric(garden), None) is None))
    if may_be_easier:
        yield narrower(lambda: narrower_models(garden))
    if walkable:
        yield Strategy("random walks", lambda seed, _: walked(garden, seed), 0.5 if may_be_easier else 0, light=True)
    if garden.exact:
        yield nearby(
            lambda: (build(candidate, cp_model.CpModel()) for candidate in nearby_gardens(garden)),
            lambda placement, random: kept(plan, placement, random),
        )
    yield RESTARTS


def narrower_models(garden: Garden) -> Iterator[Model[TilePlacement]]:
    """Models of gardens that are easier to find, and are gardens of this kind too."""
    if garden.component_bounds != (0, None):
        yield build(garden, cp_model.CpModel(), NEAR if is_anchored(garden) else FAR)
    if not garden.exact:
        for candidate in more_symmetric(garden):
            yield build(candidate, cp_model.CpModel())


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
        return {key: plan.literal(index) for key, index in indexes.items()}

    def is_face(key: object) -> bool:
        return isinstance(key, tuple) and len(key) == 2 and key[0] in cells and key[1] in directions

    def is_tile(key: object) -> bool:
        return isinstance(key, tuple) and len(key) == 2 and key[0] in cells and key[1] in codes

    variables = {
        "tile": Variables(plan.cp, "tile", lambda: known(plan.tile), is_tile, "a cell and the code of a tile"),
        "face": Variables(
            plan.cp, "face", faces, is_face, f"a cell and one of {', '.join(names)}, or its first letters"
        ),
    }
    if isinstance(plan, HangingPlan):
        occupied = plan.occupied
        variables["occupied"] = Variables(plan.cp, "occupied", lambda: known(occupied), form="a cell")
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
