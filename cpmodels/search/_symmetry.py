"""Solutions up to the symmetries of a model: which part of the search to leave out, and which stands for an orbit."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from errno import EIO
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import PARAMETERS, sat_parameters
from cpmodels.base.errors import CpmodelsError, DefectError, WrongSolutionError
from cpmodels.base.graph import connected_parts
from cpmodels.engines._cp_sat import CpSatRun, Incumbent, IsolatedRun
from cpmodels.engines._worker import AHEAD
from cpmodels.model import Model
from cpmodels.model._symmetries import pivot_orbits

IN_MEMORY, EACH = 2**22, 64
"""How many bytes of values are kept in memory, and those that each takes besides; more go to a temporary file."""

CACHE = 4096
"""The KiB of that file that are kept in memory."""


class Seen:
    """Values seen so far; in the file each as a digest of 16 bytes, so that no two of 10**12 share one by chance.

    The temporary file has no name and goes with the object, or with the process.  Used from one thread at a time.
    """

    _disk: sqlite3.Connection | None = None
    _is_closed = False

    def __init__(self) -> None:
        self._left = IN_MEMORY
        self._recent: set[bytes] = set()

    def add(self, value: bytes) -> bool:
        """Take a value in; whether it is new.  Raises OSError where the disk is full."""
        try:
            if (disk := self._disk) is not None:
                return disk.execute("INSERT OR IGNORE INTO seen VALUES (?)", (_digest(value),)).rowcount > 0
            if value in self._recent:
                return False
            self._recent.add(value)
            self._left -= len(value) + EACH
            if self._left < 0:
                self._move_to_disk()
            return True
        except sqlite3.Error as error:
            if self._is_closed:  # By another thread: nobody waits for more.
                return False
            raise OSError(EIO, f"the solutions so far do not fit into a temporary file: {error}") from None

    def close(self) -> None:
        """Let go of the temporary file.  Closing twice does nothing."""
        disk, self._is_closed = self._disk, True
        self._disk, self._recent = None, set()
        if disk is not None:
            disk.close()

    def __del__(self) -> None:
        self.close()

    def _move_to_disk(self) -> None:
        # A database without a name is a temporary file, which SQLite removes.
        disk = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        for setting in ("journal_mode = OFF", "synchronous = OFF", "temp_store = FILE", f"cache_size = -{CACHE}"):
            disk.execute(f"PRAGMA {setting}")
        disk.execute("CREATE TABLE seen (digest BLOB PRIMARY KEY) WITHOUT ROWID")
        disk.execute("BEGIN")
        digests = sorted(map(_digest, self._recent))
        disk.executemany("INSERT INTO seen VALUES (?)", ((digest,) for digest in digests))
        self._disk, self._recent = disk, set()


def _digest(value: bytes) -> bytes:
    return blake2b(value, digest_size=16).digest()


AT_A_TIME = 2**20
"""How many values of keys are looked at together."""

IMAGES = 16
"""How many images of the first solutions under symmetries are checked: it takes 2 ms for nine pieces, whose count
by backtracking takes 8, and 1 ms for a ZIP of 4 x 4."""

BY_CONSTRAINTS = 0.01
"""For how many seconds they are checked by the constraints of a user's model, which may have more rules than its
puzzle; of a kind's, whose puzzle checks them itself, one is, and one where CP-SAT is isolated.  That takes 0.5 ms for
four rooks, and 1 ms for nine pieces; with 10 ms all solutions of a set of nine pieces took 17 ms in place of 12."""

WRONG_PIVOTS = "not exactly one of the pivots is true in a solution of the model"
WRONG_PART = (
    "the model has a solution, but none in the part that its pivots and symmetries leave: not all of them are such"
)

PIVOT_SECONDS = 0.5
"""For so long a solution is searched for that a wrong pivot or symmetry hides; that there is none without a true pivot
is plain at once in most models."""

START = 1.0
"""For so long more in a process of its own: what that takes to begin, 0.5 to 0.7 s, is a part of its time."""

KeyRows = npt.NDArray[np.uint8]
Values = bytes
"""The values of the key, a byte each."""


class Symmetry:
    """The symmetries of a model, at work on the values of its key.

    The solutions of an orbit are put in an order by a sum of weights, one for each true position of the key, and by
    their values where the sums are equal.  Any order would do; under this one the first solution of an orbit comes
    early or late in a search by chance alone, and one product of matrices compares all images of many solutions.

    model: a `Model`, or what another engine makes of a puzzle, with a `key`, its `symmetries` and `pivots`, `as_built`
        and `broken`.
    trivial: use none of the symmetries.  A model that was changed since it was made has none to use, and no pivots.
    isolated: run CP-SAT in a process of its own, for what is checked, too.
    order: a digest of all that decides which solution stands for an orbit, apart from the symmetries themselves.
    """

    def __init__(self, model: Any, *, trivial: bool = False, isolated: bool = False) -> None:
        self.model, self._isolated = model, isolated
        self.pivots = model.pivots if model.pivots and self.as_built else ()
        self._symmetries = model.symmetries
        self._unchecked = IMAGES
        self._is_own = isinstance(model, Model) and not model.by_kind
        self._by_constraints = BY_CONSTRAINTS if self._is_own and not isolated else 0.0
        self.trivial = trivial or len(self._symmetries) == 1 or not self.as_built

    @cached_property
    def as_built(self) -> bool:
        return bool(self.model.as_built)

    @cached_property
    def order(self) -> str:
        weights = weights_of(len(self.model.key))
        return hashlib.sha256(b"sums, then values, least first" + weights.tobytes()).hexdigest()

    @cached_property
    def _permutations(self) -> npt.NDArray[np.intp]:
        return np.array(self._symmetries[:1] if self.trivial else self._symmetries, dtype=np.intp)

    @cached_property
    def _inverses(self) -> npt.NDArray[np.intp]:
        return np.argsort(self._permutations, axis=1)

    @cached_property
    def _weights(self) -> npt.NDArray[np.float64]:
        return weights_of(len(self.model.key))[self._permutations].T

    @cached_property
    def _kept(self) -> npt.NDArray[np.float64]:
        kept = np.zeros(len(self.model.key))
        kept[[orbit[0] for orbit in self.pivot_orbits]] = 1
        return kept[self._permutations].T

    @cached_property
    def pivot_orbits(self) -> list[list[int]]:
        """The pivots in orbits under the symmetries that map them to one another."""
        return pivot_orbits(self.pivots, () if self.trivial else self._symmetries)

    @cached_property
    def spare(self) -> dict[int, bool]:
        """The pivots that are left out, none of them true: of each of their orbits all but the first."""
        return {position: False for orbit in self.pivot_orbits for position in orbit[1:]}

    def broken(self, values: Mapping[int, bool] | None = None) -> cp_model.CpModel:
        """The model with the pivot kept to the first position of each of its orbits, and some values of its key.

        Each orbit of solutions has at least one member there; those with more are found by `leaders` or `orbits`.
        """
        fixed = {**self.spare, **(values or {})}
        cp: cp_model.CpModel = self.model.with_key(fixed) if fixed else self.model.cp
        return cp

    def parts(self, *, whole: bool) -> Iterator[cp_model.CpModel]:
        """The model in parts, by the position of the pivot: of one position of each orbit or, if `whole`, of all."""
        positions = [p for orbit in self.pivot_orbits for p in (orbit if whole else orbit[:1])]
        self.check_pivots()
        return (self.model.with_key({position: True}) for position in positions) if positions else iter([self.model.cp])

    def orbits(self, solutions: Sequence[Values]) -> list[tuple[bytes, int]]:
        """For each solution the first one of its orbit, packed, and the size of the orbit."""
        self._check(solutions)
        if self.trivial:
            return [(values, 1) for values in solutions]
        found = list[tuple[bytes, int]]()
        for rows in self._batches(solutions):
            sums = rows.astype(np.float64) @ self._weights
            for row, least in zip(rows, sums == sums.min(axis=1, keepdims=True), strict=True):
                images = self._images(row, least)
                first = min(images)
                found.append((first, len(self._permutations) // images.count(first)))
        return found

    def leaders(self, solutions: Sequence[Values]) -> list[int]:
        """For each solution of the broken part: the size of its orbit if it is the first of those there, else 0."""
        self._check(solutions)
        if self.trivial:
            return [1] * len(solutions)
        sizes = list[int]()
        for rows in self._batches(solutions):
            numbers = rows.astype(np.float64)
            sums = numbers @ self._weights
            own = sums[:, :1]
            inside = numbers @ self._kept == bool(self.pivot_orbits)
            first = ~((sums < own) & inside).any(axis=1)
            for row, leads, equal, there in zip(rows, first, sums == own, inside, strict=True):
                itself = np.packbits(row).tobytes() if leads else b""
                is_first = leads and min(self._images(row, equal & there)) >= itself
                sizes.append(len(self._permutations) // self._images(row, equal).count(itself) if is_first else 0)
        return sizes

    def orbit(self, solution: Values) -> list[Values]:
        """All different images of a solution, itself the first."""
        images = np.frombuffer(solution, dtype=np.uint8)[self._inverses]
        return list(dict.fromkeys(image.tobytes() for image in images))

    def _check(self, solutions: Sequence[Values]) -> None:
        """Raise WrongSolutionError unless images of the first solutions are solutions, with one true pivot."""
        for values in solutions:
            if self._unchecked <= 0:
                return
            self._unchecked -= 1
            if self.pivots and sum(values[pivot] for pivot in self.pivots) != 1:
                raise WrongSolutionError(WRONG_PIVOTS)
            if self.trivial or self.model.broken(values):
                continue  # A wrong solution is refused where it is handed over.
            images = self.orbit(values)[1 : self._unchecked + 1]
            self._unchecked -= len(images)
            for image in images:
                if broken := self._broken(image):
                    raise WrongSolutionError(
                        f"a symmetry of the model is none: it takes a solution to what is not one, as {broken}"
                    )

    def check_pivots(self) -> None:
        """Raise WrongSolutionError where a solution without any true pivot is soon found: a split would lose it."""
        if self.pivots and self._soon_solved(self.model.with_key(dict.fromkeys(self.pivots, False))):
            raise WrongSolutionError(WRONG_PIVOTS)

    def confirm_none(self) -> None:
        """The part that is left has no solution: raise WrongSolutionError where another part soon shows one.

        So a wrong pivot or symmetry is seen that a user claims of a model of their own.  Those of kinds are shown by
        `cpmodels.testing`, and what they leave may take long to be searched through.
        """
        if self._is_own and self.pivots and self._soon_solved(self.model.cp):
            raise WrongSolutionError(WRONG_PART)

    def _soon_solved(self, cp: cp_model.CpModel, seconds: float = PIVOT_SECONDS) -> bool | None:
        """Whether CP-SAT finds a solution within some seconds; None where that is not known."""
        limit = seconds + START if self._isolated else seconds
        parameters = sat_parameters(PARAMETERS, {"max_time_in_seconds": limit, "num_workers": 1})
        found = list[Incumbent]()

        def take(solution: Incumbent) -> bool:
            found.append(solution)
            return False

        ended = (IsolatedRun if self._isolated else CpSatRun)(parameters).run(cp, (), None, take)
        return bool(found) or (False if ended.status == cp_model.INFEASIBLE else None)

    def _broken(self, image: Values) -> str:
        """What is wrong with an image; by the constraints, too, as long as that has not taken long."""
        began = time.perf_counter()
        by_constraints = isinstance(self.model, Model) and self._by_constraints >= 0
        try:
            if broken := self.model.broken(image):
                return "; ".join(broken)
            if by_constraints:
                cp = self.model.with_key(dict(enumerate(map(bool, image))))
                # Most take a millisecond, but other variables may be hard to find.
                if self._soon_solved(cp, 0.1) is False:
                    return "it breaks the constraints of the model"
            return ""
        except CpmodelsError:
            raise
        except Exception as error:  # The model may decode solutions alone.
            return f"it cannot be decoded ({type(error).__name__}: {error})"
        finally:
            if by_constraints:
                self._by_constraints -= time.perf_counter() - began

    def _images(self, row: KeyRows, chosen: npt.NDArray[np.bool_]) -> list[bytes]:
        """The images of a solution under some of the symmetries, packed."""
        return [image.tobytes() for image in np.packbits(row[self._inverses[chosen]], axis=1)]

    def _batches(self, solutions: Sequence[Values]) -> Iterator[KeyRows]:
        size = len(self.model.key)
        many = max(AT_A_TIME // max(size, 1), 1)
        for start in range(0, len(solutions), many):
            batch = solutions[start : start + many]
            yield np.frombuffer(b"".join(batch), dtype=np.uint8).reshape(len(batch), size)


NOT_ONE = "a symmetry of the description is not one: it takes a solution to what is not one"


class Orbits:
    """How many orbits there are among solutions that come one by one, whichever of an orbit they are."""

    def __init__(self, symmetry: Symmetry, values: Callable[[Any], Values] = bytes) -> None:
        """`values` makes values of the key of what is added."""
        self.trivial = symmetry.trivial
        self._symmetry, self._values, self._seen = symmetry, values, Seen()
        self._waiting: list[Values] = []
        self._count = self._missing = 0

    def add(self, solution: Any) -> None:
        """Take a solution in, which was not taken in before."""
        self._waiting.append(self._values(solution))
        if len(self._waiting) == AHEAD:
            self._settle()

    @property
    def count(self) -> int:
        self._settle()
        return self._count

    def check(self) -> None:
        """Raise DefectError unless, all solutions being taken in, all of each orbit are."""
        self._settle()
        if self._missing:
            raise DefectError(NOT_ONE)

    def _settle(self) -> None:
        for first, size in self._symmetry.orbits(self._waiting):
            is_new = self._seen.add(first)
            self._count += is_new
            self._missing += size * is_new - 1
        self._waiting = []


class FewOrbits(Orbits):
    """The same of all solutions of a description, where these are few: by the images of each.

    Its symmetries are not proved, nor made permutations of the key: for nine pieces that takes longer than the search.
    """

    trivial = False

    def __init__(self, backtracker: Any) -> None:
        """`backtracker` has `values` and `images` of the solutions that are added."""
        self._backtracker, self._images = backtracker, dict[Values, list[Values]]()

    def add(self, solution: Any) -> None:
        values = self._backtracker.values(solution)
        self._images[values] = self._backtracker.images(values)

    @property
    def count(self) -> int:
        return len(connected_parts(self._images, self._images.__getitem__))

    def check(self) -> None:
        """Raise DefectError unless, all solutions being taken in, each symmetry takes them to all of them."""
        if any(set(images) != self._images.keys() for images in zip(*self._images.values(), strict=True)):
            raise DefectError(NOT_ONE)


def weights_of(size: int) -> npt.NDArray[np.float64]:
    """The weight of each position of a key of this size, the same on all machines.

    Whole numbers whose sums a double holds exactly, from the raw stream of a generator, which does not change.
    """
    bits = 52 - size.bit_length()
    raw = np.random.PCG64(0).random_raw(size)
    return (raw >> np.uint64(64 - bits)).astype(np.float64)
