"""Symbols in cells as shapes: circles, stars, suns, moons, queens, bulbs, trees and others."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from cpmodels.base.diagram import Symbol
from renderers.palette import GOLD, INK, SURFACE, mix
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, arc, rectangle

NIGHT, LEAVES, WOOD = "#4a6fd0", "#3d8b4f", "#8a5a33"
FULL = ("disc", "square", "tall", "wide", "diamond", "triangle", "star")
"""Symbols on which numbers are light."""
CROWN = ((-1.0, -0.5), (-0.52, 0.08), (0.0, -0.85), (0.52, 0.08), (1.0, -0.5), (0.72, 0.5), (-0.72, 0.5))
"""A queen's crown without its base, in radii from the middle."""


def symbol_shapes(symbol: Symbol, middle: Point, size: float, ink: str) -> Iterator[Shape]:
    """A symbol in a cell of this size, in this colour where it has none of its own."""
    radius = 0.34 * size

    def at(*points: Point) -> tuple[Point, ...]:
        return tuple((middle[0] + radius * x, middle[1] + radius * y) for x, y in points)

    match symbol:
        case "circle":
            yield Circle(middle, 0.32 * size, SURFACE, INK, 0.05 * size, role="circle white")
        case "disc":
            yield Circle(middle, 0.32 * size, ink, ink, 0.05 * size, role="disc black")
        case "dot":
            yield Circle(middle, 0.1 * size, ink, role="dot")
        case "cross":
            for up in (1, -1):
                yield Polyline(at((-0.6, 0.6 * up), (0.6, -0.6 * up)), ink, 0.07 * size, "cross")
        case "sun":
            for k in range(8):
                x, y = sin(pi * k / 4), cos(pi * k / 4)
                yield Polyline(at((0.78 * x, 0.78 * y), (x, y)), GOLD, 0.055 * size, "sun")
            yield Circle(middle, 0.56 * radius, GOLD, role="sun")
        case "moon":
            (hollow,) = at((-0.4, -0.3))  # Its circle meets the outer one where the arcs end.
            edge = (*arc(middle, 0.9 * radius, 3.036, 5.783, 24), *arc(hollow, 0.75 * radius, 1.407, -0.588, 24))
            yield Polygon(edge, NIGHT, NIGHT, 0.02 * size, "moon")
        case "queen":
            yield Polygon(at(*CROWN), ink, ink, 0.04 * size, "queen")
            yield Polyline(at((-0.72, 0.78), (0.72, 0.78)), ink, 0.075 * size, "queen")
            for x, y in CROWN[:5:2]:
                yield Circle(at((x, y - 0.06))[0], 0.14 * radius, ink, role="queen")
        case "bulb":
            yield Circle(at((0.0, -0.2))[0], 0.72 * radius, GOLD, mix(GOLD, INK, 0.5), 0.035 * size, "bulb")
            for y in (0.62, 0.86):
                yield Polyline(at((-0.26, y), (0.26, y)), mix(ink, SURFACE, 0.25), 0.055 * size, "bulb")
        case "tree":
            yield Polygon(at((-0.14, 0.4), (0.14, 0.4), (0.14, 1.0), (-0.14, 1.0)), WOOD, role="tree")
            for top, foot, reach in ((-0.35, 0.6, 0.78), (-1.0, 0.1, 0.6)):
                yield Polygon(at((0.0, top), (reach, foot), (-reach, foot)), LEAVES, LEAVES, 0.03 * size, "tree")
        case "square" | "tall" | "wide":
            across, down = {"square": (1.5, 1.5), "tall": (1.15, 2.0), "wide": (2.0, 1.15)}[symbol]
            ((left, top),) = at((-across / 2, -down / 2))
            yield Polygon(rectangle(left, top, across * radius, down * radius), ink, ink, 0.03 * size, role=symbol)
        case "diamond" | "triangle" | "star":
            corners = {"diamond": 4, "triangle": 3, "star": 10}[symbol]
            reaches = [0.42 if symbol == "star" and k % 2 else 1.0 for k in range(corners)]
            turns = [(reach, 2 * pi * k / corners) for k, reach in enumerate(reaches)]
            points = at(*((reach * sin(angle), -reach * cos(angle)) for reach, angle in turns))
            yield Polygon(points, ink, ink, 0.03 * size, role=symbol)
