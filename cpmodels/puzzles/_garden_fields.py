"""What the fields of a garden may hold, which of them contradict each other, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Literal

from cpmodels.errors import PuzzleError
from cpmodels.lattice import (
    GROUPS,
    Cell,
    Lattice,
    Matrix,
    box_symmetries,
    closure,
    is_signed_permutation,
    named_group,
    permuted,
    preserves,
)
from cpmodels.puzzles.garden_tiles import LATTICES, all_codes
from cpmodels.values import LARGEST_BOARD, by, check_name, integer, integers, items, repeated, shown

Rule = Literal["hanging", "packed"]
Boundary = Literal["red", "free", "torus"]
Red = Literal["omit", "place", "inside"]
Tiles = Literal["all", "distinct"]
Minimise = Literal["volume", "surface", "longest", "components"]
Fixed = tuple[int, Cell]
Forbidden = tuple[int | None, Cell]
Symmetry = str | Sequence[Sequence[Sequence[int]]] | None

WORDS = {
    "rule": ("hanging", "packed"),
    "red": ("omit", "place", "inside"),
    "minimise": (None, "volume", "surface", "longest", "components"),
    "connected": (True, False),
    "touching": (True, False),
    "exact": (True, False),
}
BOUNDARIES = ("red", "free", "torus")
SHOWN: dict[Any, str] = {True: "true", False: "false", None: "null"}


@dataclass(frozen=True)
class GardenFields:
    """The fields of a `cpmodels.Garden`, checked and in their normal form, and what follows from them."""

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
    minimise: str | None = None
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

    def __post_init__(self) -> None:
        take(self, self._set)

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


def take(garden: GardenFields, put: Callable[[str, Any], None]) -> None:
    """Check the fields of a garden and `put` each in its normal form.  Raises PuzzleError."""
    for name, words in WORDS.items():
        value = getattr(garden, name)
        if not any(value is word or (isinstance(value, str) and value == word) for word in words):
            what = "the rule" if name == "rule" else name
            raise PuzzleError(f"{what} must be {_either(words)}, not {shown(value)}")
    check_name(garden.name)
    put("box", _box(garden.box))
    put("boundary", _boundary(garden))
    put("components", _components(garden))
    put("tiles", _tiles(garden))
    if garden.rule == "packed":
        _fills_its_box(garden)
    put("symmetry", _symmetry(garden))
    _symmetry_fits(garden)
    put("fixed", _fixed(garden))
    put("forbidden", _forbidden(garden))
    _minimises(garden)


def _either(words: tuple[object, ...]) -> str:
    """The words as a sentence has them, with null last."""
    names = sorted((SHOWN.get(word, str(word)) for word in words), key=lambda name: name == "null")
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _box(value: Any) -> tuple[int, ...]:
    box = tuple(integer(side, "a side of the box", 1) for side in items(value, "the box"))
    if len(box) not in LATTICES:
        raise PuzzleError(f"a box has one, two or three sides, not {len(box)}")
    if prod(box) > LARGEST_BOARD:
        raise PuzzleError(f"a box of {by(box)} is too large: at most {LARGEST_BOARD} cells")
    return box


def _boundary(garden: GardenFields) -> Any:
    words = (
        [garden.boundary] * garden.dimension
        if isinstance(garden.boundary, str)
        else items(garden.boundary, "the boundary")
    )
    if len(words) != garden.dimension:
        raise PuzzleError(f"the boundary is one word, or one for each of {garden.dimension} axes, not {len(words)}")
    for word in words:
        if not isinstance(word, str) or word not in BOUNDARIES:
            raise PuzzleError(f"the boundary must be {_either(BOUNDARIES)}, not {shown(word)}")
    if garden.rule == "hanging" and set(words) != {"red"}:
        raise PuzzleError("a hanging garden has air around it, so its boundary stays red")
    return words[0] if len(set(words)) == 1 else tuple(words)


def _components(garden: GardenFields) -> tuple[int, int | None] | None:
    if garden.components is None:
        return None
    first, second = items(garden.components, "components (least and most)", 2)
    least = integer(first, "the least number of components", 0)
    most = None if second is None else integer(second, "the greatest number of components", least)
    if garden.connected and (least, most) != (1, 1):
        raise PuzzleError(
            f"a connected garden has one component, but components asks for {least} to {SHOWN.get(most, most)}"
        )
    return least, most


def _tiles(garden: GardenFields) -> Any:
    if isinstance(garden.tiles, str):
        if garden.tiles not in ("all", "distinct"):
            raise PuzzleError(f"tiles must be all, distinct or a list of codes, not {shown(garden.tiles)}")
        return garden.tiles
    codes = tuple(sorted(integers(garden.tiles, "tiles")))
    if not codes:
        raise PuzzleError("a garden has at least one tile: tiles is an empty list")
    if twice := repeated(codes):
        raise PuzzleError(f"tile {twice[0]} is twice in tiles, but each tile is there once")
    for code in codes:
        if code not in all_codes(garden.dimension):
            raise PuzzleError(f"{code}, in tiles, is not the code of a tile in {garden.dimension} dimensions")
    if garden.red == "omit" and 0 in codes:
        raise PuzzleError("0, in tiles, is the red tile, which is omitted: red must be place or inside")
    if garden.red == "inside" and 0 not in codes:
        raise PuzzleError("the red tile is to lie inside, but tiles does not have it (0)")
    return codes


def _fills_its_box(garden: GardenFields) -> None:
    size, count = prod(garden.box), len(garden.tile_set)
    if size > count or (garden.tiles != "distinct" and size < count):
        raise PuzzleError(f"a packed garden fills its box: {count} tiles do not fill {by(garden.box)} cells")


def _symmetry(garden: GardenFields) -> Any:
    if garden.symmetry is None:
        return None
    if isinstance(garden.symmetry, str):
        if garden.symmetry not in GROUPS[garden.dimension]:
            known = ", ".join(GROUPS[garden.dimension])
            what = f"there is no symmetry {shown(garden.symmetry)} in {garden.dimension} dimensions"
            raise PuzzleError(f"{what}: use {known}")
        return garden.symmetry
    matrices = tuple(
        tuple(integers(row, "a row of a symmetry matrix", garden.dimension) for row in items(m, "a matrix"))
        for m in items(garden.symmetry, "symmetry")
    )
    for matrix in dict.fromkeys(matrices):
        if len(matrix) != garden.dimension or not is_signed_permutation(matrix):
            raise PuzzleError(
                f"the symmetry matrix {[list(row) for row in matrix]} is no symmetry of the lattice: each "
                f"of its {garden.dimension} rows and columns takes one 1 or -1, and zeros"
            )
    return matrices


def _symmetry_fits(garden: GardenFields) -> None:
    for matrix in garden.group:
        if not garden.own_box and not preserves(matrix, garden.box):
            raise PuzzleError(f"the symmetry {shown(garden.symmetry)} does not map a box of {by(garden.box)} to itself")
        if permuted(matrix, garden.boundaries) != garden.boundaries:
            raise PuzzleError(
                f"the symmetry {shown(garden.symmetry)} does not map the boundary, "
                f"{', '.join(garden.boundaries)}, to itself"
            )


def _fixed(garden: GardenFields) -> tuple[tuple[int, Cell], ...]:
    fixed = []
    for entry in items(garden.fixed, "fixed"):
        first, second = items(entry, "a fixed tile, code and cell,", 2)
        code, cell = integer(first, "a tile code"), integers(second, "a fixed cell", garden.dimension)
        _is_placeable(garden, code, cell, "fixed")
        if code == 0 and garden.red == "inside" and not garden.own_box and not garden.is_inside(cell):
            raise PuzzleError(f"the red tile is to lie inside, but is fixed at {cell}, on the surface of the box")
        fixed.append((code, cell))
    fixed = sorted(set(fixed))
    for what, of in (("tile", [code for code, _ in fixed]), ("cell", [cell for _, cell in fixed])):
        if twice := repeated(of):
            raise PuzzleError(f"{what} {twice[0]} is fixed twice, in different ways")
    return tuple(fixed)


def _is_placeable(garden: GardenFields, code: int | None, cell: Cell, how: str) -> None:
    """Raise PuzzleError unless the tile (any, for None) is one of the garden and the cell one of its box."""
    if code is not None and code not in garden.tile_set:
        red = code == 0 and garden.red == "omit"
        why = "is the red tile, which is omitted" if red else "is not a tile of this garden"
        raise PuzzleError(f"{code}, {how} at {cell}, {why}")
    if cell not in garden.cells:
        what = "a cell" if code is None else f"tile {code}"
        raise PuzzleError(f"{what} is {how} at {cell}, outside the box")


def _forbidden(garden: GardenFields) -> tuple[tuple[int | None, Cell], ...]:
    forbidden = []
    for entry in items(garden.forbidden, "forbidden"):
        first, second = items(entry, "a forbidden tile, code or null and cell,", 2)
        code = None if first is None else integer(first, "a tile code")
        cell = integers(second, "a forbidden cell", garden.dimension)
        _is_placeable(garden, code, cell, "forbidden")
        if code is None and garden.rule == "packed":
            raise PuzzleError(f"a packed garden fills its box, so {cell} cannot be forbidden to all tiles")
        for tile, place in garden.fixed:
            if place == cell and code in (None, tile):
                raise PuzzleError(f"tile {tile} is fixed at {cell}, where it is forbidden")
        forbidden.append((code, cell))
    return tuple(sorted(set(forbidden), key=lambda entry: (entry[1], -1 if entry[0] is None else entry[0])))


def _minimises(garden: GardenFields) -> None:
    if garden.minimise == "components":
        if garden.connected:
            raise PuzzleError("a connected garden has one component: there is nothing to minimise")
    elif garden.minimise is not None:
        if garden.rule == "packed":
            raise PuzzleError(f"a packed garden fills its box, so its {garden.minimise} cannot be minimised")
        if garden.touching:
            raise PuzzleError(f"a garden that touches all sides of its box has no smaller {garden.minimise} to find")
