"""How each solver looks in all plots: its colour and marker, from the colour-blind safe palette of Okabe and Ito."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

BLACK, ORANGE, SKY, GREEN, BLUE, VERMILION, PURPLE, BROWN, GREY = (
    "#000000",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
    "#7A4A1E",
    "#808080",
)
"""M. Okabe, K. Ito, *Color Universal Design*, 2008; without yellow, which is pale on white, a brown and a grey."""


@dataclass(frozen=True)
class Style:
    """A solver's colour and marker.  Triangles that point up are kept for runs that were cut off."""

    colour: str
    marker: str
    width: float = 1.6


KNOWN = {
    "cpmodels": Style(BLUE, "o", 2.6),
    "zip-article": Style(VERMILION, "s"),
    "zip-article-compiled": Style(ORANGE, "D"),
    "edge-article": Style(VERMILION, "s"),
    "edge-article-compiled": Style(BLACK, "*"),
    "zigzaw-article": Style(VERMILION, "s"),
    "zigzaw-article-compiled": Style(ORANGE, "D"),
    "garden-article": Style(VERMILION, "s"),
    "garden-article-compiled": Style(BLACK, "*"),
    "clingo": Style(SKY, "<"),
    "edge-rows": Style(ORANGE, "D"),
    "edge-spiral": Style(VERMILION, "d"),
    "garden-collapse": Style(PURPLE, "X"),
    "garden-backtrack": Style(ORANGE, "D"),
    "xcover": Style(GREEN, "v"),
    "cpmpy": Style(PURPLE, "P"),
    "python-constraint": Style(SKY, "X"),
    "multi-puzzle-solver": Style(BLACK, "p"),
    "cp-sat": Style(GREY, ">"),
    "backtrack": Style(BROWN, "h", 2.2),
    "cadical": Style(BLACK, "<"),
    "ganak": Style(PURPLE, "*"),
    "cover-rows": Style(SKY, "d"),
    "path-dfs": Style(SKY, "d"),
}

OTHERS = [
    style
    for marker, colour in product("h<>*d", (BLACK, GREEN, PURPLE, SKY, VERMILION, ORANGE))
    if (style := Style(colour, marker)) not in KNOWN.values()
]


def styles(solvers: Iterable[str]) -> dict[str, Style]:
    """The style of each solver; those without one of their own get the next ones that are left, by name."""
    names = sorted(set(solvers))
    others = [name for name in names if name not in KNOWN]
    own = {name: KNOWN[name] for name in names if name in KNOWN}
    return own | {name: OTHERS[place % len(OTHERS)] for place, name in enumerate(others)}
