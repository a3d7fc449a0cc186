"""Tango: suns and moons by their colours, which of them are given by the grounds of their cells, and the signs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

import numpy as np
from PIL import Image

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import in_rows, place
from cpmodels.puzzles.tango import Pair, Tango
from readers.screenshots._cells import FRAME, FROM_MIDDLE
from readers.screenshots._digits import normed
from readers.screenshots._edges import Array
from readers.screenshots._shot import Shot, Side, middle

Symbol: TypeAlias = Literal["sun", "moon", "unclear"] | None
Sign: TypeAlias = Literal["=", "x", "unclear"] | None

CORE = FROM_MIDDLE < 0.25
COLOURED = 50.0
"""Red exceeds blue by more than this, of 255, where there is a sun, and blue red where there is a moon."""
LEAST_SUN, LEAST_MOON, MOST_MOON, NOTHING = 0.6, 0.25, 0.6, 0.03
"""The share of the middle of a cell that has this colour: on real screenshots 0.79 to 1, and 0.36 to 0.46."""
SAME_GROUND, OTHER_GROUND = 5.0, 10.0
"""Grounds are less apart than the first, of 255, if both cells are given or both are not, else more than the second:
on real screenshots at most 3, and at least 16."""
SIGN_SIDE, SIGN_REACH = 48, 0.13
"""Signs are looked for in a picture this many pixels wide, up to this far from the middle of a side, in cells."""
RIM = SIGN_SIDE // 8
OTHER_THING = 40.0
"""A corner that differs from others by more than this, of 255, is no ground: those of cells differ by 26 at most."""
LEAST_SIGN, SURE_SIGN = 20.0, 55.0
"""Signs differ from the ground by more than this, of 255: on real screenshots by 97 and more, and lines by up to 46."""
LEAST_LIKE, CLEAR = 0.5, 0.3
"""Signs are so much like theirs, and so much more than like the other: on real screenshots 0.63, and 0.61 more."""
PATTERN = 12
FLAT, BLURRED = 0.74, 0.15
"""Where cells are too small for strokes to be told apart, two bars are less than the second like a cross, and flatter
than the first or more than the second like bars; crosses are neither: of 600 drawn screenshots none is read wrongly."""


def read_tango(shot: Shot) -> Tango | None:
    """The board of Tango, if there are suns and moons on it, or one of them and signs, and little else.

    Raises PuzzleError when a symbol, a sign, or what was given is not clear.
    """
    if shot.board.rows % 2 or shot.board.cols % 2:
        return None
    symbols = {cell: _symbol(colours) for cell, colours in shot.cells.items()}
    suns, moons, unclear = (list(symbols.values()).count(symbol) for symbol in ("sun", "moon", "unclear"))
    if not suns + moons or suns + moons < 4 * unclear:
        return None
    signs = {side: _sign(shot, side) for side in shot.graph.edges}
    if not (suns and moons) and not {"=", "x"} & set(signs.values()):
        return None
    if vague := [cell for cell, symbol in symbols.items() if symbol == "unclear"]:
        raise PuzzleError(f"shows Tango, but whether there is a sun or a moon in {place(vague[0])} is not clear")
    if doubtful := [side for side, sign in signs.items() if sign == "unclear"]:
        one, other = doubtful[0]
        raise PuzzleError(f"shows Tango, but the sign between {place(one)} and {place(other)} is not clear")
    given = _given(shot, symbols)
    rows = in_rows(shot.board.rows, shot.board.cols, {cell: int(symbols[cell] == "sun") for cell in given})
    return Tango(rows, equal=_sides(signs, "="), different=_sides(signs, "x"))


def _sides(signs: Mapping[Side, Sign], sign: Sign) -> list[Pair]:
    return [((one[0], one[1]), (other[0], other[1])) for (one, other), found in signs.items() if found == sign]


def _symbol(colours: Array) -> Symbol:
    warmth = colours[CORE][:, 0] - colours[CORE][:, 2]
    orange, blue = float((warmth > COLOURED).mean()), float((warmth < -COLOURED).mean())
    if max(orange, blue) < NOTHING:
        return None
    if orange > LEAST_SUN and blue < NOTHING:
        return "sun"
    return "moon" if LEAST_MOON < blue < MOST_MOON and orange < NOTHING else "unclear"


def _given(shot: Shot, symbols: dict[Cell, Symbol]) -> set[Cell]:
    """The cells whose symbols are given: their ground is darker than that of others, or lighter in the dark.

    A quarter of the ground may be brighter than usual: stripes of light run over a board that is solved.
    """
    levels = {cell: float(np.percentile(colours[FRAME].mean(axis=1), 25)) for cell, colours in shot.cells.items()}
    empty = [levels[cell] for cell, symbol in symbols.items() if symbol is None]
    brightness = sorted(levels[cell] for cell, symbol in symbols.items() if symbol)
    light = float(np.median(brightness)) > 128
    usual = float(np.median(empty)) if empty else brightness[-1] if light else brightness[0]
    away = {cell: abs(levels[cell] - usual) for cell, symbol in symbols.items() if symbol}
    given = {cell for cell in away if away[cell] > OTHER_GROUND}
    known = float(np.median([levels[cell] for cell in given])) if given else usual
    for cell in away:
        if abs(levels[cell] - (known if cell in given else usual)) > SAME_GROUND:
            raise PuzzleError(f"shows Tango, but whether {place(cell)} is given or played is not clear")
    if not given and not empty:
        raise PuzzleError("shows a finished game of Tango, and which suns and moons were given is not clear")
    return given


@cache
def _patterns() -> dict[Literal["=", "x"], Array]:
    y, x = np.mgrid[:PATTERN, :PATTERN] / (PATTERN - 1) - 0.5
    cross = np.clip(1 - np.minimum(abs(y - x), abs(y + x)) / 0.16, 0, 1)
    equals = np.clip(1 - abs(abs(y) - 0.36) / 0.25, 0, 1)
    return {"=": normed(equals), "x": normed(cross)}


def _sign(shot: Shot, side: Side) -> Sign:
    """The sign on the middle of a side; what runs on beyond it is the line between the cells."""
    grey = shot.colours(middle(*side), (SIGN_REACH, SIGN_REACH), (SIGN_SIDE, SIGN_SIDE)).mean(axis=2)
    corner = slice(None, SIGN_SIDE // 5), slice(-(SIGN_SIDE // 5), None)
    corners = [float(np.median(grey[rows, cols])) for rows in corner for cols in corner]
    grounds = [level for level in corners if abs(level - np.median(corners)) < OTHER_THING]
    if not grounds:
        return "unclear"
    light = np.median(corners) > 128
    away = np.clip(min(grounds) - grey if light else grey - max(grounds), 0, None)
    inside = away[RIM:-RIM, RIM:-RIM]
    peak = float(np.percentile(inside, 97))
    if peak < LEAST_SIGN:
        return None
    rows, cols = np.nonzero(inside > 0.5 * peak)
    top, bottom, left, right = rows.min(), rows.max() + 1, cols.min(), cols.max() + 1
    if max(bottom - top, right - left) >= len(inside) - 1:
        return None if min(bottom - top, right - left) < len(inside) // 3 else "unclear"
    ink = np.clip(inside[top:bottom, left:right] / peak, 0, 1).astype(np.float32)
    pattern = normed(np.asarray(Image.fromarray(ink).resize((PATTERN, PATTERN), Image.Resampling.BILINEAR)))
    alike = {sign: float(pattern @ known) for sign, known in _patterns().items()}
    best, other = sorted(alike, key=lambda sign: -alike[sign])
    clear = alike[best] > LEAST_LIKE and alike[best] - alike[other] > CLEAR
    if not clear:
        best = "x" if alike["x"] > BLURRED else "="
        flat = bottom - top < FLAT * (right - left)
        clear = alike["="] < 0 and not flat if best == "x" else flat or alike["="] > BLURRED
    return best if clear and peak > SURE_SIGN and right - left >= len(inside) // 2 else "unclear"
