"""Answers up to the symmetries of a model: which part of the search to leave out, and who stands for an orbit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from cpmodels.lattice import orbits
from cpmodels.models import Model
from cpmodels.search.run import Values

AT_A_TIME = 2**20
"""How many values of keys are looked at together."""

Rows = npt.NDArray[np.uint8]


class Symmetry:
    """The symmetries of a model, at work on the values of its key.

    The answers of an orbit are put in an order by a sum of weights, one for each true position of the key, and by
    their values where the sums are equal.  Any order would do; under this one the first answer of an orbit comes
    early or late in a search by chance alone, and one product of matrices compares all images of many answers.

    trivial: use none of the symmetries.  A model to which a rule was added has none to use, as the rule may break
        them.
    """

    def __init__(self, model: Model[Any], *, trivial: bool = False) -> None:
        self.model = model
        self.trivial = trivial or len(model.symmetries) == 1 or not model.as_built
        self._permutations = np.array(model.symmetries[:1] if self.trivial else model.symmetries, dtype=np.intp)
        self._inverses = np.argsort(self._permutations, axis=1)
        self.pivot_orbits = self._pivot_orbits()
        kept = np.zeros(len(model.key))
        kept[[orbit[0] for orbit in self.pivot_orbits]] = 1
        self._kept = kept[self._permutations].T
        # Whole numbers whose sums a double holds exactly; a generator's raw stream is the same on all machines.
        bits = 52 - len(model.key).bit_length()
        weights = (np.random.PCG64(0).random_raw(len(model.key)) >> np.uint64(64 - bits)).astype(np.float64)
        self._weights = weights[self._permutations].T

    def _pivot_orbits(self) -> list[list[int]]:
        """The pivots in orbits under the symmetries that map them to one another."""
        pivots = set(self.model.pivots)
        moves = [row for row in self._permutations.tolist() if {row[pivot] for pivot in pivots} == pivots]
        return orbits(self.model.pivots, lambda position: (move[position] for move in moves))

    def broken(self) -> cp_model.CpModel:
        """The model with the pivot kept to the first position of each of its orbits.

        Each orbit of answers has at least one member there; those with more are told by `leaders` or `orbits`.
        """
        spare = [position for orbit in self.pivot_orbits for position in orbit[1:]]
        return self.model.with_key(dict.fromkeys(spare, False)) if spare else self.model.cp

    def parts(self, *, whole: bool) -> Iterator[cp_model.CpModel]:
        """The model in parts, by the position of the pivot: of one position of each orbit or, if `whole`, of all."""
        positions = [p for orbit in self.pivot_orbits for p in (orbit if whole else orbit[:1])]
        return (self.model.with_key({position: True}) for position in positions) if positions else iter([self.model.cp])

    def orbits(self, answers: Sequence[Values]) -> list[tuple[bytes, int]]:
        """For each answer the first one of its orbit, packed, and the size of the orbit."""
        if self.trivial:
            return [(values, 1) for values in answers]
        return [found for rows in self._batches(answers) for found in self._orbits(rows)]

    def _orbits(self, rows: Rows) -> Iterator[tuple[bytes, int]]:
        sums = rows.astype(np.float64) @ self._weights
        for row, least in zip(rows, sums == sums.min(axis=1, keepdims=True), strict=True):
            images = self._images(row, least)
            first = min(images)
            yield first, len(self._permutations) // images.count(first)

    def leaders(self, answers: Sequence[Values]) -> list[int]:
        """For each answer of the broken part: the size of its orbit if it is the first of those there, else 0."""
        if self.trivial:
            return [1] * len(answers)
        return [size for rows in self._batches(answers) for size in self._leaders(rows)]

    def _leaders(self, rows: Rows) -> Iterator[int]:
        numbers = rows.astype(np.float64)
        sums = numbers @ self._weights
        own = sums[:, :1]
        inside = numbers @ self._kept == bool(self.pivot_orbits)
        first = ~((sums < own) & inside).any(axis=1)
        for row, leads, equal, there in zip(rows, first, sums == own, inside, strict=True):
            if not leads:
                yield 0
                continue
            itself = np.packbits(row).tobytes()
            if min(self._images(row, equal & there)) < itself:
                yield 0
            else:
                yield len(self._permutations) // self._images(row, equal).count(itself)

    def orbit(self, answer: Values) -> list[Values]:
        """All different images of an answer, itself the first."""
        images = np.frombuffer(answer, dtype=np.uint8)[self._inverses]
        return list(dict.fromkeys(image.tobytes() for image in images))

    def _images(self, row: Rows, chosen: npt.NDArray[np.bool_]) -> list[bytes]:
        """The images of an answer under some of the symmetries, packed."""
        return [image.tobytes() for image in np.packbits(row[self._inverses[chosen]], axis=1)]

    def _batches(self, answers: Sequence[Values]) -> Iterator[Rows]:
        size = len(self.model.key)
        many = max(AT_A_TIME // max(size, 1), 1)
        for start in range(0, len(answers), many):
            batch = answers[start : start + many]
            yield np.frombuffer(b"".join(batch), dtype=np.uint8).reshape(len(batch), size)
