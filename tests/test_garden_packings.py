"""Packed cubes counted by backtracking without a solver, against CP-SAT."""

import builtins

import pytest

import cpmodels as cm
from benchmarks.studies.gardens import packings as program
from benchmarks.studies.gardens.packings import MOVES, packings

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
