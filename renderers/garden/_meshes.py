"""Gardens as meshes: GLB, the garden as it hangs, to look at; and STL, its tiles side by side, to print.

The GLB is in metres, with glTF's y axis to the Top: our (East, North, Top) is its (x, -z, y).  Its nodes are
the tiles, named by their codes, and the rods, named by axis, cell and direction; cubes are spaced as in
pictures, as touching ones would hide each other's blue faces.  The STL is in millimetres (`renderers.garden._solids`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cpmodels.base.errors import MissingExtraError, PuzzleError, UnsupportedError
from cpmodels.base.lattice import Cell, minus
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import LATTICES, TilePlacement, blue_faces
from renderers.functions import Plate, check_fit
from renderers.garden import _solids
from renderers.garden._cubes import PITCH, ROD, RODS
from renderers.garden._projection import Vector
from renderers.garden._reaches import Reach, reaches, tiles, whole
from renderers.palette import BLUE, QUIET, RED, rgb

if TYPE_CHECKING:
    from trimesh import Scene, Trimesh

MILLIMETRE = 0.001
UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""Takes East, North and Top to glTF's axes."""


def check_garden_mesh(garden: Garden, ending: str) -> None:
    """Raise UnsupportedError for other than squares and cubes, MissingExtraError when trimesh or, for solids to print,
    manifold3d is not installed.
    """
    if garden.lattice not in LATTICES.values():
        raise UnsupportedError(f"only gardens of squares or cubes can be written as {ending}")
    _trimesh(ending)
    if ending == ".stl":
        _solids.check_manifold()


def garden_mesh(garden: Garden, solutions: Sequence[TilePlacement], ending: str) -> bytes:
    """The first solution as a file of meshes, or what the garden has without one.

    Raises PuzzleError when there is no tile or a solution does not fit, MissingExtraError for a missing package.
    """
    if ending == ".stl":
        return garden_plates(garden, solutions)[0].content
    check_garden_mesh(garden, ending)
    solution = solutions[0] if solutions else None
    if solution is not None:
        check_fit(garden, solution)
    codes = tiles(garden, solution)
    if not codes:
        raise PuzzleError("there is no tile in the garden to write as .glb: solve it first")
    content: bytes = scene(garden, codes).export(file_type="glb", include_normals=True)
    return content


def garden_plates(
    garden: Garden, solutions: Sequence[TilePlacement], bed: tuple[float, float] | None = None
) -> list[Plate]:
    """The tiles of the first solution, or all that the garden asks for, on plates to print, each a binary STL.

    Raises as `garden_mesh` does, and ParameterError for a bed that has no room for a tile.
    """
    check_garden_mesh(garden, ".stl")
    codes: Iterable[int] = garden.tile_set
    if solutions:
        check_fit(garden, solutions[0])
        codes = solutions[0].codes.values()
    return [Plate(stl(layout), layout.told) for layout in _solids.layouts(codes, garden.dimension, bed)]


def stl(layout: _solids.Layout) -> bytes:
    """The tiles of a plate as a binary STL."""
    corners = _solids.plate(layout)
    faces = np.arange(3 * len(corners)).reshape(-1, 3)
    content: bytes = _trimesh(".stl")(corners.reshape(-1, 3), faces, process=False).export(file_type="stl")
    return content


def scene(garden: Garden, codes: dict[Cell, int]) -> Scene:
    """The tiles in their cells, one mesh a code, and a rod for each connection, one mesh a kind."""
    _trimesh(".glb")
    from trimesh import Scene

    built = Scene(base_frame="garden")
    taken: set[str] = set()
    for cell, code in codes.items():
        name = f"{code:02d}"
        name = f"{name} at {' '.join(map(str, cell))}" if name in taken else name
        taken.add(name)
        _add(built, name, f"tile {code:02d}", tile_mesh(code, garden.dimension), place(garden, cell))
    for reach in reaches(garden, codes):
        axis = garden.lattice.axis(reach.direction)
        whole = reach.kind == "whole"
        direction = garden.lattice.names[reach.direction]
        name = f"{RODS[axis][0]} {' '.join(map(str, reach.cell))} {direction}"
        mesh = rod_mesh(axis, whole)
        _add(built, name, f"{'rod' if whole else 'half rod'} {RODS[axis][0]}", mesh, _middle(garden, reach, whole))
    return built


def place(garden: Garden, cell: Cell) -> Vector:
    """The middle of a cell in millimetres to the East, North and Top, from the middle of the box's floor."""
    first, sides = whole(garden)
    box = np.array((*sides, 1, 1)[:3])
    at: Vector = np.array((*minus(cell, first), 0, 0)[:3]) - np.array([*(box[:2] - 1) / 2, 0.0])
    at *= PITCH * _solids.SIDE
    at[2] += _solids.sides(garden.dimension)[2] / 2
    return at


@cache
def tile_mesh(code: int, dimension: int) -> Trimesh:
    """A tile about its middle, each face blue or red; a flat tile has a triangle a face on its Top and Bottom."""
    blue, names = blue_faces(code, LATTICES[dimension]), LATTICES[dimension].names
    colour = {name: BLUE if d in blue else RED for d, name in enumerate(names)}
    half = np.array(_solids.sides(dimension)) / 2
    corners, colours = [], []
    for triangle, name in _faces(flat=dimension < 3):
        corners.append(triangle * half)
        colours += [colour.get(name, QUIET)] * 3
    return _mesh(np.concatenate(corners), colours)


@cache
def rod_mesh(axis: int, whole: bool) -> Trimesh:
    """A rod along an axis about its middle, as long as the gap between tiles, or half as long."""
    half = np.full(3, ROD)
    half[axis] = (PITCH - 1) / (2 if whole else 4)
    corners = np.concatenate([triangle * half * _solids.SIDE for triangle, _ in _faces(flat=False)])
    return _mesh(corners, [RODS[axis][2]] * len(corners))


def _faces(*, flat: bool) -> Iterator[tuple[Vector, str]]:
    """The triangles of the cube from -1 to 1, each with the direction whose colour it has.

    Those of a flat tile's Top and Bottom have the colours of the sides at which they lie.
    """
    lattice = LATTICES[3]
    for name, outwards in zip(lattice.names, np.array(lattice.offsets, dtype=float), strict=True):
        first = np.roll(np.abs(outwards), 1)
        second = np.cross(outwards, first)
        ring = [outwards + a * first + b * second for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        for one, two in zip(ring, [*ring[1:], ring[0]], strict=True):
            side = np.sign(np.round((one + two) / 2 - outwards))
            near = lattice.names[[*map(tuple, lattice.offsets)].index(tuple(int(v) for v in side))]
            yield np.array([outwards, one, two]), near if flat and outwards[2] else name


def _middle(garden: Garden, reach: Reach, whole: bool) -> Vector:
    step = np.array((*garden.lattice.offsets[reach.direction], 0, 0)[:3])
    length = (PITCH - 1) / (1 if whole else 2)
    return place(garden, reach.cell) + step * _solids.SIDE * (1 + length) / 2


def _mesh(corners: Vector, colours: Sequence[str]) -> Trimesh:
    """Triangles that share no corner, so that each has a colour of its own, upright and in metres."""
    from trimesh.visual import TextureVisuals
    from trimesh.visual.material import PBRMaterial

    visual = TextureVisuals(material=PBRMaterial(name="painted", metallicFactor=0.0, roughnessFactor=0.6))
    visual.vertex_attributes["color"] = np.array([_linear(colour) for colour in colours], dtype=np.uint8)
    points = corners @ UPRIGHT.T * MILLIMETRE
    one, two, three = points.reshape(-1, 3, 3).swapaxes(0, 1)
    across = np.cross(two - one, three - one)
    normals = np.repeat(across / np.linalg.norm(across, axis=1, keepdims=True), 3, axis=0)
    faces = np.arange(len(points)).reshape(-1, 3)
    return _trimesh(".glb")(points, faces, vertex_normals=normals, visual=visual, process=False)


@cache
def _linear(colour: str) -> tuple[int, int, int, int]:
    """A colour of the screen as glTF has colours of corners: proportional to light, and opaque."""
    red, green, blue = (
        round(255 * (c / 255 / 12.92 if c < 11 else ((c / 255 + 0.055) / 1.055) ** 2.4)) for c in rgb(colour)
    )
    return (red, green, blue, 255)


def _add(built: Scene, name: str, shape: str, mesh: Trimesh, middle: Vector) -> None:
    move = np.eye(4)
    move[:3, 3] = UPRIGHT @ middle * MILLIMETRE
    if shape in built.geometry:
        built.graph.update(frame_to=name, matrix=move, geometry=shape)
    else:
        built.add_geometry(mesh, node_name=name, geom_name=shape, transform=move)


def _trimesh(suffix: str) -> type[Trimesh]:
    try:
        import trimesh
    except ImportError as error:
        raise MissingExtraError(f'writing {suffix} needs the package trimesh: pip install "cpmodels[mesh]"') from error
    kind: type[Trimesh] = trimesh.Trimesh
    return kind
