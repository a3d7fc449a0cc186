"""All answers from one of each orbit: the search leaves out what symmetry gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cpmodels as cm
from benchmarks.library import Library
from benchmarks.solvers import Question
from cpmodels.puzzles import Solution
from cpmodels.search.enumeration import verified


class Orbits(Library):
    """The search for one answer of each orbit, with the whole orbit given for each."""

    def __iter__(self) -> Iterator[Solution]:
        question, model = self._question, self._model
        settings: dict[str, Any] = {"seed": question.seed, "time_limit": question.seconds, **self._parameters}
        with cm.solutions(model, up_to_symmetry=True, **settings) as found:
            while True:
                try:
                    values = found.next_values()
                except StopIteration:
                    break
                for image in dict.fromkeys(moved(values, symmetry) for symmetry in model.symmetries):
                    yield verified(model, image)
            self.exhausted = found.exhausted


def moved(values: bytes, symmetry: tuple[int, ...]) -> bytes:
    """The values of the key after a symmetry."""
    image = bytearray(len(values))
    for position, target in enumerate(symmetry):
        image[target] = values[position]
    return bytes(image)


def orbits(question: Question) -> Orbits:
    """The library, up to symmetry."""
    return Orbits(question, cm.build(question.puzzle))
