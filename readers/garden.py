"""Gardens in files: our JSON forms of the puzzles, and of tiles in their cells; grids are in `readers.garden_grids`."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Lattice, hypercubic
from cpmodels.puzzles._garden_fields import BOUNDARIES, WORDS, Tiles
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import LATTICES, NAMED_LATTICES, TilePlacement
from readers.forms import Form, puzzle_form, puzzle_from_form, rename_fields, solution_form, solution_from_form
from readers.garden_grids import placements_from_text
from readers.recognition import object_readers, solutions_from_text
from readers.schemas import puzzle_schema, solution_schema, struct_schema
from readers.strict_json import Positive, lists, one_of, validated

ALWAYS = ("rule", "box", "red", "connected", "symmetry", "fixed")
"""Fields that are always written; others where they do not have their default values."""
IF_CHANGED = ("boundary", "components", "touching", "tiles", "forbidden", "minimise", "exact")

rename_fields(TilePlacement, tiles="cells")
solutions_from_text.register(Garden)(placements_from_text)


Side = Annotated[str, one_of(BOUNDARIES)]
"""What a garden shows along an axis."""


class LatticeForm(msgspec.Struct):
    """Your own lattice: a name and a step for each direction."""

    names: list[str]
    offsets: list[list[int]]


class GardenForm(msgspec.Struct):
    rule: Annotated[str, one_of(WORDS["rule"])]
    box: list[Positive] | None = None
    red: Annotated[str | None, one_of([None, *WORDS["red"]])] = None
    connected: bool = False
    symmetry: str | list[list[list[int]]] | None = None
    fixed: list[tuple[int, list[int]]] = []
    name: str | None = None
    boundary: Side | list[Side] = "red"
    components: tuple[int, int | None] | None = None
    touching: bool = False
    tiles: Annotated[str, one_of(get_args(Tiles))] | list[int] = "all"
    forbidden: list[tuple[int | None, list[int]]] = []
    minimise: Annotated[str | None, one_of(WORDS["minimise"])] = None
    exact: bool = False
    lattice: Annotated[str, one_of(NAMED_LATTICES)] | LatticeForm | None = None
    region: str | list[list[int]] | None = None


class TilePlacementForm(msgspec.Struct):
    cells: Annotated[list[list[int]], Meta(description="for each tile the coordinates of its cell, then its code.")]


@puzzle_schema.register(Garden)
def form_schema(kind: type[Garden]) -> Form:
    """The JSON Schema of our form."""
    return struct_schema(kind, GardenForm)


@solution_schema.register(Garden)
def placement_schema(kind: type[Garden]) -> Form:
    """The JSON Schema of tiles in cells."""
    return struct_schema(kind, TilePlacementForm, of="a solution")


@puzzle_form.register(Garden)
def to_form(puzzle: Garden) -> Form:
    """Our JSON form."""
    name = {} if puzzle.name is None else {"name": puzzle.name}
    changed = (field for field in IF_CHANGED if getattr(puzzle, field) != getattr(Garden, field))
    form = {"puzzle": puzzle.kind} | name | {field: lists(getattr(puzzle, field)) for field in (*ALWAYS, *changed)}
    if puzzle.region is not None:
        form.pop("box")
        form["region"] = lists(puzzle.region)
    if puzzle.lattice != LATTICES.get(len(puzzle.box)):
        form["lattice"] = _lattice_form(puzzle.lattice)
    return form


def _lattice_form(lattice: Lattice) -> str | Form:
    """A lattice by its name, or by the names and steps of its directions."""
    if lattice == hypercubic(lattice.dimension) and lattice.dimension > len(LATTICES):
        return "hypercubic"
    named = (name for name, known in NAMED_LATTICES.items() if known == lattice)
    return next(named, None) or {"names": lists(lattice.names), "offsets": lists(lattice.offsets)}


@puzzle_from_form.register(Garden)
def from_form(kind: type[Garden], form: Form) -> Garden:
    """A garden in our JSON form; packed ones place the red tile unless they say otherwise."""
    fields = msgspec.structs.asdict(validated(form, GardenForm))
    if isinstance(own := fields["lattice"], LatticeForm):
        fields["lattice"] = Lattice(tuple(own.names), tuple(map(tuple, own.offsets)))
    if fields["red"] is None:
        fields["red"] = "place" if fields["rule"] == "packed" else "omit"
    return kind(**fields)


@object_readers.register(order=20)
def from_object(form: Form) -> Garden | None:
    """A garden in our JSON without its kind: it has a box, or a region."""
    return puzzle_from_form(Garden, form) if "box" in form or {"rule", "region"} <= form.keys() else None


@solution_form.register(TilePlacement)
def placement_form(solution: TilePlacement) -> Form:
    """The tiles, each as the coordinates of its cell and its code."""
    return {"cells": [[*cell, code] for cell, code in solution.tiles]}


@solution_from_form.register(Garden)
def placement_from_form(puzzle: Garden, form: Form) -> TilePlacement:
    """Tiles in cells of as many coordinates as the garden has dimensions."""
    if "cells" not in form:
        raise PuzzleError(f"a solution of the kind {puzzle.kind} has the field 'cells', missing here")
    cells = validated(form, TilePlacementForm).cells
    for index, cell in enumerate(cells):
        if len(cell) != puzzle.dimension + 1:
            axes = ", ".join("xyzuv"[: puzzle.dimension])
            raise PuzzleError(f"cells[{index}]: expected {axes} and the code, not {cell}")
    return TilePlacement((cell[:-1], cell[-1]) for cell in cells)
