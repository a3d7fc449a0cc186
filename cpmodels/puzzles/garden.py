"""The Hanging Gardens: every subset of the directions of a lattice as a tile, hung in the air or packed.

A tile is a code: the sum of the values of its blue faces (North 1, East 2, South 4, West 8, Top 16,
Bottom 32).  Cells are ``(x, y, z)``, x to the East, y to the North, z to the Top.

>>> garden = Garden.hanging(box=(5,))
>>> garden.tile_set
(2, 8, 10)
>>> garden.check(TilePlacement([((2,), 2), ((3,), 10), ((4,), 8)]))
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack

from cpmodels.lattice import Cell, Lattice, Matrix, box_symmetries, closure, named_group, permuted
from cpmodels.puzzle import Puzzle, Stage
from cpmodels.puzzles import garden_fields
from cpmodels.puzzles.garden_check import broken_rules
from cpmodels.puzzles.garden_infeasible import infeasible_reason
from cpmodels.puzzles.garden_stages import stages
from cpmodels.puzzles.garden_tiles import LATTICES, TilePlacement, all_codes
from cpmodels.values import LARGEST_BOARD, check_type

Rule = Literal["hanging", "packed"]
Boundary = Literal["red", "free", "torus"]
Red = Literal["omit", "place", "inside"]
Tiles = Literal["all", "distinct"]
Minimise = Literal["volume", "surface", "longest", "components"]
Fixed = tuple[int, Cell]
Forbidden = tuple[int | None, Cell]
Symmetry = str | Sequence[Sequence[Sequence[int]]] | None


class Variant(TypedDict, total=False):
    """The fields of a `Garden` that `Garden.hanging` and `Garden.packed` take by name."""

    connected: bool
    symmetry: Symmetry
    fixed: Sequence[tuple[int, Sequence[int]]]
    boundary: str | Sequence[str]
    components: Sequence[int | None] | None
    touching: bool
    tiles: str | Sequence[int]
    forbidden: Sequence[tuple[int | None, Sequence[int]]]
    minimise: Minimise | None
    exact: bool


@dataclass(frozen=True)
class Garden(Puzzle[TilePlacement]):
    """A garden of squares (a `box` of two sides) or cubes (three), or of the four tiles on a line (one).

    rule: ``"hanging"``: blue faces touch blue faces, red faces look at empty cells or out of the box;
        ``"packed"``: the tiles fill the box, blue meets blue, and red meets red.
    box: side lengths, as x, y, z.  A hanging garden may lie anywhere in its box.
    red: the tile without a blue face: ``"omit"``, ``"place"``, or ``"inside"``: in a cell that is not on
        the surface of the box (in the first or last layer of an axis that is no torus).  Packed gardens
        place it unless told otherwise, hanging ones omit it, as it touches nothing.
    connected: all tiles but the red one hang together by blue faces: one component.
    symmetry: a group by name (see `cpmodels.lattice.GROUPS`) or generating matrices M, which take the
        offset v from the centre of the box to M v.  The garden looks the same after each of its moves.
    fixed: tiles in given places, as ``(code, cell)``.
    boundary: what a packed garden shows to the outside: ``"red"`` faces only, ``"free"``: any; or a
        ``"torus"``, on which opposite rims touch and match as neighbours do; one for each axis, or one
        for all.
    components: how many parts hang together by blue faces, the red tile apart: ``(least, most)``, where
        `most` may be None.
    touching: on each side of the box some tile touches it.
    tiles: ``"all"``: each tile once; ``"distinct"``: any number of tiles, each at most once (the red one
        too, where `red` lets it); or the codes of the tiles, each of which is placed once.
    forbidden: where tiles may not lie, as ``(code, cell)``; with None for the code no tile may.
    minimise: ask for the least ``"volume"``, ``"surface"`` (the outline, of squares) or ``"longest"``
        side of a box within `box` that holds the hanging garden, or for the fewest ``"components"``.
        With one of the first three, symmetry and the surface are those of the garden's own box.
    exact: the garden looks different after every other turn or mirror of the box about its centre than
        those that `symmetry` demands; where it touches all sides, this is all its symmetry.

    Raises PuzzleError when sides, tiles, cells or matrices are not such, a packed garden does not fill
    its box, a symmetry does not map the box to itself, or demands contradict each other.
    """

    kind: ClassVar[str] = "garden"

    rule: Rule
    box: tuple[int, ...]
    red: Red = "omit"
    connected: bool = False
    symmetry: str | tuple[Matrix, ...] | None = None
    fixed: tuple[Fixed, ...] = ()
    name: str | None = field(default=None, compare=False)
    boundary: Boundary | tuple[Boundary, ...] = "red"
    components: tuple[int, int | None] | None = None
    touching: bool = False
    tiles: Tiles | tuple[int, ...] = "all"
    forbidden: tuple[Forbidden, ...] = ()
    minimise: Minimise | None = None
    exact: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            rule: Rule,
            box: Sequence[int],
            red: Red = "omit",
            connected: bool = False,
            symmetry: Symmetry = None,
            fixed: Sequence[tuple[int, Sequence[int]]] = (),
            name: str | None = None,
            boundary: str | Sequence[str] = "red",
            components: Sequence[int | None] | None = None,
            touching: bool = False,
            tiles: str | Sequence[int] = "all",
            forbidden: Sequence[tuple[int | None, Sequence[int]]] = (),
            minimise: Minimise | None = None,
            exact: bool = False,
        ) -> None: ...

    @classmethod
    def hanging(cls, box: Sequence[int], *, red: Red = "omit", **variant: Unpack[Variant]) -> Garden:
        """A garden whose red faces look at air; `variant` holds other fields by name."""
        return cls("hanging", box, red, **variant)

    @classmethod
    def packed(cls, box: Sequence[int] = (4, 4, 4), *, red: Red = "place", **variant: Unpack[Variant]) -> Garden:
        """A garden that fills its box; `variant` holds other fields by name."""
        return cls("packed", box, red, **variant)

    def __post_init__(self) -> None:
        garden_fields.take(self, self._set)

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @property
    def dimension(self) -> int:
        """1 for a line, 2 for squares, 3 for cubes."""
        return len(self.box)

    @cached_property
    def lattice(self) -> Lattice:
        """The directions of the tiles' faces."""
        return LATTICES[self.dimension]

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """All cells of the box, with their number in order."""
        return {cell: i for i, cell in enumerate(product(*map(range, self.box)))}

    @cached_property
    def boundaries(self) -> tuple[Boundary, ...]:
        """The boundary along each axis."""
        return (self.boundary,) * self.dimension if isinstance(self.boundary, str) else self.boundary

    @cached_property
    def neighbours(self) -> dict[Cell, tuple[Cell | None, ...]]:
        """The cells that the faces of each cell look at, on a torus across the rim; None for the outside."""
        around = [
            side if boundary == "torus" else LARGEST_BOARD + 2  # so long that it wraps to no cell
            for side, boundary in zip(self.box, self.boundaries, strict=True)
        ]

        def seen(beyond: Cell) -> Cell | None:
            cell = tuple(c % length for c, length in zip(beyond, around, strict=True))
            return cell if cell in self.cells else None

        return {cell: tuple(map(seen, self.lattice.neighbours(cell))) for cell in self.cells}

    def is_inside(self, cell: Cell, sides: Sequence[int] | None = None) -> bool:
        """Whether a cell is not on the surface of the box, or of one of other `sides`."""
        return all(
            boundary == "torus" or 0 < c < side - 1
            for c, side, boundary in zip(cell, sides or self.box, self.boundaries, strict=True)
        )

    @cached_property
    def tile_set(self) -> tuple[int, ...]:
        """The codes of the tiles that may be placed, each at most once, in order."""
        if not isinstance(self.tiles, str):
            return self.tiles
        return all_codes(self.dimension)[self.red == "omit" :]

    @cached_property
    def required(self) -> tuple[int, ...]:
        """The codes of the tiles that must be placed, in order."""
        return tuple(sorted(code for code, _ in self.fixed)) if self.tiles == "distinct" else self.tile_set

    @property
    def full_tile(self) -> int:
        """The code of the all-blue tile."""
        return all_codes(self.dimension)[-1]

    @property
    def component_bounds(self) -> tuple[int, int | None]:
        """The least and the greatest number of components; ``(0, None)`` when any will do."""
        return (1, 1) if self.connected else self.components or (0, None)

    @property
    def own_box(self) -> bool:
        """Whether symmetry and surface are those of the garden's own box, as its size is minimised."""
        return self.minimise in ("volume", "surface", "longest")

    @cached_property
    def group(self) -> tuple[Matrix, ...]:
        """All moves under which the garden must look the same, the identity first."""
        if isinstance(self.symmetry, str):
            return named_group(self.symmetry, self.dimension)
        return closure(dict.fromkeys(self.symmetry or ()), self.dimension)

    def further_moves(self, sides: Sequence[int] | None = None) -> tuple[Matrix, ...]:
        """A move of the box (or of one of other `sides`) for each smallest group larger than the demanded one."""
        moves = [m for m in box_symmetries(sides or self.box) if permuted(m, self.boundaries) == self.boundaries]
        larger = {frozenset(closure([*self.group, m])): m for m in moves if m not in self.group}
        return tuple(m for group, m in larger.items() if not any(other < group for other in larger))

    def infeasible_reason(self) -> str | None:
        """Why no such garden can exist, where counting shows it; None when it does not."""
        return infeasible_reason(self)

    def stages(self, *, alike: bool = True) -> Iterator[Stage[TilePlacement]]:
        """The gardens without `minimise` among whose answers are those of least cost, by rising cost.

        For each size of box, and each place of it where fixed or forbidden cells tell places apart, a
        garden that touches all its sides; or for each number of components a garden of just so many.
        What cannot hold the tiles, by counting, is left out.  Without `alike`, so are boxes that are
        turned copies of others of the same cost: then each cost has an answer just when it has one
        with them.
        """
        return stages(self, alike=alike)

    def check(self, solution: TilePlacement) -> list[str]:
        """The rules that a placement breaks, a sentence each; empty when it is a garden of this kind.

        Whether another garden costs less is not looked into.
        """
        check_type(solution, TilePlacement)
        return broken_rules(self, solution)
