"""Packed cubes counted by backtracking without a solver, against CP-SAT."""

import builtins

import numpy as np
import pytest

import cpmodels as cm
from benchmarks.studies.gardens import packings as program
from benchmarks.studies.gardens.packings import MOVES, fits, moved, packings, turned

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("red", "inside"), [("place", False), ("inside", True)])
def test_counts_are_those_of_cp_sat(red, inside):
    assert packings(MOVES["C3v"], red_inside=inside) == cm.count(cm.Garden.packed(symmetry="C3v", red=red)).total


def test_without_numba_the_count_is_the_same(monkeypatch):
    compiled = packings(MOVES["C3v"])

    def without(name, *rest):
        if name == "numba":
            raise ImportError(name)
        return imported(name, *rest)

    imported = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", without)
    program.compiled.cache_clear()
    assert program.compiled(program.search) is program.search
    assert packings(MOVES["C3v"]) == compiled
    program.compiled.cache_clear()


@pytest.mark.parametrize("axes", [(0, 1, 2), (1, 2, 0), (1, 0, 2), (2, 1, 0)])
def test_tiles_turn_as_cells_do(axes):
    for d, offset in enumerate(program.OFFSETS):
        assert program.OFFSETS.index(moved(axes, offset)) == [1 << e for e in range(6)].index(turned(axes, 1 << d))


def test_tiles_fit_that_have_the_cells_stabiliser_and_red_faces_outside():
    mirror = (1, 0, 2)
    tiles = np.array([[turned(axes, tile) for tile in range(64)] for axes in ((0, 1, 2), mirror)])
    corner, beside = [0, 0], [16, -1, 4, -1, 1, -1]
    fitting = [tile for tile in range(64) if fits(tile, corner, beside, tiles)]
    assert fitting == [tile for tile in range(64) if turned(mirror, tile) == tile and not tile & 0b101010]
