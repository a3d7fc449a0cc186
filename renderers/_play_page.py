"""A puzzle as a page to play and to solve: its board as the diagram has it, its marks, and the formula of its model.

What a player does is a mark (see `cpmodels.Mark`): something in a cell, or a line between two points.  How each mark
looks is what the diagram of a solution with it has more than the diagram of the puzzle.  Where that shades the cells
that its line does not pass, a player can, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cpmodels.base.diagram import Diagram, Labels, Layer, Line, Regions
from cpmodels.base.errors import CpmodelsError, TooLargeError
from cpmodels.base.kinds import rules_of
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark, Partial
from cpmodels.base.puzzle import Grid, Loop, Path, Paths, marks_of
from cpmodels.base.values import place
from renderers._cells import in_cells, listed_in, placed
from renderers._diagram_picture import Drawing
from renderers._web_page import digest_of, rounded, view_of, web_page
from renderers.palette import BLUE, SURFACE, hue, mix
from renderers.shapes import Polygon, Polyline, Shape, moved

if TYPE_CHECKING:
    from cpmodels.model import Model

LARGEST_FORMULA = 400_000
"""A page knows formulas of up to this many literals, about 3 MB; larger puzzles are only shown."""
MOST_DRAWN = 1_000_000
"""How many cells are drawn to see what values look like, each value in all cells: some 20 s."""
LARGEST_SUM = 2**53 - 1
"""Scripts round larger numbers, so what is said by larger sums is only shown."""
LINE, CROSS = 0, 1
"""How the page's scripts number what is on an edge."""
GROUND = ("board", "region", "shaded", "place")
UNDER = ("region", "shaded")
"""The roles of the shapes below all others, and of those that a player's marks put there."""
FRAME = ("board", "rim", "grid", "place", "border")
"""The roles of shapes that are of the board, whatever lies on it."""
AIMS: tuple[tuple[type, str], ...] = (
    (Loop, "Draw one loop."),
    (Paths, "Draw the paths."),
    (Path, "Draw one path."),
    (Grid, "Fill the cells."),
    (object, "Lay a piece in each cell."),
)


def play_data(puzzle: Any, solutions: Sequence[Any] = ()) -> dict[str, Any] | None:
    """What a page to play knows of a puzzle; None where it cannot be played by marks, or is too large for that."""
    board = board_to_play(puzzle)
    return None if board is None else board.page_data(solutions)


def board_to_play(puzzle: Any) -> Board | None:
    """A puzzle's board and its formula; None where it cannot be played by marks, its rules may be more than those of
    its model, or it is too large for that.
    """
    from cpmodels.model import build
    from cpmodels.model._given import passed

    try:
        model = build(puzzle)
        if not model.marks or model.cp.has_objective() or puzzle.adds_rules:
            return None
        lines = {mark: given for mark, given in model.marks.items() if mark.is_edge}
        literals, formula = _formula(model, {**lines, **passed(model)} if lines else model.marks)
    except CpmodelsError:
        return None
    board = Board(puzzle, literals, formula)
    if literals.keys().isdisjoint(lines or model.marks):
        return None
    if not board.is_lines and len(board.values) * len(board.spots) > MOST_DRAWN:
        return None
    return board if board.is_on_diagram else None


def playing_page(title: str, data: dict[str, Any]) -> bytes:
    """The page of a puzzle, from `play_data`."""
    return web_page(
        title,
        "play.html",
        data,
        styles=("frames.css", "diagram.css", "editing.css", "play.css"),
        scripts=("past.js", "reasons.js", "solver.js", "play_board.js", "play_game.js", "play.js"),
        worker=("solver.js", "play_worker.js"),
    )


def _formula(model: Model[Any], marks: Mapping[Mark, Any]) -> tuple[dict[Mark, int], dict[str, Any]]:
    """The literal of each of the marks that is possible, and the formula with them."""
    from cpmodels.constraints._bulk import indexes_of
    from cpmodels.engines._export import Inequalities
    from cpmodels.engines._formula import TRUE
    from cpmodels.engines._translation import Translation

    formula = Inequalities(most=LARGEST_FORMULA)
    translation = Translation(model, formula)
    if any(sum(weights) > LARGEST_SUM for _, _, weights in formula.rows):
        raise TooLargeError(f"the puzzle has sums of more than {LARGEST_SUM:,}")
    formula.begin(None)
    literals: dict[Mark, int] = {}
    either: dict[tuple[int, ...], int] = {}
    for mark, given in marks.items():
        found = {formula.plain(literal) for literal in translation.literals(indexes_of(given))} - {-TRUE}
        one = tuple(sorted(found))
        if len(one) > 1 and one not in either:
            either[one] = formula.new()
            formula.clause([-either[one], *one])
            for literal in one:
                formula.clause([-literal, either[one]])
        if one:
            literals[mark] = either.get(one, one[0])
    form = formula.as_json()
    return literals, {**form, "names": list(map(model.puzzle.said, form["names"])), "key": len(model.key)}


@dataclass(frozen=True)
class Board:
    """What there is to see, and where it can be played.

    literals: of each mark its literal, beside lines also that a line passes a cell; marks of one cell with the same
        literal, as of pieces that look the same, are one mark on the page.
    formula: of the model.
    """

    puzzle: Any
    literals: dict[Mark, int]
    formula: dict[str, Any]

    def page_data(self, solutions: Sequence[Any] = ()) -> dict[str, Any]:
        """All that the page knows."""
        aim = next(aim for kind, aim in AIMS if issubclass(self.puzzle.solution_type, kind))
        told = self.base.caption
        told = told and f"{told[0].upper()}{told[1:]}{'' if told[-1] in '.!?' else '.'}"
        return {
            **self.data(),
            "solutions": [self.numbers_of(marks_of(solution)) for solution in solutions],
            "formula": self.formula,
            "rules": " ".join(filter(None, (rules_of(type(self.puzzle)) or aim, told))),
            "digest": digest_of(self.puzzle),
        }

    def partial_of(self, state: Sequence[int]) -> Partial:
        """What a player has marked: the numbers of values in cells, or of lines and crosses, -1 for nothing."""
        mark = {at: mark for mark, at in reversed(self.number_of.items())}
        if not self.is_lines:
            marked = [(spot, value) for spot, value in enumerate(state) if value >= 0]
            return Partial(mark.get(at) or Mark(self.spots[at[0]], self.values[at[1]]) for at in marked)
        on_board = [(mark[spot, 0], value) for spot, value in enumerate(state) if (spot, 0) in mark]
        return Partial(*([mark for mark, value in on_board if value == of] for of in (LINE, CROSS)))

    @cached_property
    def is_lines(self) -> bool:
        """Whether lines are drawn, in place of what is put into cells."""
        return any(mark.is_edge for mark in self.literals)

    @property
    def is_on_diagram(self) -> bool:
        """Whether all that is marked lies in cells of the diagram, or on lines between these or between corners."""
        try:
            cells = self.base.cells
        except NotImplementedError:  # A kind without a diagram.
            return False
        reach = (0, 1) if self.is_lines else (0,)
        places = {(row + down, col + right) for row, col in cells for down in reach for right in reach}
        return places.issuperset(cell for spot in self.spots for cell in spot)

    @cached_property
    def base(self) -> Diagram:
        """The board without any marks."""
        diagram: Diagram = self.puzzle.diagram()
        return diagram.laid({}) if diagram.tray.pieces else diagram

    @cached_property
    def drawing(self) -> Drawing:
        """Where the cells of the board lie."""
        return Drawing(self.base)

    @cached_property
    def shapes(self) -> list[Shape]:
        return self.drawing.shapes()

    @cached_property
    def number_of(self) -> dict[Mark, tuple[int, int]]:
        """The spot, a cell or an edge, and the value of each mark, by their numbers on the page."""
        spots = {cells: k for k, cells in enumerate(self.spots)}
        first: dict[tuple[tuple[Cell, ...], int], Mark] = {}
        literals = {mark: literal for mark, literal in self.literals.items() if mark.cells in spots}
        for mark, literal in literals.items():
            first.setdefault((mark.cells, literal), mark)
        values = {value: k for k, value in enumerate(_in_order(dict.fromkeys(mark.value for mark in first.values())))}
        return {m: (spots[m.cells], values[first[m.cells, literal].value]) for m, literal in literals.items()}

    @cached_property
    def spots(self) -> list[tuple[Cell, ...]]:
        """The cells; or the edges, and then the cells that can be shaded."""
        return (
            [*self.edges, *((cell,) for cell in self.shades)]
            if self.is_lines
            else sorted({mark.cells for mark in self.literals})
        )

    @cached_property
    def edges(self) -> list[tuple[Cell, ...]]:
        return sorted({mark.cells for mark in self.literals if mark.is_edge})

    @cached_property
    def shades(self) -> dict[Cell, Polygon]:
        """How the diagram shades cells that its line does not pass: a line of one edge, and of another."""
        cell_of, found = {self.drawing.outline(cell): cell for cell in self.base.cells}, dict[Cell, Polygon]()
        for edge in (self.edges[0], self.edges[-1]):
            diagram = self._drawn(edge)
            more = [shape for _, shape in self._more(diagram) if isinstance(shape, Polygon)]
            shaded = {cell_of[shape.points]: shape for shape in more if shape.role in UNDER}
            if shaded.keys() & edge or any(layer.corners for layer in diagram.layers if isinstance(layer, Line)):
                return {}
            found |= shaded
        return found

    @cached_property
    def values(self) -> list[Any]:
        """What is laid or written in cells, by its number on the page."""
        found = {number: mark.value for mark, (_, number) in reversed(self.number_of.items())}
        return [found[number] for number in sorted(found)]

    def numbers_of(self, marks: Iterable[Mark]) -> list[list[int]]:
        """The spots and values of marks."""
        return [list(self.number_of[mark]) for mark in marks if mark in self.number_of]

    def data(self) -> dict[str, Any]:
        """The board for the scripts."""
        size = self.drawing.cell
        found = self._lines() if self.is_lines else self._cells()
        ground = max((k for k, shape in enumerate(self.shapes, 1) if shape.role in GROUND), default=0)
        cuts = [0, ground, max(ground, found.pop("below")), len(self.shapes)]
        marks = dict.fromkeys((*at, self.literals[mark]) for mark, at in self.number_of.items())
        x, y = self.drawing.centre(some := next(iter(self.base.cells)))
        return {
            "view": view_of([self.shapes], 0.15 * size),
            "drawn": ["".join(shape.svg() for shape in self.shapes[a:b]) for a, b in pairwise(cuts)],
            "corner": self.base.corner,
            "rows": self.base.rows,
            "cols": self.base.cols,
            "size": size,
            "outline": [rounded((px - x, py - y)) for px, py in self.drawing.outline(some)],
            "isLines": self.is_lines,
            "marks": list(marks),
            **found,
        }

    def _more(self, diagram: Diagram) -> list[tuple[int, Shape]]:
        """The shapes that a diagram has and that of the puzzle has not, and how many of that are below each."""
        left, below, found = Counter(self.shapes), 0, []
        for shape in Drawing(diagram).shapes():
            if left[shape] or shape.role == "board":  # whose corners are sharper where cells are shaded
                left[shape] -= 1
                below += 1
            elif shape.role not in FRAME:
                found.append((below, shape))
        return found

    def _lines(self) -> dict[str, Any]:
        """The points between which lines can be drawn, and how these look."""
        nodes = sorted({end for spot in self.spots for end in spot})
        number = {node: k for k, node in enumerate(nodes)}
        style, below = dict[str, Any](width=0.17 * self.drawing.cell), len(self.shapes)
        diagram = self._drawn(self.edges[0])
        new = [layer for layer in diagram.layers if isinstance(layer, Line) and layer not in self.base.layers]
        corners = any(line.corners for line in new)
        for under, shape in self._more(diagram):
            if isinstance(shape, Polyline) and shape.role != "band":
                style |= {"halo" if shape.role == "halo" else "width": shape.width}
                style.setdefault("colour", shape.stroke if shape.role != "halo" else BLUE)
                below = min(below, under)
        labels = in_cells(self.base, Labels)
        twice = Counter(labels.values())
        has_names = issubclass(self.puzzle.solution_type, Paths)
        names = [text for text, times in twice.items() if times == 2] if has_names else []
        at = self.drawing.corner if corners else self.drawing.centre
        return {
            "below": below,
            "nodes": [[*node, *rounded(at(node))] for node in nodes],
            "ends": [names.index(labels[node]) if labels.get(node) in names else -1 for node in nodes],
            "colours": [hue(k) for k in range(len(names))],
            "edges": [[number[one], number[other]] for one, other in self.edges],
            "shades": [[number[cell], shape.role, shape.fill] for cell, shape in self.shades.items()],
            "isCorners": corners,
            "style": style,
        }

    def _drawn(self, edge: tuple[Cell, ...]) -> Diagram:
        """The diagram of a line that is one edge."""
        kind = self.puzzle.solution_type
        return self._with(lambda: kind([edge] if issubclass(kind, Paths) else edge)) or self.base.path(edge)

    def _cells(self) -> dict[str, Any]:
        """The cells that can be filled, those that are filled by the puzzle, and what values look like."""
        units = _units(self.formula)
        cells = [cell for (cell,) in self.spots]
        whole = {value: self._filled(value) for value in self.values}
        looks: dict[tuple[str, ...], int] = {}
        made: dict[Any, list[int]] = {}
        cut = len(self.shapes)
        base, lying = _lying(self.base.layers), [_lying(layers) for layers in whole.values()]
        counted = [Counter(map(frozenset, laid.values())) for laid in lying]
        usual = [max(times, key=times.__getitem__, default=frozenset()) for times in counted]
        fixed = {}
        for cell in cells:  # some kinds leave out what is given
            now = [laid.get(cell, set()) for laid in lying] if any(cell in laid for laid in lying) else usual
            fixed[cell] = next((k for k, what in enumerate(now) if what and what <= base.get(cell, set())), -1)
        has = {cell: frozenset(what for what in base.get(cell, ()) if what[0] != "Regions") for cell in cells}
        for cell in sorted(cells, key=lambda cell: len(has[cell])):  # first one that is empty
            if fixed[cell] < 0 and has[cell] not in made:
                found = [self._look(layers, cell, k) for k, layers in enumerate(whole.values())]
                made[has[cell]] = [looks.setdefault(look, len(looks)) for look, _ in found]
                cut = min(cut, *(below for _, below in found))
        ways = Counter(mark.cells for mark in self.literals)
        for cell in cells:  # what stays empty by itself, as walls do, or has no other value
            for k in range(len(whole)) if fixed[cell] < 0 and (has[cell] or ways[(cell,)] == 1) else ():
                is_empty = not any(list(looks)[made[has[cell]][k]])
                if is_empty and self.literals.get(Mark.at(cell, self.values[k])) in units:
                    fixed[cell] = k
        number = {what: k for k, what in enumerate(made)}
        divided = [layer for layers in whole.values() for layer in layers if isinstance(layer, Regions)]
        return {
            "below": cut,
            "cells": [[*cell, *rounded(self.drawing.centre(cell)), int(bool(has[cell]))] for cell in cells],
            "fixed": [fixed[cell] for cell in cells],
            "looks": list(looks),
            "looksOf": list(made.values()),
            "lookOf": [number.get(has[cell], 0) for cell in cells],
            "isRegions": bool(divided),
            "isColoured": any(layer.coloured for layer in divided),
            "values": [self._words(value, laid) for value, laid in zip(whole, lying, strict=True)],
        }

    def _filled(self, value: Any) -> list[Layer]:
        """What the diagram has more where this value is everywhere."""
        cells = [cell for (cell,) in self.spots]
        diagram: Diagram | None = None
        if self.base.tray.pieces:
            diagram = self.base.laid(dict.fromkeys(cells, value))
        elif issubclass(self.puzzle.solution_type, Grid):
            rows, cols = (max(cell[k] for cell in self.base.cells) + 1 for k in (0, 1))
            diagram = self._with(lambda: Grid([[value] * cols] * rows))
        diagram = diagram or self.base.numbers(dict.fromkeys(cells, value))
        new = [layer for layer in diagram.layers if layer not in self.base.layers and not isinstance(layer, Line)]
        # Regions of which there is nothing else to be seen have colours here, by which they are chosen.
        return [replace(one, coloured=True) if isinstance(one, Regions) and len(new) == 1 else one for one in new]

    def _with(self, solution: Callable[[], Any]) -> Diagram | None:
        """The diagram of a solution that need not be right; None where the kind does not draw it."""
        try:
            diagram: Diagram = self.puzzle.diagram(solution())
        except Exception:  # Whatever a kind raises for what is not a solution.
            return None
        return diagram

    def _look(self, layers: Sequence[Layer], cell: Cell, number: int) -> tuple[tuple[str, ...], int]:
        """The shapes of a value around the middle of its cell: on the ground, above that, and numbers above all else.

        Regions have the colours of their numbers, if they have none of their own.

        And how many of the board's shapes are below the second of these.
        """
        only = [one for layer in layers if (one := _only(layer, cell)) is not None]
        pale = mix(hue(number), SURFACE, 0.55)
        only = [
            replace(one, colours=((one.of[0][1], pale), *one.colours)) if isinstance(one, Regions) else one
            for one in only
        ]
        x, y = self.drawing.centre(cell)
        drawn, cut = ["", "", ""], len(self.shapes)
        for below, shape in self._more(replace(self.base, layers=(*self.base.layers, *only))):
            part = 0 if shape.role in UNDER else 2 if "number" in shape.role else 1
            drawn[part] += moved(shape, -x, -y).svg()
            cut = min(cut, below) if part == 1 else cut
        return tuple(drawn), cut

    def _words(self, value: Any, laid: dict[Cell, set[tuple[str, Any]]]) -> dict[str, Any]:
        """How a value is said of a cell, what it is called, what is typed for it, and to what it belongs: a piece,
        however it is turned.
        """
        if self.base.tray.pieces:
            index, turns = value if isinstance(value, tuple) else (value, 0)
            word = f"piece {index + 1}" + f", turned {turns}" * bool(turns)
            return {"says": f"{{}} has {word}", "word": word, "text": str(index + 1), "of": index}
        kinds = {name for what in laid.values() for name, _ in what}
        texts = {str(content) for what in laid.values() for name, content in what if name in ("Labels", "Symbols")}
        colours = {colour or "shaded" for what in laid.values() for name, colour in what if name == "Shading"}
        verb, word, text = "is", str(value) if kinds else "empty", str(value)
        if len(texts) == 1 and "Symbols" in kinds:
            verb, word = "has a", texts.pop()
        elif len(texts) == 1:
            word = text = texts.pop()
        elif "Regions" in kinds:
            verb, word = "is in", f"region {value}"
        elif len(colours) == 1:
            word = colours.pop()
        says = self._own_words(value) or f"{{}} {verb} {word}"
        return {"says": says, "word": word, "text": text, "of": self.values.index(value)}

    def _own_words(self, value: Any) -> str:
        """That a value is in a cell, as the kind says it of each, with one blank for the cell; else nothing."""
        own = {
            self.puzzle.said(words).replace(place(mark.cells[0]), "{}")
            for mark in self.literals
            if mark.value == value and not mark.is_edge and (words := self.puzzle.mark_in_words(mark, holds=True))
        }
        blanks = [words for words in own if words.count("{}") == 1]
        return blanks[0] if len(blanks) == 1 else ""


def _units(formula: dict[str, Any]) -> frozenset[int]:
    """The literals of clauses, each ended by a zero, and rows that have one literal; no row asks for nothing."""
    clauses = formula["clauses"]
    ends = [-1, *(k for k, literal in enumerate(clauses) if not literal)]
    rows = [literals[0] for _, literals, *_ in formula["rows"] if len(literals) == 1]
    return frozenset([*rows, *(clauses[end - 1] for start, end in pairwise(ends) if end - start == 2)])


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Numbers, or tuples of them, by size, anything else as it comes."""
    found = list(values)
    try:
        return sorted(found) if all(isinstance(value, (int, tuple)) for value in found) else found
    except TypeError:  # Numbers and tuples together, or tuples of anything else.
        return found


def _only(layer: Any, cell: Cell) -> Any:
    """A layer as far as it is about one cell; None where it is not about it."""
    name, things = listed_in(layer)
    kept = tuple(thing for thing in things if placed(thing)[0] == cell)
    return replace(layer, **{name: kept}) if kept else None


def _lying(layers: Iterable[Layer]) -> dict[Cell, set[tuple[str, Any]]]:
    """What is in each cell: the name of the layer, and what it has there, or its colour."""
    found: dict[Cell, set[tuple[str, Any]]] = {}
    for layer in layers:
        for cell, what in map(placed, listed_in(layer)[1]):
            found.setdefault(cell, set()).add((type(layer).__name__, getattr(layer, "colour", what)))
    return found
