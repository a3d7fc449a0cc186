"""The picture of edge-matching.md: `python docs/models/draw_edge_matching.py` makes it anew, in a second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drawing import write

from cpmodels.puzzles.edge_matching import Edges, looks, turn
from renderers.palette import HUES, INK, LINE, MUTED, QUIET
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, rectangle

SIDE = 44.0
PIECES: Sequence[Edges] = ((0, 1, 2, 1), (2, 0, 1, 1))
"""Two pieces, which may be turned."""
COLOURS = (HUES[1], HUES[0], HUES[2])
LEFT, MIDDLE, RIGHT = 0.0, 270.0, 522.0


def piece(left: float, top: float, edges: Edges) -> Iterator[Shape]:
    """A piece as four triangles of its colours."""
    corners = rectangle(left, top, SIDE, SIDE)
    centre = (left + SIDE / 2, top + SIDE / 2)
    for side, colour in enumerate(edges):
        yield Polygon((corners[side], corners[(side + 1) % 4], centre), COLOURS[colour], LINE, 1)


def orientations() -> list[tuple[int, int]]:
    """The pieces with those of their turns that look different."""
    return [(p, t) for p, edges in enumerate(PIECES) for t in range(len(looks(edges)))]


def main() -> None:
    """Two cells side by side, what can lie in each, and the colours of the edge between them."""
    options = orientations()
    height = len(options) * (SIDE + 10)
    shapes: list[Shape] = []
    tops = [row * (SIDE + 10) for row in range(len(options))]
    diamonds: list[Point] = [(MIDDLE + SIDE / 2, height * (colour + 0.5) / 3) for colour in range(3)]
    chosen = {"left": (0, 0), "right": (1, 3)}
    assert turn(PIECES[0], 0)[1] == turn(PIECES[1], 3)[3]
    wires: list[tuple[bool, Polyline]] = []
    for name, left, side in (("left", LEFT, 1), ("right", RIGHT, 3)):
        for (number, turns), top in zip(options, tops, strict=True):
            edges = turn(PIECES[number], turns)
            shapes += piece(left, top, edges)
            true = chosen[name] == (number, turns)
            near = (left + SIDE + 6 if side == 1 else left - 6, top + SIDE / 2)
            x, y = diamonds[edges[side]]
            far = (x - 30 if side == 1 else x + 30, y)
            wires.append((true, Polyline((near, far), INK if true else QUIET, 4 if true else 1.4)))
            at = left - 14 if side == 1 else left + SIDE + 14
            anchor = "end" if side == 1 else "start"
            label = f"piece {number + 1}, turned {turns}"
            shapes.append(Text((at, top + SIDE / 2), label, 14, INK if true else MUTED, anchor, bold=true))
    shapes += [line for _, line in sorted(wires, key=lambda wire: wire[0])]
    shared = turn(PIECES[0], 0)[1]
    for colour, (x, y) in enumerate(diamonds):
        shapes.append(
            Circle((x, y), 24, COLOURS[colour], INK if colour == shared else LINE, 4 if colour == shared else 1)
        )
        shapes.append(Text((x, y), f"y{colour}", 17, INK, bold=colour == shared))
    for x, label in ((LEFT + SIDE / 2, "left cell"), (MIDDLE + SIDE / 2, "the edge"), (RIGHT + SIDE / 2, "right cell")):
        shapes.append(Text((x, -30), label, 17, INK, bold=True))
    write("edge-matching-variables.png", shapes)


if __name__ == "__main__":
    main()
