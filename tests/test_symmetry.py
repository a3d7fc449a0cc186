"""Answers up to symmetry, and sets that move to disk."""

import random
import tracemalloc

import numpy as np
import pytest
from asking import searching_threads
from command_line import run
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from puzzle_strategies import edge_matchings, small_gardens, zigzaws, zips

import cpmodels as cm
from cpmodels.base._clock import Clock
from cpmodels.search import _symmetry
from cpmodels.search._question import Question
from cpmodels.search._solutions import Enumeration
from cpmodels.search._symmetry import Seen, Symmetry

any_puzzle = st.one_of(edge_matchings(), zips(), zigzaws(), small_gardens())


def keys(symmetry, cp=None):
    """All answers of a model, or of a part of it, as values of its key."""
    found = Enumeration(symmetry.model, Question(symmetry.model, Clock(None, None)), "ignored")
    found._waiting = iter([cp or symmetry.model.cp])
    return [values for batch in found._batches for values, _ in batch]


def images(model, values):
    """All answers that the symmetries make of one, by the definition of a symmetry."""
    found = set()
    for symmetry in model.symmetries:
        image = bytearray(len(values))
        for position, target in enumerate(symmetry):
            image[target] = values[position]
        found.add(bytes(image))
    return found


@examples(60)
@given(any_puzzle, st.booleans())
def test_one_answer_of_each_orbit_leads(puzzle, all_equal):
    """Also when all sums are equal, so that values alone put the answers in order."""
    with pytest.MonkeyPatch.context() as patch:
        if all_equal:
            patch.setattr(_symmetry, "weights_of", np.zeros)
        symmetry = Symmetry(cm.build(puzzle))
    everything = keys(symmetry) if not symmetry.model.infeasible else []
    broken = keys(symmetry, symmetry.broken()) if everything else []
    orbits = {frozenset(images(symmetry.model, values)) for values in everything}
    led = [values for values, size in zip(broken, symmetry.leaders(broken), strict=True) if size]
    assert {frozenset(images(symmetry.model, values)) for values in led} == orbits
    assert len(led) == len(orbits)
    for values, (first, size) in zip(everything, symmetry.orbits(everything), strict=True):
        orbit = images(symmetry.model, values)
        assert size == len(orbit)
        assert symmetry.trivial or first in {np.packbits(list(image)).tobytes() for image in orbit}
    assert len({first for first, _ in symmetry.orbits(everything)}) == len(orbits)
    sizes = dict(zip(broken, symmetry.leaders(broken), strict=True))
    assert all(sizes[values] == len(images(symmetry.model, values)) for values in led)


def test_solutions_up_to_symmetry_come_lazily():
    with cm.solutions(cm.Zip(9, 9), up_to_symmetry=True) as some:
        assert next(some) != next(some)
        assert (some.found, some.total, some.orbit_size) == (2, 32, 16)
    assert not some.exhausted


def test_an_orbit_is_made_when_its_turn_comes(monkeypatch):
    """Answers that are ready wait as one of their orbit: all of their orbits together may fill the memory."""
    made = []
    orbit = Symmetry.orbit
    monkeypatch.setattr(Symmetry, "orbit", lambda self, answer: made.append(1) or orbit(self, answer))
    with cm.solutions(cm.Zip(4, 4)) as paths:
        next(paths)
        assert searching_threads() == []  # All answers are ready.
        first = [next(paths) for _ in range(20)]
        assert len(made) <= 21
        assert len({*first, *paths}) == 551
    assert paths.exhausted
    assert paths.found == paths.total == 552


@pytest.mark.parametrize("in_memory", [0, 1, 1000, 10**6])
def test_seen_is_a_set(in_memory, monkeypatch):
    monkeypatch.setattr(_symmetry, "IN_MEMORY", in_memory)
    draw, seen, known = random.Random(1), Seen(), set()
    for _ in range(500):
        value = draw.randrange(200).to_bytes(2, "big")
        assert seen.add(value) == (value not in known)
        known.add(value)


def test_seen_stays_small_in_memory(monkeypatch):
    monkeypatch.setattr(_symmetry, "IN_MEMORY", 100)
    tracemalloc.start()
    try:
        seen = Seen()
        for number in range(200):
            seen.add(number.to_bytes(4, "big"))
        before = tracemalloc.get_traced_memory()[0]
        for number in range(200, 20_000):
            seen.add(number.to_bytes(4, "big"))
        assert tracemalloc.get_traced_memory()[0] - before < 20_000
    finally:
        tracemalloc.stop()
    seen.close()


def test_a_full_disk_is_said_in_a_sentence(monkeypatch, tmp_path):
    """Earlier solutions are remembered in a temporary file, which gets no more than its first pages here."""

    def moved(seen):
        move(seen)
        (pages,) = seen._disk.execute("PRAGMA page_count").fetchone()
        seen._disk.execute(f"PRAGMA max_page_count = {pages}")

    move = Seen._move_to_disk
    monkeypatch.setattr(Seen, "_move_to_disk", moved)
    monkeypatch.setattr(_symmetry, "IN_MEMORY", 1)
    (tmp_path / "board.json").write_text('{"puzzle": "zip", "rows": 5, "cols": 5}')
    _, said = run("count", tmp_path / "board.json", "--engine", "cp-sat", code=2)
    assert said.endswith("the solutions so far do not fit into a temporary file: database or disk is full\n")
