"""Gardens as GLB and STL: closed solids of the right size and place, pegs that go into holes, colours of the faces."""

import io
import sys
from itertools import product
from math import pi, sin

import numpy as np
import pytest
from command_line import fails, run

import cpmodels as cm
import readers
import renderers
from cpmodels.base.lattice import CUBIC, hypercubic
from renderers.garden import _meshes, _solids
from renderers.garden._cubes import PITCH
from renderers.palette import BLUE, RED, rgb

trimesh = pytest.importorskip("trimesh")
manifold3d = pytest.importorskip("manifold3d")

SEGMENTS = {"0": 6, "1": 2, "2": 5, "3": 5, "4": 4, "5": 5, "6": 6, "7": 3, "8": 7, "9": 6}
"""How many strokes of a seven-segment display each digit lights."""
PEG = _solids.FACETS / 2 * sin(2 * pi / _solids.FACETS) * 2.5**2 * 4
"""The volume of a peg: a prism instead of a cylinder 5 wide and 4 long."""
HOLE = PEG / (2.5**2 * 4) * 2.7**2 * 4.5
EAST, NORTH, TOP = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def volume(code, dimension):
    """What a tile should measure: its block with pegs to the North, East and Top, without holes and engraving."""
    blue = [bool(code & 1 << bit) for bit in range(6)]
    pegs, holes = blue[0] + blue[1] + blue[4], blue[2] + blue[3] + blue[5]
    strokes = sum(SEGMENTS[digit] for digit in f"{code:02d}") * 0.8 * 1.3 + 0.8 * 2.6 * 2.2
    return 20 * 20 * (20 if dimension == 3 else 10) + pegs * PEG - holes * HOLE - strokes * 0.6


def mesh_of(solid):
    return trimesh.Trimesh(_solids.triangles(solid).reshape(-1, 3), np.arange(3 * solid.num_tri()).reshape(-1, 3))


@pytest.mark.parametrize(("dimension", "codes"), [(1, (2, 8, 10)), (2, range(16)), (3, range(64))])
def test_every_tile_is_closed_and_has_the_right_volume(dimension, codes):
    for code in codes:
        mesh = mesh_of(_solids.tile(code, dimension))
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert mesh.volume == pytest.approx(volume(code, dimension), abs=1e-3)


def test_pegs_stand_on_blue_faces_to_the_north_east_and_top_alone():
    low, high = np.array([-10.0, -10, -10]), np.array([10.0, 10, 10])
    for code in range(64):
        reach = np.array([bool(code & 2), bool(code & 1), bool(code & 16)]) * 4
        box = _solids.tile(code, 3).bounding_box()
        assert np.allclose(box, [*low, *(high + reach)])


def test_only_a_blue_face_joins_a_blue_face():
    for step, name in ((EAST, "East"), (NORTH, "North"), (TOP, "Top")):
        peg = _solids.tile(1 << CUBIC.index(name), 3)
        hole = _solids.tile(1 << CUBIC.opposite[CUBIC.index(name)], 3)
        red = _solids.tile(0, 3)
        beside = [20.0 * v for v in step]
        cell = red.hull().translate(beside)
        assert (peg ^ cell).volume() == pytest.approx(PEG)
        assert (peg ^ hole.translate(beside)).volume() == pytest.approx(0, abs=1e-9)
        assert (peg ^ red.translate(beside)).volume() > 0.9 * PEG


def neighbours(planting):
    """Pairs of tiles side by side, with the step between them."""
    codes = planting.codes
    for cell, code in codes.items():
        for step in np.eye(len(cell), dtype=int):
            if (other := codes.get(tuple(int(v) for v in cell + step))) is not None:
                yield code, other, (*step, 0)[:3]


@pytest.mark.parametrize("apart", [20.0, 21.5, 24.0])
def test_a_garden_goes_together_row_by_row_and_layer_by_layer(cubes, apart):
    _, planting = cubes
    pairs = list(neighbours(planting))
    joined = 0
    for code, other, step in pairs:
        solid = _solids.tile(other, 3).translate([float(apart * v) for v in step])
        assert (_solids.tile(code, 3) ^ solid).volume() == pytest.approx(0, abs=1e-6)
        joined += bool(code & 1 << CUBIC.offsets.index(tuple(step)))
    assert joined == sum(code.bit_count() for _, code in planting.tiles) / 2 == len(pairs) > 90


def test_squares_go_together_too():
    planting = cm.solve(readers.read("squares")).solution
    for code, other, step in neighbours(planting):
        solid = _solids.tile(other, 2).translate([20.0 * v for v in step])
        assert (_solids.tile(code, 2) ^ solid).volume() == pytest.approx(0, abs=1e-6)


def test_the_code_reads_right_from_the_south():
    block = manifold3d.Manifold.cube([20, 20, 20], center=True)
    boxes = [stroke.bounding_box() for stroke in (block - _solids.tile(17, 3)).decompose()]
    assert all(low == pytest.approx(9.4) and high == pytest.approx(10) for _, _, low, _, _, high in boxes)
    middles = [((west + east) / 2, (south + north) / 2) for west, south, _, east, north, _ in boxes]
    line = min(middles, key=lambda at: at[1])
    one = [at for at in middles if at != line and at[0] < 0]
    seven = [at for at in middles if at != line and at[0] > 0]
    assert line[0] == pytest.approx(0)
    assert len({round(east, 3) for east, _ in one}) == 1
    assert len(one) == 2
    bar, *stem = sorted(seven, key=lambda at: -at[1])
    assert len(stem) == 2
    assert all(bar[0] < east and bar[1] > north > line[1] for east, north in stem)
    assert all(box[1] > -9.35 and box[4] < -2.5 for box in boxes)


def test_the_plate_holds_each_tile_once_standing_on_it(cubes):
    puzzle, planting = cubes
    content = renderers.mesh(puzzle, [planting], ".stl")
    plate = trimesh.load(io.BytesIO(content), file_type="stl")
    assert plate.is_watertight
    assert plate.volume == pytest.approx(sum(volume(code, 3) for code in range(1, 64)), rel=1e-5)
    assert plate.bounds[0][2] == 0
    assert max(plate.extents) < 210
    assert content == renderers.mesh(puzzle, [], ".stl")


def test_tiles_on_the_plate_do_not_touch():
    pitch = _solids.SIDE + _solids.PEG_LENGTH + _solids.GAP
    whole = _solids.tile(63, 3)
    for east, north in product((-1, 0, 1), repeat=2):
        if (east, north) != (0, 0):
            assert whole.min_gap(whole.translate([east * pitch, north * pitch, 0.0]), 5) >= 1.99


@pytest.mark.parametrize("bed", [(180, 180), (60, 210), (24, 24)])
def test_plates_fit_the_bed_and_hold_each_tile_once(bed):
    garden = cm.Garden.hanging((5, 5, 5), tiles=range(12, 30))
    plates = _solids.layouts(garden.tile_set, 3, bed)
    assert [code for plate in plates for code in plate.codes] == list(garden.tile_set)
    for layout, plate in zip(plates, renderers.plates(garden, [], bed), strict=True):
        solids = trimesh.load(io.BytesIO(plate.content), file_type="stl")
        assert solids.extents[0] <= layout.width <= bed[0]
        assert solids.extents[1] <= layout.depth <= bed[1]
        assert solids.extents[2] <= layout.height
        assert solids.volume == pytest.approx(sum(volume(code, 3) for code in layout.codes), rel=1e-4)
    fuller = [len(plate.codes) for plate in plates[:-1]]
    assert all(count * 26**2 > 0.5 * bed[0] * bed[1] for count in fuller)


def test_plates_are_written_to_numbered_files_and_told(tmp_path):
    _, err = run("draw", "squares", "-o", tmp_path / "squares.stl", "--bed", "60x120.5")
    assert err.splitlines() == [
        f"wrote {tmp_path / 'squares-1.stl'}: 8 tiles, 01 to 08, on 50 x 102 mm, 10 mm high",
        f"wrote {tmp_path / 'squares-2.stl'}: 7 tiles, 09 to 15, on 50 x 102 mm, 10 mm high",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["squares-1.stl", "squares-2.stl"]
    _, err = run("draw", "squares", "-o", tmp_path / "all.stl")
    assert err == f"wrote {tmp_path / 'all.stl'}: 15 tiles, 01 to 15, on 102 x 102 mm, 10 mm high\n"
    assert (tmp_path / "all.stl").read_bytes() == renderers.mesh(readers.read("squares"), [], ".stl")


@pytest.mark.parametrize(
    ("bed", "sentence"),
    [
        ("23x200", "a bed of 23 x 200 mm has no room for a tile, which takes 24 x 24 mm"),
        ("200", "--bed takes WIDTHxDEPTH in millimetres, such as 220x220, not '200'"),
        ("0x200", "a bed has a width and a depth"),
        ("nanx200", "a bed has a width and a depth"),
        ("infx200", "a bed has a width and a depth"),
    ],
)
def test_beds_of_no_use_are_told_in_one_sentence(tmp_path, bed, sentence):
    assert sentence in fails("draw", "squares", "-o", tmp_path / "squares.stl", "--bed", bed)
    assert not list(tmp_path.iterdir())


def test_a_bed_is_for_a_printer(tmp_path):
    assert "a printer's bed is for .stl files" in fails("draw", "squares", "-o", tmp_path / "a.png", "--bed", "99x99")
    with pytest.raises(cm.KindError, match=r"cannot be written as \.stl"):
        renderers.save(tmp_path / "zip.stl", "zip-4", bed=(200, 200))


def linear(colour):
    return [round(255 * (((c / 255 + 0.055) / 1.055) ** 2.4)) for c in rgb(colour)]


def loaded(puzzle, planting):
    return trimesh.load(io.BytesIO(renderers.mesh(puzzle, [planting], ".glb")), file_type="glb")


def test_the_glb_has_a_node_a_tile_in_its_place_with_the_top_upwards(cubes):
    scene = loaded(*cubes)
    places = {name: scene.graph[name][0][:3, 3] for name in scene.graph.nodes_geometry}
    tiles = {name: place for name, place in places.items() if name.isdigit()}
    assert tiles.keys() == {f"{code:02d}" for _, code in cubes[1].tiles}
    origin = tiles[f"{cubes[1].codes[cubes[1].tiles[0][0]]:02d}"]
    first = cubes[1].tiles[0][0]
    for (x, y, z), code in cubes[1].tiles:
        east, north, top = x - first[0], y - first[1], z - first[2]
        expected = np.array([east, top, -north]) * PITCH * 0.020
        assert np.allclose(tiles[f"{code:02d}"] - origin, expected, atol=1e-6)
    assert len(places) - len(tiles) == sum(code.bit_count() for _, code in cubes[1].tiles) / 2


@pytest.mark.parametrize(("name", "lattice"), [("cubes-c3v", CUBIC), ("squares", hypercubic(2))])
def test_faces_have_their_colours(name, lattice):
    puzzle = readers.read(name)
    scene = loaded(puzzle, cm.solve(puzzle).solution)
    for code in puzzle.tile_set:
        mesh = scene.geometry[f"tile {code:02d}"]
        colours = mesh.visual.vertex_attributes["color"][mesh.faces[:, 0]][:, :3]
        for bit, offset in zip(cm.puzzles.garden.tiles.bits(lattice), lattice.offsets, strict=True):
            east, north, top = (*offset, 0)[:3]
            looking = mesh.face_normals @ (east, top, -north) > 0.9
            expected = linear(BLUE if code & bit else RED)
            assert looking.sum() == 4
            assert (abs(colours[looking].astype(int) - expected) <= 1).all()
        merged = trimesh.Trimesh(mesh.vertices, mesh.faces)
        merged.merge_vertices(merge_norm=True, merge_tex=True)
        assert merged.is_watertight
        assert merged.volume == pytest.approx(0.02**2 * (0.02 if lattice is CUBIC else 0.01))


def test_the_tops_of_squares_show_their_sides_colours():
    puzzle = cm.Garden.hanging((3, 3), tiles=(1, 4))
    mesh = loaded(puzzle, cm.puzzles.TilePlacement([((1, 1), 1), ((1, 2), 4)])).geometry["tile 01"]
    colours = mesh.visual.vertex_attributes["color"][mesh.faces[:, 0]][:, :3]
    top = mesh.face_normals[:, 1] > 0.9
    towards_north = mesh.triangles_center[:, 2] < -0.004
    assert top.sum() == 4
    for face in np.flatnonzero(top):
        assert abs(colours[face].astype(int) - linear(BLUE if towards_north[face] else RED)).max() <= 1


def test_wrong_gardens_are_written_with_a_node_a_tile():
    puzzle = readers.read("squares")
    twice = cm.puzzles.TilePlacement([((0, 0), 3), ((1, 0), 3)])
    nodes = loaded(puzzle, twice).graph.nodes_geometry
    assert {"03", "03 at 1 0"} <= set(nodes)
    assert len(nodes) == 2 + 4


@pytest.mark.parametrize(("package", "suffix"), [("trimesh", ".glb"), ("trimesh", ".stl"), ("manifold3d", ".stl")])
def test_a_missing_package_is_told_in_one_sentence(monkeypatch, tmp_path, cubes, package, suffix):
    monkeypatch.setitem(sys.modules, package, None)
    _solids.tile.cache_clear()
    _meshes.tile_mesh.cache_clear()
    with pytest.raises(
        cm.errors.MissingExtraError, match=rf"^writing {suffix} needs the package {package}: pip install"
    ):
        renderers.save(tmp_path / f"garden{suffix}", *cubes)


def test_what_is_no_garden_or_has_no_tile_is_refused(tmp_path):
    for suffix in (".glb", ".stl"):
        with pytest.raises(cm.KindError, match=f"puzzles of the kind .zip. cannot be written as {suffix}"):
            renderers.save(tmp_path / f"zip{suffix}", readers.read("zip-4"))
        with pytest.raises(cm.PuzzleError, match="outside the box"):
            renderers.save(tmp_path / f"out{suffix}", readers.read("squares"), cm.puzzles.TilePlacement([((9, 9), 1)]))
    with pytest.raises(cm.PuzzleError, match="no tile in the garden"):
        renderers.save(tmp_path / "empty.glb", readers.read("squares"))
    with pytest.raises(cm.PuzzleError, match="no tiles to print"):
        renderers.save(tmp_path / "empty.stl", readers.read("squares"), cm.puzzles.TilePlacement([]))
