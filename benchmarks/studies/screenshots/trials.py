"""Screenshots drawn at random and read: which are read exactly, which are refused, and which are read wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

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
from cpmodels import PuzzleError
from cpmodels.base.puzzle import Puzzle
from readers.screenshots.games import puzzle_in

SIZES = ((24, "18 to 24 px"), (32, "24 to 32 px"), (48, "32 to 48 px"))
EXACT, REFUSED, WRONG = "exact", "refused", "wrong"


class Game(NamedTuple):
    """What makes a puzzle of a game, what draws its board in some state, and in which ways only such boards differ."""

    make: Callable[[Random], Puzzle[Any]]
    draw: Callable[[Any, Style, Random], tuple[str, Image.Image]]
    ways: Callable[[Style], Mapping[str, str]] = lambda _: {}


def played(draw: Callable[[Any, Style, Random, str], Image.Image]) -> Callable[..., tuple[str, Image.Image]]:
    """What draws a board that is empty, begun or finished."""

    def drawn(puzzle: Any, style: Style, random: Random) -> tuple[str, Image.Image]:
        state = random.choice(linkedin.STATES)
        return state, on_screen(draw(puzzle, style, random, state), style, random)

    return drawn


GAMES: Mapping[str, Game] = {
    "zip": Game(
        random_puzzle,
        lambda puzzle, style, random: ("empty", screenshot(puzzle, style, random)),
        lambda style: {
            "numbers": "on discs" if style.disc else "plain",
            "grid": "squares with gaps" if style.gaps else "lines",
        },
    ),
    "queens": Game(linkedin.random_queens, played(linkedin.queens)),
    "tango": Game(linkedin.random_tango, played(linkedin.tango)),
    "sudoku": Game(linkedin.random_sudoku, played(linkedin.sudoku)),
    "patches": Game(linkedin.random_patches, played(linkedin.patches)),
}


@dataclass(frozen=True)
class Trial:
    """One screenshot: its puzzle and style, what came of reading it, and the time that took."""

    seed: int
    game: Game
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
        yield Trial(seed, GAMES[game], puzzle, style, state, outcome, words, time.perf_counter() - start)


def drawn(seed: int, game: str) -> tuple[Puzzle[Any], Style, str, Image.Image]:
    """The puzzle, style, state and picture of a seed."""
    fonts = available(KNOWN_FONTS), available(OTHER_FONTS)
    random = Random(seed)
    puzzle = GAMES[game].make(random)
    style = random_style(random, fonts[seed % 2] or fonts[0])
    return puzzle, style, *GAMES[game].draw(puzzle, style, random)


def kinds(trial: Trial) -> Mapping[str, str]:
    """What kind of screenshot it is, in several ways: a row of the table for each."""
    style = trial.style
    noise = "none" if style.quality is None else f"JPEG of quality {style.quality}"
    size = next((name for most, name in SIZES if trial.cell < most), "48 px and more")
    return {
        "": "all",
        "font": "known to the reader" if style.font in KNOWN_FONTS else "never seen",
        "theme": style.theme.name,
        "cells": size,
        "game": trial.state,
        **trial.game.ways(style),
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
