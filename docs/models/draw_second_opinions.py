"""The pictures of second-opinions.md: `python docs/models/draw_second_opinions.py` makes them anew, at once."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from drawing import labelled, side_by_side, write

from renderers.palette import BLUE, GOLD, INK, MUTED, RED, SURFACE, TEAL, mix
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, rectangle

WIDTH, HEIGHT = 150.0, 50.0
SAID, READ, ENGINE, CHECK = SURFACE, mix(SURFACE, BLUE, 0.22), mix(SURFACE, GOLD, 0.3), mix(SURFACE, TEAL, 0.35)
BOXES = {
    "puzzle": (0.0, 1.5, SAID, "its fields"),
    "description": (1.22, 0.0, READ, "options, colours"),
    "model": (1.22, 2.0, READ, "constraints"),
    "clauses": (2.44, 3.0, READ, "the same model"),
    "backtracking": (2.44, 0.0, ENGINE, "machine code"),
    "xcover": (2.44, 1.0, ENGINE, "exact cover"),
    "CP-SAT": (2.44, 2.0, ENGINE, "learns clauses"),
    "CaDiCaL": (3.66, 3.0, ENGINE, "a SAT solver"),
    "Ganak": (3.66, 4.0, ENGINE, "counts, names none"),
    "check": (3.66, 1.0, CHECK, "the rules alone"),
    "verify": (4.88, 3.0, CHECK, "steps of a proof"),
}
ARROWS = [
    *(("puzzle", "description"), ("puzzle", "model"), ("description", "backtracking"), ("description", "xcover")),
    *(("model", "CP-SAT"), ("model", "clauses"), ("clauses", "CaDiCaL"), ("clauses", "Ganak"), ("CaDiCaL", "verify")),
    *(("backtracking", "check"), ("xcover", "check"), ("CP-SAT", "check"), ("CaDiCaL", "check")),
]


def corner(name: str) -> Point:
    """The left upper corner of a box."""
    column, row, _, _ = BOXES[name]
    return column * WIDTH, row * HEIGHT * 1.6


def arrow(start: Point, end: Point) -> Iterator[Shape]:
    """An arrow with a head."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    back = (x1 - 9 * dx, y1 - 9 * dy)
    yield Polyline((start, back), MUTED, 1.6)
    yield Polygon((end, (back[0] - 4.5 * dy, back[1] + 4.5 * dx), (back[0] + 4.5 * dy, back[1] - 4.5 * dx)), MUTED)


def engines() -> None:
    """Who reads what."""
    shapes: list[Shape] = []
    for start, end in ARROWS:
        (x0, y0), (x1, y1) = corner(start), corner(end)
        if x0 == x1:
            up = y1 < y0
            shapes += arrow((x0 + WIDTH / 2, y0 + HEIGHT * (not up)), (x1 + WIDTH / 2, y1 + HEIGHT * up))
        else:
            shapes += arrow((x0 + WIDTH, y0 + HEIGHT / 2), (x1, y1 + HEIGHT / 2))
    for name, (_, _, fill, what) in BOXES.items():
        x, y = corner(name)
        shapes.append(Polygon(rectangle(x, y, WIDTH, HEIGHT, 9), fill, INK, 1.0))
        shapes.append(Text((x + WIDTH / 2, y + 18), name, 18, INK, bold=True))
        shapes.append(Text((x + WIDTH / 2, y + 38), what, 14.5, MUTED))
    write("second-opinions-engines.png", shapes)


CORNERS: dict[int, Point] = {1: (60.0, 0.0), 2: (120.0, 104.0), 3: (0.0, 104.0)}


def triangle(known: dict[int, bool], broken: tuple[int, int] | None = None) -> Iterator[Shape]:
    """The triangle with the colours that are known, and the edge that has both ends alike."""
    for one, other in ((1, 2), (2, 3), (1, 3)):
        is_broken = (one, other) == broken
        yield Polyline((CORNERS[one], CORNERS[other]), RED if is_broken else MUTED, 5.0 if is_broken else 2.0)
    for corner, centre in CORNERS.items():
        fill = mix(SURFACE, MUTED, 0.35) if corner not in known else INK if known[corner] else SURFACE
        yield Circle(centre, 19, fill, INK, 1.5)
        yield Text(centre, str(corner), 16, SURFACE if known.get(corner) else INK, bold=True)


def propagation() -> None:
    """The first step of the proof that a triangle has no two-colouring."""
    steps = [
        labelled(triangle({1: False}), "assume not 1"),
        labelled(triangle({1: False, 2: True}), "clause 1: then 2"),
        labelled(triangle({1: False, 2: True, 3: False}), "clause 4: then not 3"),
        labelled(triangle({1: False, 2: True, 3: False}, (1, 3)), "clause 5 is false"),
    ]
    write("second-opinions-step.png", side_by_side(steps, 44.0))


def main() -> None:
    """Draw them."""
    engines()
    propagation()


if __name__ == "__main__":
    main()
