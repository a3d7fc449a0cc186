"""What the fields of a garden may hold, which of them contradict each other, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, get_args

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import PuzzleError
from cpmodels.base.fields import Positive, in_files
from cpmodels.base.lattice import (
    BoxCells,
    Cell,
    Lattice,
    Matrix,
    closure,
    compose,
    is_signed_permutation,
    move,
    permuted,
    preserves,
    signed_permutations,
)
from cpmodels.base.regions import isometry
from cpmodels.base.values import (
    boolean,
    by,
    check_box,
    either,
    integer,
    integers,
    items,
    off_by_one,
    one_of,
    repeated,
    shown,
)
from cpmodels.puzzles.garden._region import cells_of, is_box_lattice, lattice_of, region_of
from cpmodels.puzzles.garden.tiles import LATTICES, NAMED_LATTICES, all_codes, bits, red_codes, turned_codes

Rule = Literal["hanging", "packed"]
Boundary = Literal["red", "free", "torus"]
Red = Literal["omit", "place", "inside"]
Tiles = Literal["all", "distinct"]
Minimise = Literal["volume", "surface", "longest", "components"]
Fixed = tuple[int, Cell]
Forbidden = tuple[int | None, Cell]
Symmetry = str | Sequence[Sequence[Sequence[int]]] | None


class Neighbours(dict[Cell, tuple[Cell | None, ...]]):
    """The cells that the faces of a cell look at, found when they are first asked for; None for the outside."""

    def __init__(
        self, lattice: Lattice, cells: Mapping[Cell, int], box: tuple[int, ...], boundaries: tuple[Boundary, ...]
    ) -> None:
        super().__init__()
        self._lattice, self._cells = lattice, cells
        # Along an axis that is no torus, no step of 64 bits wraps round a length of 2^65.
        lengths = zip(box, boundaries, strict=True) if "torus" in boundaries else ()
        self._around = [side if boundary == "torus" else 2**65 for side, boundary in lengths]

    def __missing__(self, cell: Cell) -> tuple[Cell | None, ...]:
        if cell not in self._cells:
            raise KeyError(cell)
        near = self._lattice.neighbours(cell)
        if self._around:
            near = [tuple(c % length for c, length in zip(other, self._around, strict=True)) for other in near]
        self[cell] = seen = tuple([other if other in self._cells else None for other in near])
        return seen


def _lattice_in_files(lattice: Lattice | None) -> str | Lattice | None:
    """The name of a lattice, or else the lattice itself."""
    return next((name for name, known in NAMED_LATTICES.items() if known == lattice), lattice)


class Variant(TypedDict, total=False):
    """The fields of a `Garden` that `Garden.hanging` and `Garden.packed` take by name."""

    connected: bool
    symmetry: Symmetry
    fixed: Sequence[tuple[int, Sequence[int]]]
    name: str | None
    boundary: str | Sequence[str]
    components: Sequence[int | None] | None
    touching: bool
    tiles: str | Sequence[int]
    forbidden: Sequence[tuple[int | None, Sequence[int]]]
    minimise: Minimise | None
    exact: bool
    lattice: str | Lattice | None
    region: str | Sequence[Sequence[int]] | None


@dataclass(frozen=True)
class GardenFields:
    """The fields of a `cpmodels.Garden`, checked and in their normal form, and what follows from them."""

    rule: Rule
    box: tuple[int, ...] = field(
        default=None,  # type: ignore[arg-type]  # there is a region, then
        metadata=in_files(hint=tuple[Positive, ...] | None, left_out=lambda garden: garden.region is not None),
    )
    red: Red = field(
        default=None,  # type: ignore[arg-type]  # as the rule has it
        metadata=in_files(hint=Red | None),
    )
    connected: bool = False
    symmetry: str | tuple[Matrix, ...] | None = None
    fixed: tuple[Fixed, ...] = ()
    name: str | None = field(default=None, compare=False)
    boundary: Boundary | tuple[Boundary, ...] = field(default="red", metadata=in_files(left_out=True))
    components: tuple[int, int | None] | None = field(default=None, metadata=in_files(left_out=True))
    touching: bool = field(default=False, metadata=in_files(left_out=True))
    tiles: Tiles | tuple[int, ...] = field(default="all", metadata=in_files(left_out=True))
    forbidden: tuple[Forbidden, ...] = field(default=(), metadata=in_files(left_out=True))
    minimise: str | None = field(default=None, metadata=in_files(hint=Minimise | None, left_out=True))
    exact: bool = field(default=False, metadata=in_files(left_out=True))
    lattice: Lattice = field(  # type: ignore[assignment]
        default=None,  # as many sides as a box has are those of one
        metadata=in_files(
            hint=Literal[tuple(NAMED_LATTICES)] | Lattice | None,
            write=_lattice_in_files,
            left_out=lambda garden: garden.lattice == LATTICES.get(len(garden.box)),
        ),
    )
    region: str | tuple[Cell, ...] | None = field(default=None, metadata=in_files(left_out=True))

    if TYPE_CHECKING:

        def __init__(
            self, rule: Rule, box: Sequence[int] | None = None, red: Red | None = None, **variant: Unpack[Variant]
        ) -> None: ...

    def __post_init__(self) -> None:
        one_of(self.rule, "the rule", get_args(Rule))
        if self.red is None:
            self._put(red="place" if self.rule == "packed" else "omit")
        one_of(self.red, "red", get_args(Red))
        for name in ("connected", "touching", "exact"):
            boolean(getattr(self, name), name)
        if self.minimise is not None and not (isinstance(self.minimise, str) and self.minimise in get_args(Minimise)):
            raise PuzzleError(f"minimise must be {either([*get_args(Minimise), 'null'])}, not {shown(self.minimise)}")
        self._put(**_place(self))
        self._put(boundary=_boundary(self), components=_components(self), tiles=_tiles(self))
        if self.rule == "packed":
            _fills_its_box(self)
        self._put(symmetry=_symmetry(self))
        _symmetry_fits(self)
        self._put(fixed=_fixed(self))
        self._put(forbidden=_forbidden(self))
        _minimises(self)

    def _put(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def dimension(self) -> int:
        """How many coordinates a cell has: 1 on a line, 2 for squares, 3 for cubes."""
        return self.lattice.dimension

    @cached_property
    def cells(self) -> Mapping[Cell, int]:
        """All cells of the box or region, with their number in order."""
        if self.region is None:
            return BoxCells(self.box)
        return {cell: number for number, cell in enumerate(cells_of(self.region, self.lattice))}

    @property
    def place(self) -> str:
        """The box or region in words.

        >>> GardenFields("hanging", (5, 5)).place
        'a box of 5 x 5'
        """
        if self.region is None:
            return f"a box of {by(self.box)}"
        if not isinstance(self.region, str):
            return f"a region of {len(self.region)} cells"
        word, *sides = self.region.split()
        return f"a {word} of {'side ' if len(sides) == 1 else ''}{by(map(int, sides))}"

    @property
    def ground(self) -> str:
        """What the garden lies in, in a word: box, or region."""
        return "box" if self.region is None else "region"

    @cached_property
    def boundaries(self) -> tuple[Boundary, ...]:
        """The boundary along each axis."""
        return (self.boundary,) * self.dimension if isinstance(self.boundary, str) else self.boundary

    @cached_property
    def neighbours(self) -> Neighbours:
        """The cells that the faces of each cell look at, on a torus across the rim; None for the outside."""
        return Neighbours(self.lattice, self.cells, self.box, self.boundaries)

    def face(self, cell: Cell, direction: int) -> tuple[Cell, int]:
        """A face as the one cell that it belongs to, and the direction in which it looks from there.

        A face between two cells belongs to the one that looks through it in the earlier of two opposite directions, or
        to the first cell where these are one; a face that looks out belongs to its only cell.
        """
        other, back = self.neighbours[cell][direction], self.lattice.opposite[direction]
        if other is None or direction < back or (direction == back and cell < other):
            return cell, direction
        return other, back

    def is_free(self, cell: Cell, direction: int) -> bool:
        """Whether a face that looks out of the box or region may be blue: on a free rim."""
        if isinstance(self.boundary, str):
            return self.boundary == "free"
        beyond = zip(self.lattice.neighbour(cell, direction), self.box, self.boundaries, strict=True)
        return all(boundary == "free" for c, side, boundary in beyond if boundary != "torus" and not 0 <= c < side)

    def is_inside(self, cell: Cell, sides: Sequence[int] | None = None) -> bool:
        """Whether a cell is not on the surface of the box or region, or of a box of other `sides`."""
        if self.region is not None:
            return None not in self.neighbours[cell]
        rims = zip(cell, sides or self.box, self.boundaries, strict=True)
        return all(boundary == "torus" or 0 < c < side - 1 for c, side, boundary in rims)

    @cached_property
    def red_tiles(self) -> tuple[int, ...]:
        """The codes of the tiles without a blue face: 0 or, where cells have several orientations, one for each."""
        return red_codes(self.lattice)

    def red_tile(self, cell: Cell) -> int:
        """The code of the tile without a blue face that may lie in a cell."""
        return self.red_tiles[self.lattice.orientation(cell)]

    def suits(self, code: int, cell: Cell) -> bool:
        """Whether a tile has the orientation of a cell."""
        return len(self.red_tiles) == 1 or code // self.red_tiles[1] == self.lattice.orientation(cell)

    def fits(self, code: int, cell: Cell) -> bool:
        """Whether a tile suits a cell, is blue only towards cells or a free rim, and lies inside if it must."""
        if not self.suits(code, cell):
            return False
        if code in self.red_tiles:
            return self.red != "inside" or self.is_inside(cell)
        if cell not in self._outer_bits:
            seen = enumerate(zip(bits(self.lattice), self.neighbours[cell], strict=True))
            red = (bit for d, (bit, other) in seen if other is None and not self.is_free(cell, d))
            self._outer_bits[cell] = sum(red)
        return not code & self._outer_bits[cell]

    @cached_property
    def _outer_bits(self) -> dict[Cell, int]:
        """For each cell that was asked for, the bits of the faces that look out and cannot be blue."""
        return {}

    @cached_property
    def tile_set(self) -> tuple[int, ...]:
        """The codes of the tiles that may be placed, each at most once, in order."""
        if not isinstance(self.tiles, str):
            return self.tiles
        codes = all_codes(self.lattice)
        return tuple(code for code in codes if code not in self.red_tiles) if self.red == "omit" else codes

    @cached_property
    def required(self) -> tuple[int, ...]:
        """The codes of the tiles that must be placed, in order."""
        return tuple(sorted(code for code, _ in self.fixed)) if self.tiles == "distinct" else self.tile_set

    @property
    def full_tile(self) -> int | None:
        """The code of the all-blue tile; None where cells have several orientations, each with its own."""
        return all_codes(self.lattice)[-1] if len(self.red_tiles) == 1 else None

    @property
    def component_bounds(self) -> tuple[int, int | None]:
        """The least and the greatest number of components; ``(0, None)`` when any will do."""
        return (1, 1) if self.connected else self.components or (0, None)

    @property
    def most_components(self) -> int:
        """How many components there can be at most: a blue face touches another tile, but on a free rim or a torus."""
        tiles = len(set(self.tile_set).difference(self.red_tiles))
        return tiles // 2 if set(self.boundaries) == {"red"} else tiles

    @property
    def own_box(self) -> bool:
        """Whether symmetry and surface are those of the garden's own box, as its size is minimised."""
        return self.minimise in ("volume", "surface", "longest")

    @cached_property
    def generators(self) -> tuple[Matrix, ...]:
        """Those of the given moves that generate the `group`, without those that the ones before generate."""
        given = self.lattice.groups[self.symmetry] if isinstance(self.symmetry, str) else self.symmetry or ()
        kept: list[Matrix] = []
        group = set(closure(kept, self.dimension))
        for matrix in given:
            if matrix not in group:
                kept.append(matrix)
                group.update(closure(kept))
        return tuple(kept)

    @cached_property
    def group(self) -> tuple[Matrix, ...]:
        """All moves under which the garden must look the same, the identity first."""
        return closure(self.generators, self.dimension)

    def keeps(self, matrix: Matrix, sides: Sequence[int] | None = None) -> bool:
        """Whether a symmetry of the lattice maps the box or region, or a box of other `sides`, to itself."""
        if self.region is None:
            return is_signed_permutation(matrix) and preserves(matrix, sides or self.box)
        return self._images(matrix) is not None

    def moves(self, sides: Sequence[int] | None = None) -> list[Matrix]:
        """All symmetries of the lattice that keep the box or region, or a box of other `sides`, and its boundary."""
        alike = (m for m in self.lattice.point_group if permuted(m, self.boundaries) == self.boundaries)
        return [matrix for matrix in alike if self.keeps(matrix, sides)]

    def moved(self, matrix: Matrix, cell: Cell, sides: Sequence[int] | None = None) -> Cell:
        """Where a symmetry that keeps the box or region, or a box of other `sides`, takes a cell."""
        if self.region is None:
            return move(matrix, sides or self.box, cell)
        places = self._images(matrix)
        assert places is not None
        return places[cell]

    def _images(self, matrix: Matrix) -> Mapping[Cell, Cell] | None:
        """Where a symmetry takes the cells of a region; None where it does not keep the region."""
        checkpoint()
        if matrix not in self._known_images:
            self._known_images[matrix] = isometry(self.lattice, tuple(self.cells), matrix)
        return self._known_images[matrix]

    @cached_property
    def _known_images(self) -> dict[Matrix, Mapping[Cell, Cell] | None]:
        return {}

    def turned(self, code: int, matrix: Matrix) -> int:
        """The tile that a symmetry makes of a tile; of what is not a tile, what it makes of its faces."""
        images = turned_codes(matrix, self.lattice)
        return images[code if code in images else code & sum(bits(self.lattice))]

    def tile_images(self, code: int) -> list[int]:
        """What each element of the `group` makes of a tile."""
        return [self.turned(code, matrix) for matrix in self.group]

    def further_moves(self, sides: Sequence[int] | None = None) -> tuple[Matrix, ...]:
        """A move of the box (or of one of other `sides`) for each smallest group larger than the demanded one."""
        return _further(self.lattice, self.generators, tuple(self.moves(sides)))


@lru_cache(maxsize=64)
def _further(lattice: Lattice, generators: tuple[Matrix, ...], moves: tuple[Matrix, ...]) -> tuple[Matrix, ...]:
    """One of some moves for each smallest larger group; each has one of which a prime power is in the smaller group."""
    group = set(closure(generators, lattice.dimension))
    larger: dict[frozenset[Matrix], Matrix] = {}
    for matrix in moves:
        if matrix not in group and _is_next_to(group, matrix):
            larger[frozenset(closure([*generators, matrix]))] = matrix
    return tuple(m for group, m in larger.items() if not any(other < group for other in larger))


def _is_next_to(group: set[Matrix], matrix: Matrix) -> bool:
    """Whether the first power of a matrix that is in a group is a prime one."""
    power, exponent = matrix, 1
    while power not in group:
        power, exponent = compose(matrix, power), exponent + 1
    return all(exponent % divisor for divisor in range(2, exponent))


def _place(garden: GardenFields) -> dict[str, Any]:
    """The lattice, and the box or the region."""
    if garden.box is None if garden.region is None else garden.box is not None and items(garden.box, "the box"):
        raise PuzzleError("a garden lies in a box or in a region: give one of the two")
    box = None
    if garden.region is None:
        box = tuple(integer(side, "a side of the box", 1) for side in items(garden.box, "the box"))
        check_box(box)
    lattice = lattice_of(garden.lattice, box)
    if box is None:
        return {"lattice": lattice, "box": (), "region": region_of(garden.region, lattice)}
    if not is_box_lattice(lattice):
        raise PuzzleError("this lattice has no boxes: give a region, a rhombus, hexagon, triangle or list of cells")
    if len(box) != lattice.dimension:
        raise PuzzleError(f"a box of this lattice has {lattice.dimension} sides, not {len(box)}")
    return {"lattice": lattice, "box": box}


def _boundary(garden: GardenFields) -> Any:
    if garden.region is not None and not (isinstance(garden.boundary, str) and garden.boundary in ("red", "free")):
        raise PuzzleError(
            f"the boundary of a region that is not a box must be red or free, not {shown(garden.boundary)}"
        )
    one = isinstance(garden.boundary, str)
    words: list[Any] = [garden.boundary] * garden.dimension if one else items(garden.boundary, "the boundary")
    if len(words) != garden.dimension:
        raise PuzzleError(f"the boundary is one word, or one for each of {garden.dimension} axes, not {len(words)}")
    for word in words:
        one_of(word, "the boundary", get_args(Boundary))
    if garden.rule == "hanging" and "free" in words:
        raise PuzzleError("a hanging garden has air around it, so its boundary is red, or a torus")
    return words[0] if len(set(words)) == 1 else tuple(words)


def _components(garden: GardenFields) -> tuple[int, int | None] | None:
    if garden.components is None:
        return None
    first, second = items(garden.components, "components (least and most)", 2)
    least = integer(first, "the least number of components", 0)
    most = None if second is None else integer(second, "the greatest number of components", least)
    if garden.connected and (least, most) != (1, 1):
        asked = f"{least} to {'null' if most is None else most}"
        raise PuzzleError(f"a connected garden has one component, but components asks for {asked}")
    return least, most


def _tiles(garden: GardenFields) -> Any:
    if isinstance(garden.tiles, str):
        if garden.tiles not in ("all", "distinct"):
            raise PuzzleError(f"tiles must be all, distinct or a list of codes, not {shown(garden.tiles)}")
        return garden.tiles
    tiles = list(garden.tiles) if isinstance(garden.tiles, Set) else garden.tiles  # Their order does not matter.
    codes = tuple(sorted(integers(tiles, "tiles")))
    if not codes:
        raise PuzzleError("a garden has at least one tile: tiles is an empty list")
    if twice := repeated(codes):
        raise PuzzleError(f"tile {twice[0]} is in tiles twice, but each tile exists only once")
    for code in codes:
        if code not in all_codes(garden.lattice):
            raise PuzzleError(f"{code}, in tiles, is not the code of a tile {_of_lattice(garden)}")
        if garden.red == "omit" and code in garden.red_tiles:
            raise PuzzleError(f"{code}, in tiles, is the red tile, which is omitted: red must be place or inside")
    if garden.red == "inside" and not set(codes) & set(garden.red_tiles):
        raise PuzzleError("the red tile should lie inside, but tiles does not contain it (0)")
    return codes


def _of_lattice(garden: GardenFields) -> str:
    """Where the codes of tiles, and the names of symmetries, come from."""
    own = garden.lattice not in LATTICES.values()
    return "of this lattice" if own else f"in {garden.dimension} dimensions"


def _fills_its_box(garden: GardenFields) -> None:
    size, count = len(garden.cells), len(garden.tile_set)
    if size > count or (garden.tiles != "distinct" and size < count):
        what, cells = ("its box", by(garden.box)) if garden.region is None else ("its region", f"{size}")
        raise PuzzleError(f"a packed garden fills {what}: {count} tiles cannot fill {cells} cells")


def _symmetry(garden: GardenFields) -> Any:
    if garden.symmetry is None:
        return None
    if isinstance(garden.symmetry, str):
        if garden.symmetry not in garden.lattice.groups:
            known = ", ".join(garden.lattice.groups)
            what = f"there is no symmetry {shown(garden.symmetry)} {_of_lattice(garden)}"
            raise PuzzleError(f"{what}: use {known}")
        return garden.symmetry
    given = [items(matrix, "a matrix") for matrix in items(garden.symmetry, "symmetry")]
    what, length = "a row of a symmetry matrix", garden.dimension
    matrices = tuple(tuple(integers(row, what, length) for row in matrix) for matrix in given)
    for matrix in dict.fromkeys(matrices):
        if matrix not in garden.lattice.point_group:
            is_signed = len(garden.lattice.point_group) == len(signed_permutations(garden.dimension))
            why = f": each of its {garden.dimension} rows and columns must have one 1 or -1, and otherwise zeros"
            said = f"the symmetry matrix {[list(row) for row in matrix]} is not a symmetry of the lattice"
            raise PuzzleError(said + why * is_signed)
    return matrices


def _symmetry_fits(garden: GardenFields) -> None:
    for matrix in garden.group:
        if not garden.own_box and not garden.keeps(matrix):
            raise PuzzleError(f"the symmetry {shown(garden.symmetry)} does not map {garden.place} to itself")
        if permuted(matrix, garden.boundaries) != garden.boundaries:
            around = ", ".join(garden.boundaries)
            raise PuzzleError(f"the symmetry {shown(garden.symmetry)} does not map the boundary, {around}, to itself")


def _given(garden: GardenFields, how: str, words: str) -> Iterator[tuple[Any, Cell]]:
    """The codes and cells that are fixed or forbidden; None for the code stands for any tile that is forbidden."""
    for entry in items(getattr(garden, how), how):
        first, second = items(entry, f"a {how} tile, {words} and cell,", 2)
        code = None if first is None and how == "forbidden" else integer(first, "a tile code")
        cell = integers(second, f"a {how} cell", garden.dimension)
        if code is not None and code not in garden.tile_set:
            red = code in garden.red_tiles and garden.red == "omit"
            why = "is the red tile, which is omitted" if red else "is not a tile of this garden"
            raise PuzzleError(f"{code}, {how} at {cell}, {why}")
        if cell not in garden.cells:
            what = "a cell" if code is None else f"tile {code}"
            raise PuzzleError(f"{what} is {how} at {cell}, outside the {garden.ground}{off_by_one([cell], garden.box)}")
        if code is not None and not garden.suits(code, cell):
            raise PuzzleError(f"tile {code} is {how} at {cell}, a cell of another orientation")
        yield code, cell


def _fixed(garden: GardenFields) -> tuple[tuple[int, Cell], ...]:
    fixed = list(_given(garden, "fixed", "code"))
    for code, cell in fixed if garden.red == "inside" and not garden.own_box else ():
        if code in garden.red_tiles and not garden.is_inside(cell):
            raise PuzzleError(
                f"the red tile should lie inside, but is fixed at {cell}, on the surface of the {garden.ground}"
            )
    fixed = sorted(set(fixed))
    for what, of in (("tile", [code for code, _ in fixed]), ("cell", [cell for _, cell in fixed])):
        if twice := repeated(of):
            raise PuzzleError(f"{what} {twice[0]} is fixed twice, in different ways")
    return tuple(fixed)


def _forbidden(garden: GardenFields) -> tuple[tuple[int | None, Cell], ...]:
    forbidden = list(_given(garden, "forbidden", "code or null"))
    for code, cell in forbidden:
        if code is None and garden.rule == "packed":
            raise PuzzleError(f"a packed garden fills its {garden.ground}, so {cell} cannot be forbidden for all tiles")
        for tile, place in garden.fixed:
            if place == cell and code in (None, tile):
                raise PuzzleError(f"tile {tile} is fixed at {cell}, where it is forbidden")
    return tuple(sorted(set(forbidden), key=lambda entry: (entry[1], -1 if entry[0] is None else entry[0])))


def _minimises(garden: GardenFields) -> None:
    if garden.touching and garden.region is not None:
        raise PuzzleError("only a box has sides for a garden to touch: give a box, not a region")
    if garden.rule == "hanging" and "torus" in garden.boundaries and (garden.touching or garden.own_box):
        raise PuzzleError("a torus has no sides for a hanging garden to touch, and no smaller box that holds it")
    if garden.minimise == "components":
        if garden.connected:
            raise PuzzleError("a connected garden has one component: there is nothing to minimise")
    elif garden.minimise is not None:
        if garden.region is not None:
            raise PuzzleError(f"only the {garden.minimise} of a box can be minimised: give a box, not a region")
        if garden.rule == "packed":
            raise PuzzleError(f"a packed garden fills its box, so its {garden.minimise} cannot be minimised")
        if garden.touching:
            raise PuzzleError(f"a garden that touches all sides of its box has no smaller {garden.minimise} to find")
