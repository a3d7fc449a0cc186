"""The pictures that pieces can show in place of plain colours: insects or fish, cut in two by the edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count

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

    def figures(self, names: Iterable[str]) -> list[Figure]:
        """The whole figures of the colours of a puzzle, by their names; no two are the same.

        A figure is of the species that the name calls, or else of one that no name does; it has its own colour, unless
        the name tells another, or that is taken.
        """
        words = [name.lower().replace("_", "-").split("-") for name in names]
        called = [next((word for word in each if word in self.species), None) for each in words]
        free = (name for name in self.species if name not in called)
        found: dict[tuple[str, str], Figure] = {}
        for number, (each, calls) in enumerate(zip(words, called, strict=True)):
            name = calls or next(free, list(self.species)[number % len(self.species)])
            species, tint = self.species[name], next(filter(is_colour, each), None)
            colours = chain([named(tint) if tint else species.colour], map(hue, count(number)))
            colour = next(colour for colour in colours if (name, colour) not in found)
            found[name, colour] = _drawn(species, colour)
        return list(found.values())


@lru_cache(256)
def _drawn(species: Species, colour: str) -> Figure:
    return species.draw(colour)


ARTS: Mapping[str, Art] = {
    "insects": Art("#eef1dc", ("#e6ebcd", "#dde5bd", "#d2ddab"), _insects.SPECIES),
    "fish": Art("#cfe8ee", ("#c2e1ea", "#b4d9e5", "#a5d0df"), _fish.SPECIES),
}
