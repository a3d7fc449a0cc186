"""Times of what the library sets out to do: ``python -m benchmarks.goals``."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import cpmodels as cm
import readers


def seconds(task: Callable[[], object], repeats: int) -> list[float]:
    """The seconds of each repeat of a task."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return times


def show(what: str, task: Callable[[], object], repeats: int = 5) -> None:
    """Print the median and the range of a task's times."""
    times = seconds(task, repeats)
    print(f"{what:58} {statistics.median(times):8.3f} s   ({min(times):.3f} to {max(times):.3f})", flush=True)


def published(folder: Path) -> None:
    """Puzzles that are not part of the project."""
    zips = [readers.read(file) for file in sorted((folder / "zip" / "json").glob("*.json"))]
    show(f"{len(zips)} published ZIPs: solved, proved unique or not", lambda: [cm.is_unique(z) for z in zips])
    sets = [readers.read(file) for file in sorted((folder / "edge_matching" / "scramble").glob("*.json"))]
    sets = [puzzle for puzzle in sets if puzzle.rows == 3]
    show(f"{len(sets)} published sets of nine pieces: all solutions", lambda: [cm.count(s) for s in sets])
    six = readers.read(folder / "edge_matching" / "brendan" / "06x06.json")
    seeds = iter(range(100))
    show("6 x 6 bordered, first solution, over seeds", lambda: cm.solve(six, seed=next(seeds)))
    show("Zigzaw from its pictures: read and solved", lambda: cm.solve(readers.read(folder / "zigzaw")))


def main() -> None:
    """Measure everything."""
    many = readers.read("nine-many")
    show("nine pieces, all 132 pictures", lambda: list(cm.solutions(many)))
    show("nine pieces, the same counted by orbit", lambda: cm.count(many))
    show("squares packed, all 652", lambda: list(cm.solutions(readers.read("squares-packed"))))
    show("Zigzaw, the one solution proved", lambda: cm.count(readers.read("zigzaw")))
    show("Zigzaw without border, all 4 proved", lambda: cm.count(readers.read("zigzaw-open")))
    for name in ("squares", "squares-16", "cubes-packed", "cubes-c3", "cubes-c3v", "cubes-mirror", "cubes"):
        seeds = iter(range(100))
        puzzle = readers.read(name)
        show(f"{name}, first solution, over seeds", lambda p=puzzle, s=seeds: cm.solve(p, seed=next(s)))
    if folder := os.environ.get("CPMODELS_DATA"):
        published(Path(folder))


if __name__ == "__main__":
    main()
