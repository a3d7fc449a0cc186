"""The pictures that pieces can show in place of plain colours: insects or fish, cut in two by the edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from renderers.arts import _fish, _insects
from renderers.arts._figures import Figure, Species
from renderers.palette import hue, is_colour, named

__all__ = ["ARTS", "Art"]


@dataclass(frozen=True)
class Art:
    """What cards look like.

    ground, shades: the colour of a card, and of three discs about its middle, the largest first.
    species: the figures by name; what is called so in a puzzle is drawn so.
    """

    ground: str
    shades: tuple[str, str, str]
    species: Mapping[str, Species]

    def discs(self, side: float) -> list[tuple[float, str]]:
        """The radius and the colour of each disc on a card of this size."""
        return [(share * side, shade) for share, shade in zip((0.42, 0.3, 0.2), self.shades, strict=True)]

    def figure(self, name: str, number: int) -> Figure:
        """The whole figure of a colour of a puzzle, by its name and its number, from 0.

        A figure has its own colour, unless the name tells another, or there are more colours than species.
        """
        words = name.lower().replace("_", "-").split("-")
        called = next((word for word in words if word in self.species), None)
        if called is None:
            called = list(self.species)[number % len(self.species)]
        main = self.species[called].colour if number < len(self.species) else hue(number)
        if tinted := next((word for word in words if is_colour(word)), None):
            main = named(tinted)
        return _drawn(self.species[called], main)


@lru_cache(256)
def _drawn(species: Species, colour: str) -> Figure:
    return species.draw(colour)


ARTS: Mapping[str, Art] = {
    "insects": Art("#eef1dc", ("#e6ebcd", "#dde5bd", "#d2ddab"), _insects.SPECIES),
    "fish": Art("#cfe8ee", ("#c2e1ea", "#b4d9e5", "#a5d0df"), _fish.SPECIES),
}
