"""Screenshots drawn at random and read: which are read exactly, which are refused, and which are read wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from PIL import Image

from benchmarks.studies.screenshots import linkedin
from benchmarks.studies.screenshots.drawing import (
    KNOWN_FONTS,
    OTHER_FONTS,
    Style,
    available,
    on_screen,
    random_puzzle,
    random_style,
    screenshot,
)
from cpmodels import PuzzleError, Zip
from cpmodels.puzzle import Puzzle
from readers.screenshots.games import puzzle_in

SIZES = ((24, "18 to 24 px"), (32, "24 to 32 px"), (48, "32 to 48 px"))
EXACT, REFUSED, WRONG = "exact", "refused", "wrong"

Draw = Callable[[Any, Style, Random, str], Image.Image]

GAMES: Mapping[str, tuple[Callable[[Random], Puzzle[Any]], Draw | None]] = {
    "zip": (random_puzzle, None),
    "queens": (linkedin.random_queens, linkedin.queens),
    "tango": (linkedin.random_tango, linkedin.tango),
    "sudoku": (linkedin.random_sudoku, linkedin.sudoku),
    "patches": (linkedin.random_patches, linkedin.patches),
}
"""What makes a puzzle of each game, and what draws its board; ZIPs have more styles of their own."""


@dataclass(frozen=True)
class Trial:
    """One screenshot: its puzzle and style, what came of reading it, and the time that took."""

    seed: int
    puzzle: Puzzle[Any]
    style: Style
    state: str
    """Whether the game is empty, begun or finished."""
    outcome: str
    words: str
    """Of the refusal."""
    seconds: float

    @property
    def cell(self) -> float:
        """The side of a cell in the picture, in pixels."""
        return self.style.cell * self.style.scale


def trials(seeds: Sequence[int], game: str = "zip") -> Iterator[Trial]:
    """A screenshot of a game for each seed, read; those of odd seeds are in fonts that the reader does not know."""
    for seed in seeds:
        puzzle, style, state, picture = drawn(seed, game)
        start = time.perf_counter()
        words = ""
        try:
            outcome = EXACT if puzzle_in(picture) == puzzle else WRONG
        except PuzzleError as error:
            outcome, words = REFUSED, str(error)
        yield Trial(seed, puzzle, style, state, outcome, words, time.perf_counter() - start)


def drawn(seed: int, game: str) -> tuple[Puzzle[Any], Style, str, Image.Image]:
    """The puzzle, style, state and picture of a seed."""
    fonts = available(KNOWN_FONTS), available(OTHER_FONTS)
    random = Random(seed)
    make, draw = GAMES[game]
    puzzle = make(random)
    style = random_style(random, fonts[seed % 2] or fonts[0])
    if draw is None:
        assert isinstance(puzzle, Zip)
        return puzzle, style, "empty", screenshot(puzzle, style, random)
    state = random.choice(linkedin.STATES)
    return puzzle, style, state, on_screen(draw(puzzle, style, random, state), style, random)


def kinds(trial: Trial) -> Mapping[str, str]:
    """What kind of screenshot it is, in several ways: a row of the table for each."""
    style = trial.style
    noise = "none" if style.quality is None else f"JPEG of quality {style.quality}"
    of_zip = {
        "numbers": "on discs" if style.disc else "plain",
        "grid": "squares with gaps" if style.gaps else "lines",
    }
    size = next((name for most, name in SIZES if trial.cell < most), "48 px and more")
    return {
        "": "all",
        "font": "known to the reader" if style.font in KNOWN_FONTS else "never seen",
        "theme": style.theme.name,
        "cells": size,
        "game": trial.state,
        **(of_zip if isinstance(trial.puzzle, Zip) else {}),
        "noise": noise,
        "scaled": "no" if style.scale == 1 else f"by {style.scale}",
        "cut": "to the frame of the board" if style.margin < 0.1 else "no",
        "around": "nothing" if style.chrome == "none" or style.margin < 0.1 else style.chrome,
        "pointer": "somewhere" if style.pointer else "none",
    }


def table(done: Sequence[Trial]) -> str:
    """The outcomes by kind of screenshot, as a table in Markdown."""
    groups: dict[tuple[str, str], list[Trial]] = {}
    for trial in done:
        for way, kind in kinds(trial).items():
            groups.setdefault((way, kind), []).append(trial)
    lines = ["| screenshots | | read exactly | refused | wrong | rate |", "|---|---|---|---|---|---|"]
    order = list(kinds(done[0]))
    for (way, kind), members in sorted(groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])):
        counts = [sum(trial.outcome == outcome for trial in members) for outcome in (EXACT, REFUSED, WRONG)]
        lines.append(f"| {way} | {kind} | {counts[0]} | {counts[1]} | {counts[2]} | {counts[0] / len(members):.0%} |")
    return "\n".join(lines)
