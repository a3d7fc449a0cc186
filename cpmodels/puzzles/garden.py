"""The Hanging Gardens: every subset of the directions of a lattice as a tile, hung in the air or packed.

A tile is a code: the sum of the values of its blue faces (North 1, East 2, South 4, West 8, Top 16,
Bottom 32).  Cells are ``(x, y, z)``, x to the East, y to the North, z to the Top.

>>> garden = Garden.hanging(box=(5,))
>>> garden.tiles
(2, 8, 10)
>>> garden.check(Planting([((2,), 2), ((3,), 10), ((4,), 8)]))
[]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from cpmodels.errors import PuzzleError
from cpmodels.lattice import (
    CUBIC,
    GROUPS,
    LINE,
    PLANE,
    Cell,
    Lattice,
    Matrix,
    closure,
    is_signed_permutation,
    move,
    named_group,
    preserves,
)
from cpmodels.puzzles.puzzle import (
    LARGEST_BOARD,
    Puzzle,
    Solution,
    check_type,
    integer,
    integers,
    items,
    listed,
    repeated,
    shown,
)

Rule = Literal["hanging", "packed"]
Red = Literal["omit", "place"]
Fixed = tuple[int, Cell]

LATTICES: dict[int, Lattice] = {1: LINE, 2: PLANE, 3: CUBIC}
BITS: dict[str, int] = {name: 1 << i for i, name in enumerate(CUBIC.names)}
"""What a blue face in each direction adds to the code of a tile."""


def bits(dimension: int) -> tuple[int, ...]:
    """The bit of each direction of the lattice of a dimension."""
    return tuple(BITS[name] for name in LATTICES[dimension].names)


def blue_faces(code: int, dimension: int) -> tuple[int, ...]:
    """The directions in which a tile is blue."""
    return tuple(d for d, bit in enumerate(bits(dimension)) if code & bit)


def turned(code: int, matrix: Matrix) -> int:
    """The code of the tile that a symmetry makes of a tile."""
    lattice, values = LATTICES[len(matrix)], bits(len(matrix))
    turn = lattice.turned(matrix)
    return sum(values[turn[d]] for d in blue_faces(code, len(matrix)))


@dataclass(frozen=True)
class Planting(Solution):
    """Tiles in their cells: pairs ``(cell, code)``, kept in the order of the cells."""

    tiles: tuple[tuple[Cell, int], ...]

    if TYPE_CHECKING:

        def __init__(self, tiles: Iterable[tuple[Sequence[int], int]]) -> None: ...

    def __post_init__(self) -> None:
        pairs = [items(pair, "a tile in its cell", 2) for pair in items(self.tiles, "tiles")]
        tiles = sorted((integers(cell, "a cell"), integer(code, "a tile code")) for cell, code in pairs)
        object.__setattr__(self, "tiles", tuple(tiles))

    @cached_property
    def codes(self) -> dict[Cell, int]:
        """The code of each cell that has a tile."""
        return dict(self.tiles)


@dataclass(frozen=True)
class Garden(Puzzle[Planting]):
    """A garden of squares (a `box` of two sides) or cubes (three), or of the four tiles on a line (one).

    rule: ``"hanging"``: blue faces touch blue faces, red faces look at empty cells or out of the box;
        ``"packed"``: the tiles fill the box, blue meets blue, red meets red, and only red faces look out.
    box: side lengths, as x, y, z.  A hanging garden may lie anywhere in its box.
    red: whether the tile without a blue face takes part: ``"place"`` or ``"omit"``.  Packed gardens
        place it unless told otherwise, hanging ones omit it, as it touches nothing.
    connected: all tiles but the red one hang together by blue faces.
    symmetry: a group by name (see `cpmodels.lattice.GROUPS`) or generating matrices M, which take the
        offset v from the centre of the box to M v.  The garden looks the same after each of its moves.
    fixed: tiles in given places, as ``(code, cell)``.

    Raises PuzzleError when sides, tiles, cells or matrices are not such, a packed garden does not fill
    its box, a symmetry does not map the box to itself, or fixed tiles contradict each other.
    """

    kind: ClassVar[str] = "garden"

    rule: Rule
    box: tuple[int, ...]
    red: Red = "omit"
    connected: bool = False
    symmetry: str | tuple[Matrix, ...] | None = None
    fixed: tuple[Fixed, ...] = ()
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            rule: Rule,
            box: Sequence[int],
            red: Red = "omit",
            connected: bool = False,
            symmetry: str | Sequence[Sequence[Sequence[int]]] | None = None,
            fixed: Sequence[tuple[int, Sequence[int]]] = (),
            name: str | None = None,
        ) -> None: ...

    @classmethod
    def hanging(
        cls,
        box: Sequence[int],
        *,
        red: Red = "omit",
        connected: bool = False,
        symmetry: str | Sequence[Sequence[Sequence[int]]] | None = None,
        fixed: Sequence[tuple[int, Sequence[int]]] = (),
    ) -> Garden:
        """A garden whose red faces look at air."""
        return cls("hanging", box, red, connected, symmetry, fixed)

    @classmethod
    def packed(
        cls,
        box: Sequence[int] = (4, 4, 4),
        *,
        red: Red = "place",
        connected: bool = False,
        symmetry: str | Sequence[Sequence[Sequence[int]]] | None = None,
        fixed: Sequence[tuple[int, Sequence[int]]] = (),
    ) -> Garden:
        """A garden that fills its box."""
        return cls("packed", box, red, connected, symmetry, fixed)

    def __post_init__(self) -> None:
        if self.rule not in get_args(Rule):
            raise PuzzleError(f"the rule must be hanging or packed, not {shown(self.rule)}")
        if self.red not in get_args(Red):
            raise PuzzleError(f"red must be omit or place, not {shown(self.red)}")
        if not isinstance(self.connected, bool):
            raise PuzzleError(f"connected must be true or false, not {shown(self.connected)}")
        box = tuple(integer(side, "a side of the box", 1) for side in items(self.box, "the box"))
        if len(box) not in LATTICES:
            raise PuzzleError(f"a box has one, two or three sides, not {len(box)}")
        if prod(box) > LARGEST_BOARD:
            raise PuzzleError(f"a box of {' x '.join(map(str, box))} is too large: at most {LARGEST_BOARD} cells")
        object.__setattr__(self, "box", box)
        if self.rule == "packed" and prod(box) != len(self.tiles):
            raise PuzzleError(
                f"a packed garden fills its box: {len(self.tiles)} tiles do not fill {' x '.join(map(str, box))} cells"
            )
        self._take_symmetry()
        self._take_fixed()

    def _take_symmetry(self) -> None:
        if isinstance(self.symmetry, str):
            if self.symmetry not in GROUPS[self.dimension]:
                known = ", ".join(GROUPS[self.dimension])
                raise PuzzleError(
                    f"there is no symmetry {shown(self.symmetry)} in {self.dimension} dimensions: use {known}"
                )
        elif self.symmetry is not None:
            matrices = tuple(
                tuple(integers(row, "a row of a symmetry matrix", self.dimension) for row in items(m, "a matrix"))
                for m in items(self.symmetry, "symmetry")
            )
            for matrix in dict.fromkeys(matrices):
                if len(matrix) != self.dimension or not is_signed_permutation(matrix):
                    raise PuzzleError(
                        f"the symmetry matrix {[list(row) for row in matrix]} is no symmetry of the lattice: each "
                        f"of its {self.dimension} rows and columns takes one 1 or -1, and zeros"
                    )
            object.__setattr__(self, "symmetry", matrices)
        for matrix in self.group:
            if not preserves(matrix, self.box):
                sides = " x ".join(map(str, self.box))
                raise PuzzleError(f"the symmetry {shown(self.symmetry)} does not map a box of {sides} to itself")

    def _take_fixed(self) -> None:
        fixed = []
        for entry in items(self.fixed, "fixed"):
            first, second = items(entry, "a fixed tile, code and cell,", 2)
            code, cell = integer(first, "a tile code"), integers(second, "a fixed cell", self.dimension)
            if code not in self.tiles:
                why = "is the red tile, which is omitted" if code == 0 else "is no tile of this garden"
                raise PuzzleError(f"{code}, fixed at {cell}, {why}")
            if cell not in self.cells:
                raise PuzzleError(f"tile {code} is fixed at {cell}, outside the box")
            fixed.append((code, cell))
        fixed = sorted(set(fixed))
        for what, of in (("tile", [code for code, _ in fixed]), ("cell", [cell for _, cell in fixed])):
            if twice := repeated(of):
                raise PuzzleError(f"{what} {twice[0]} is fixed twice, in different ways")
        object.__setattr__(self, "fixed", tuple(fixed))

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
    def tiles(self) -> tuple[int, ...]:
        """The codes of the tiles to be placed, each once."""
        values = bits(self.dimension)
        codes = sorted(sum(chosen) for chosen in product(*((0, bit) for bit in values)))
        return tuple(codes if self.red == "place" else codes[1:])

    @cached_property
    def group(self) -> tuple[Matrix, ...]:
        """All moves under which the garden must look the same, the identity first."""
        if isinstance(self.symmetry, str):
            return named_group(self.symmetry, self.dimension)
        return closure(dict.fromkeys(self.symmetry or ()), self.dimension)

    def obstruction(self) -> str | None:
        """Why no garden of this symmetry can exist, where counting shows it; None when it does not.

        A tile lies in a cell that just the same moves leave in place: were the cell left in place by one
        more, the tile would not look the same after it; were the tile, it would be there twice.
        """
        tiles = Counter(frozenset(m for m in self.group if turned(t, m) == t) for t in self.tiles)
        cells = Counter(frozenset(m for m in self.group if move(m, self.box, c) == c) for c in self.cells)
        for moves, count in tiles.items():
            if count > cells[moves]:
                return (
                    f"{count} tiles look the same after just {len(moves)} of the {len(self.group)} moves of the "
                    f"symmetry, but only {cells[moves]} cells of the box stay in place under just these"
                )
        return None

    def check(self, solution: Planting) -> list[str]:
        """The rules that a planting breaks, a sentence each; empty when it is a garden of this kind."""
        check_type(solution, Planting)
        codes = solution.codes
        if outside := [cell for cell in codes if cell not in self.cells]:
            return [f"tiles lie outside the box: {listed(outside)}"]
        broken = []
        if len(codes) < len(solution.tiles):
            broken.append(f"{len(solution.tiles) - len(codes)} cells hold more than one tile")
        broken += self._check_tiles(Counter(code for _, code in solution.tiles))
        for cell in codes:
            broken += self._check_faces(cell, codes)
        if self.rule == "packed" and len(codes) < len(self.cells):
            broken.append(f"{len(self.cells) - len(codes)} cells of the box are empty")
        broken += [
            f"tile {code} is not at {cell}, where it is fixed" for code, cell in self.fixed if codes.get(cell) != code
        ]
        if not broken and self.connected and (parts := components(codes, self.dimension)) != 1:
            broken.append(f"the garden has {parts} components, not one")
        return broken + self._check_symmetry(codes)

    def _check_tiles(self, uses: Counter[int]) -> list[str]:
        broken = []
        if foreign := sorted(set(uses) - set(self.tiles)):
            broken.append(f"not tiles of this garden: {listed(foreign)}")
        if missing := sorted(set(self.tiles) - set(uses)):
            broken.append(f"missing tiles: {listed(missing)}")
        if twice := sorted(code for code, times in uses.items() if times > 1):
            broken.append(f"tiles used more than once: {listed(twice)}")
        return broken

    def _check_faces(self, cell: Cell, codes: dict[Cell, int]) -> list[str]:
        values, lattice, broken = bits(self.dimension), self.lattice, []
        for direction, face in enumerate(lattice.names):
            other = lattice.neighbour(cell, direction)
            blue = bool(codes[cell] & values[direction])
            facing = codes[other] & values[lattice.opposite[direction]] if other in codes else None
            if blue and not facing:
                what = "the outside or air" if facing is None else "a red face"
                broken.append(f"the blue {face} face of {cell} looks at {what}")
            elif not blue and facing:
                broken.append(f"the red {face} face of {cell} touches a blue face")
            elif not blue and facing is not None and self.rule == "hanging":
                broken.append(f"the red {face} face of {cell} touches a tile")
        return broken

    def _check_symmetry(self, codes: dict[Cell, int]) -> list[str]:
        for matrix in self.group[1:]:
            for cell, code in codes.items():
                image = move(matrix, self.box, cell)
                if codes.get(image) != turned(code, matrix):
                    return [f"the symmetry takes tile {code} at {cell} to {image}, which does not hold its image"]
        return []


def components(codes: dict[Cell, int], dimension: int) -> int:
    """The number of parts that hang together by blue faces, the red tile apart."""
    lattice = LATTICES[dimension]
    unseen, parts = {cell for cell, code in codes.items() if code}, 0
    while unseen:
        parts += 1
        frontier = [unseen.pop()]
        while frontier:
            cell = frontier.pop()
            found = {lattice.neighbour(cell, d) for d in blue_faces(codes[cell], dimension)} & unseen
            unseen -= found
            frontier.extend(found)
    return parts
