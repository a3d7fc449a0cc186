"""What is in the cells of a diagram, for pictures and for texts: colours and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from cpmodels.base.diagram import Diagram, Labels, Layer, Regions, Shading
from cpmodels.base.lattice import Cell
from renderers.palette import SURFACE, hue, mix, named

SHADE = "#97a1b0"
PALENESS = 0.68
"""Hues of regions have this share of white, so that what lies on them can be seen."""


def tints(diagram: Diagram) -> dict[Cell, str]:
    """The colours of the regions of a diagram, by cell."""
    found: dict[Cell, str] = {}
    for layer in diagram.layers:
        if isinstance(layer, Regions) and layer.coloured:
            names = dict.fromkeys(name for _, name in layer.of)
            colours = {name: mix(hue(at), SURFACE, PALENESS) for at, name in enumerate(names)}
            colours |= {name: named(colour) for name, colour in layer.colours}
            found.update((cell, colours[name]) for cell, name in layer.of)
    return found


def shades(diagram: Diagram) -> dict[Cell, str]:
    """The colours of shaded cells."""
    layers = [layer for layer in diagram.layers if isinstance(layer, Shading)]
    return {cell: SHADE if one.colour is None else named(one.colour) for one in layers for cell in one.cells}


def listed_in(layer: Layer) -> tuple[str, tuple[Any, ...]]:
    """The first field of a layer, by its name, which lists what the layer has."""
    name = fields(layer)[0].name
    return name, getattr(layer, name)


def placed(thing: Any) -> tuple[Any, Any]:
    """The cell of such a thing, which is a pair of it and what is there, or a cell alone."""
    return thing if isinstance(thing[0], tuple) else (thing, True)


def things(diagram: Diagram, sort: type[Layer]) -> Iterator[Any]:
    """What layers of a sort have, one after another."""
    return (thing for layer in diagram.layers if isinstance(layer, sort) for thing in listed_in(layer)[1])


def in_cells(diagram: Diagram, sort: type[Layer]) -> dict[Cell, Any]:
    """What layers of a sort have in cells."""
    return dict(things(diagram, sort))


def labels(diagram: Diagram) -> dict[Cell, dict[str, Labels]]:
    """The different numbers in each cell with their layers, given ones first."""
    found: dict[Cell, dict[str, Labels]] = {}
    layers = [layer for layer in diagram.layers if isinstance(layer, Labels)]
    for layer in sorted(layers, key=lambda layer: not layer.given):
        for cell, label in layer.at:
            found.setdefault(cell, {}).setdefault(label, layer)
    return found
