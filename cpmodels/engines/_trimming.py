"""A solver's LRAT proof with only those steps that its end needs, its clauses numbered anew.

The solver numbers its clauses as they come, those that it was given among those that it finds, in the order of giving.
Here those of the formula are 1, 2, ..., and the clauses of the proof come after them, without gaps.

Nothing here has to be trusted: what comes of it is checked by `cpmodels.lrat`.
"""

from __future__ import annotations

import errno
from array import array
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path


def trim(whole: Path, target: Path, formula: Iterable[Sequence[int]]) -> None:
    """Write to `target` what the proof in `whole` needs, of a formula of these clauses.

    Raises OSError when the proof does not end with the empty clause, or a file cannot be read or written.
    """
    given, empty = 0, 0
    for given, clause in enumerate(formula, 1):
        empty = empty or (0 if clause else given)
    if empty:
        target.write_text(f"{given + 1} 0 {empty} 0\n", encoding="ascii")
        return
    numbers, starts, ends, named = array("i"), array("q"), array("q", [0]), array("i")
    with whole.open("rb") as file:
        start = 0
        for line in file:
            words = line.split() if line.endswith(b" 0\n") else []  # the last line may break off
            if words and words[1] != b"d":
                literals_end = words.index(b"0")
                numbers.append(int(words[0]))
                starts.append(start)
                named.extend(map(int, words[literals_end + 1 : -1]))
                ends.append(len(named))
                if literals_end == 1:
                    break
            start += len(line)
        else:
            raise OSError(errno.ENOSPC, "the solver's proof is incomplete: is the disk full?", str(whole))
    steps = {number: step for step, number in enumerate(numbers)}
    needed = bytearray(len(numbers))
    needed[-1] = True
    for step in reversed(range(len(numbers))):
        if needed[step]:
            for number in named[ends[step] : ends[step + 1]]:
                if number in steps:
                    needed[steps[number]] = True
    free = (number for number in count(1) if number not in steps)
    anew = {next(free): place for place in range(1, given + 1)}
    with whole.open("rb") as file, target.open("w", encoding="ascii") as trimmed:
        for step, number in enumerate(numbers):
            if needed[step]:
                anew[number] = len(anew) + 1
                file.seek(starts[step])
                words = file.readline().split()
                literals = [int(word) for word in words[1 : words.index(b"0")]]
                others = [anew[other] for other in named[ends[step] : ends[step + 1]]]
                print(anew[number], *literals, 0, *others, 0, file=trimmed)
