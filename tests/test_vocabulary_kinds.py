"""Kinds of puzzles in a few lines of the vocabulary, against all boards there are, and LinkedIn's published ones."""

import json
import os
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from random import Random

import pytest
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels import constraints
from cpmodels.graph import grid, lines, rooms, segments

DATA = Path(os.environ.get("CPMODELS_DATA", "/nowhere")) / "linkedin"


def sudoku(cp, given, boxes):
    size = len(given)
    known = {(r, c): given[r][c] for r, c in grid(size, size).nodes if given[r][c]}
    held = constraints.numbers(cp, grid(size, size).nodes, range(1, size + 1), known)
    constraints.all_different(cp, held, lines(size, size) | rooms(boxes, "box"))
    return held


def stars(cp, labels, each=1):
    """Star Battle; with one star each, Queens."""
    size = len(labels)
    held = constraints.numbers(cp, grid(size, size).nodes, [0, 1])
    star = held.where(1)
    for name, cells in (lines(size, size) | rooms(labels)).items():
        cp.add(sum(star[cell] for cell in cells) == each).with_name(f"{name} has {each} stars")
    constraints.not_adjacent(cp, grid(size, size, king=True), star, what="stars")
    return held


def tango(cp, size, given, signs):
    held = constraints.numbers(cp, grid(size, size).nodes, [0, 1], given)
    for value, what in enumerate(("moons", "suns")):
        constraints.at_most_in_a_row(cp, lines(size, size), held.where(value), 2, what=what)
    for name, cells in lines(size, size).items():
        cp.add(sum(held.where(1)[cell] for cell in cells) == size // 2).with_name(f"{name} has as many suns as moons")
    for one, other, sign in signs:
        total = held.value(one) + held.value(other)
        cp.add(total != 1 if sign == "=" else total == 1).with_name(f"{one} {sign} {other}")
    return held


def nurikabe(cp, rows, cols, clues):
    board = grid(rows, cols)
    sea = constraints.numbers(cp, board.nodes, [0, 1])
    constraints.regions(cp, board, sea.where(0), clues)
    constraints.connected(cp, board, sea.where(1), name="the sea is connected")
    for r, c in grid(rows - 1, cols - 1).nodes:
        block = [sea.at[(r + a, c + b), 0] for a, b in product((0, 1), repeat=2)]
        cp.add_bool_or(block).with_name(f"the 2 x 2 cells from {(r, c)} are not all sea")
    return sea


def heyawake(cp, labels, clues):
    rows, cols = len(labels), len(labels[0])
    board = grid(rows, cols)
    shade = constraints.numbers(cp, board.nodes, [0, 1])
    constraints.not_adjacent(cp, board, shade.where(1), what="shaded")
    constraints.connected(cp, board, shade.where(0), name="the unshaded cells are connected")
    for room, cells in rooms(labels).items():
        if clues.get(labels[cells[0][0]][cells[0][1]]) is not None:
            count = clues[labels[cells[0][0]][cells[0][1]]]
            cp.add(sum(shade.where(1)[cell] for cell in cells) == count).with_name(f"{room} has {count} shaded cells")
    for line in lines(rows, cols).values():
        borders = [i for i, (a, b) in enumerate(pairwise(line)) if labels[a[0]][a[1]] != labels[b[0]][b[1]]]
        for start, end in pairwise(borders):
            window = line[start : end + 2]
            cp.add_bool_or(shade.at[cell, 1] for cell in window).with_name(
                f"a line from {window[0]} through three rooms has a shaded cell"
            )
    return shade


def hitori(cp, numbers):
    rows, cols = len(numbers), len(numbers[0])
    board = grid(rows, cols)
    shade = constraints.numbers(cp, board.nodes, [0, 1])
    constraints.not_adjacent(cp, board, shade.where(1), what="shaded")
    constraints.connected(cp, board, shade.where(0), name="the unshaded cells are connected")
    for name, line in lines(rows, cols).items():
        for number in {numbers[r][c] for r, c in line}:
            same = [shade.at[(r, c), 0] for r, c in line if numbers[r][c] == number]
            cp.add_at_most_one(same).with_name(f"{name} has at most one {number} that is not shaded")
    return shade


def akari(cp, rows, cols, walls):
    lamps = constraints.numbers(
        cp, grid(rows, cols).nodes, {c: [0] if c in walls else [0, 1] for c in grid(rows, cols).nodes}
    )
    lamp, seen = lamps.where(1), {cell: {} for cell in grid(rows, cols).nodes}
    for stretch in segments(rows, cols, walls):
        cp.add_at_most_one(lamp[cell] for cell in stretch).with_name(f"one lamp between {stretch[0]} and {stretch[-1]}")
        for cell in stretch:
            seen[cell].update(dict.fromkeys(stretch))
    for cell in lamp:
        cp.add_bool_or(lamp[other] for other in seen[cell]).with_name(f"{cell} is lit")
    for wall, clue in walls.items():
        if clue is not None:
            near = [lamp[cell] for cell in grid(rows, cols).neighbours[wall] if cell in lamp]
            cp.add(sum(near) == clue).with_name(f"{clue} lamps are beside {wall}")
    return lamps


def shikaku(cp, rows, cols, clues):
    """Clues by cell: the heights and widths of its rectangle."""
    choices = {
        region: constraints.rectangles(rows, cols, cell, sizes, avoid=clues)
        for region, (cell, sizes) in enumerate(clues.items(), 1)
    }
    return constraints.shapes(cp, grid(rows, cols).nodes, choices)


def skyscrapers(cp, size, clues):
    """Clues by the line, as seen: the name of a row or column, and whether from its end."""
    held = constraints.numbers(cp, grid(size, size).nodes, range(1, size + 1))
    constraints.all_different(cp, held, lines(size, size))
    for (name, from_end), count in clues.items():
        constraints.visible(cp, held, lines(size, size)[name][:: -1 if from_end else 1], count)
    return held


def yajilin(cp, rows, cols, clues):
    """Clues by cell: how many of some cells, those in the direction of its arrow, are shaded."""
    board = grid(rows, cols)
    loop = constraints.single_loop(cp, board)
    shaded = {cell: ~loop.visited[cell] for cell in board.nodes if cell not in clues}
    constraints.not_adjacent(cp, board, shaded, what="shaded")
    for cell, (count, cells) in clues.items():
        cp.add_bool_and(~loop.visited[cell]).with_name(f"the loop does not pass the clue at {cell}")
        cp.add(sum(shaded[other] for other in cells if other in shaded) == count).with_name(f"{cell} sees {count}")
    return loop


def kakuro(cp, cells, sums):
    held = constraints.numbers(cp, cells, range(1, 10))
    constraints.all_different(cp, held, {f"the run from {run[0]}": run for run in sums})
    for run, total in sums.items():
        cp.add(sum(held.value(cell) for cell in run) == total).with_name(f"the run from {run[0]} adds up to {total}")
    return held


def fillomino(cp, rows, cols, given):
    held = constraints.numbers(cp, grid(rows, cols).nodes, range(1, rows * cols + 1), given)
    constraints.sized_regions(cp, grid(rows, cols), held)
    return held


# --- the same by trying everything


def answers(make, *given):
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=make(cp, *given))
    found = list(cm.solutions(model))
    assert len(found) == len(set(found))
    return {getattr(solution, "rows", solution) for solution in found}


def boards(rows, cols, values):
    for cells in product(values, repeat=rows * cols):
        yield tuple(cells[r * cols : (r + 1) * cols] for r in range(rows))


def one_part(cells):
    """Whether cells are connected."""
    left = set(cells)
    edge = [left.pop()] if left else []
    while edge:
        r, c = edge.pop()
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
        left -= near
        edge += near
    return not left


def cells_of(board, value):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == value]


def apart(cells, king=False):
    return not any(
        max(abs(a - c), abs(b - d)) == 1 and (king or abs(a - c) + abs(b - d) == 1)
        for (a, b), (c, d) in combinations(cells, 2)
    )


@cache
def latin_squares(size):
    squares = product(permutations(range(1, size + 1)), repeat=size)
    return [square for square in squares if all(len(set(column)) == size for column in zip(*square, strict=True))]


def random_rooms(random, rows, cols, count):
    """Labels of connected rooms, grown from random cells."""
    cells = list(product(range(rows), range(cols)))
    label = dict(zip(random.sample(cells, count), range(count), strict=True))
    while len(label) < len(cells):
        r, c = random.choice(list(label))
        near = [at for at in [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)] if at in cells and at not in label]
        if near:
            label[random.choice(near)] = label[r, c]
    return [[label[r, c] for c in range(cols)] for r in range(rows)]


@pytest.fixture(params=range(6))
def random(request):
    return Random(request.param)


def test_sudoku(random):
    boxes, full = ["aabb", "aabb", "ccdd", "ccdd"], random.choice(latin_squares(4))
    given = [[value if random.random() < 0.2 else None for value in row] for row in full]
    expected = {
        square
        for square in latin_squares(4)
        if all(value in (None, square[r][c]) for r, row in enumerate(given) for c, value in enumerate(row))
        and all(len({square[r + a][c + b] for a in (0, 1) for b in (0, 1)}) == 4 for r in (0, 2) for c in (0, 2))
    }
    assert answers(sudoku, given, boxes) == expected


@pytest.mark.parametrize(("size", "each", "count"), [(4, 1, 4), (5, 1, 5), (5, 2, 2), (5, 1, 3)])
def test_stars(random, size, each, count):
    labels = random_rooms(random, size, size, count)
    expected = set()
    for rows in product([row for row in product((0, 1), repeat=size) if sum(row) == each], repeat=size):
        placed = cells_of(rows, 1)
        if apart(placed, king=True) and all(
            len(placed_here) == each
            for placed_here in [
                *([cell for cell in placed if cell[1] == c] for c in range(size)),
                *([(r, c) for r, c in placed if labels[r][c] == label] for label in range(count)),
            ]
        ):
            expected.add(rows)
    assert answers(stars, labels, each) == expected


@cache
def tango_boards():
    def right(line):
        return sum(line) == 2 and not any(a == b == c for a, b, c in zip(line, line[1:], line[2:], strict=False))

    return [board for board in boards(4, 4, (0, 1)) if all(map(right, [*board, *zip(*board, strict=True)]))]


def test_tango(random):
    signs = [(*random.choice(grid(4, 4).edges), random.choice("=x")) for _ in range(3)]
    given = {random.choice(grid(4, 4).nodes): random.choice((0, 1)) for _ in range(2)}
    expected = {
        board
        for board in tango_boards()
        if all((board[a][b] == board[c][d]) == (sign == "=") for (a, b), (c, d), sign in signs)
        and all(board[r][c] == value for (r, c), value in given.items())
    }
    assert answers(tango, 4, given, signs) == expected


def parts(cells):
    left, found = set(cells), []
    while left:
        part, edge = set(), [min(left)]
        while edge:
            r, c = edge.pop()
            if (r, c) in left:
                left.discard((r, c))
                part.add((r, c))
                edge += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        found.append(part)
    return found


def test_nurikabe(random):
    clues = {cell: random.choice([1, 2, 3, None]) for cell in random.sample(grid(3, 4).nodes, 2)}
    expected = set()
    for board in boards(3, 4, (0, 1)):
        islands = [(part, [clue for clue in clues if clue in part]) for part in parts(cells_of(board, 0))]
        if (
            one_part(cells_of(board, 1))
            and not any(
                board[r][c] & board[r + 1][c] & board[r][c + 1] & board[r + 1][c + 1] for r, c in grid(2, 3).nodes
            )
            and all(board[r][c] == 0 for r, c in clues)
            and all(len(inside) == 1 and clues[inside[0]] in (None, len(part)) for part, inside in islands)
        ):
            expected.add(board)
    assert answers(nurikabe, 3, 4, clues) == expected


def test_heyawake(random):
    labels = random_rooms(random, 3, 4, 5)
    clues = {label: random.choice([None, None, 1, 2]) for label in range(5)}
    expected = set()
    for board in boards(3, 4, (0, 1)):
        runs = [
            {labels[r][c] for r, c in line[a:b]}
            for line in lines(3, 4).values()
            for a, b in combinations(range(len(line) + 1), 2)
            if not any(board[r][c] for r, c in line[a:b])
            and sum(labels[p][q] != labels[r][c] for (p, q), (r, c) in pairwise(line[a:b])) > 1
        ]
        shaded = cells_of(board, 1)
        if (
            apart(shaded)
            and not runs
            and one_part(cells_of(board, 0))
            and all(count in (None, sum(labels[r][c] == label for r, c in shaded)) for label, count in clues.items())
        ):
            expected.add(board)
    assert answers(heyawake, labels, clues) == expected


def test_hitori(random):
    numbers = [[random.randint(1, 4) for _ in range(4)] for _ in range(3)]
    expected = set()
    for board in boards(3, 4, (0, 1)):
        left = [[numbers[r][c] for r, c in line if not board[r][c]] for line in lines(3, 4).values()]
        if (
            apart(cells_of(board, 1))
            and one_part(cells_of(board, 0))
            and all(len(set(line)) == len(line) for line in left)
        ):
            expected.add(board)
    assert answers(hitori, numbers) == expected


def test_akari(random):
    walls = {cell: random.choice([None, None, 0, 1, 2]) for cell in random.sample(grid(3, 4).nodes, 3)}

    def sees(one, other):
        (a, b), (c, d) = sorted((one, other))
        between = product(range(a, c + 1), range(min(b, d), max(b, d) + 1))
        return (a == c or b == d) and not any(cell in walls for cell in between)

    expected = set()
    for board in boards(3, 4, (0, 1)):
        lamps = cells_of(board, 1)
        if (
            not any(lamp in walls for lamp in lamps)
            and not any(sees(*pair) for pair in combinations(lamps, 2))
            and all(any(sees(cell, lamp) for lamp in lamps) for cell in grid(3, 4).nodes if cell not in walls)
            and all(
                clue in (None, sum(lamp in grid(3, 4).neighbours[wall] for lamp in lamps))
                for wall, clue in walls.items()
            )
        ):
            expected.add(board)
    assert answers(akari, 3, 4, walls) == expected


def test_shikaku(random):
    cells = random.sample(grid(3, 4).nodes, 4)
    areas = {cell: random.choice([2, 3, 4, None]) for cell in cells}
    clues = {
        cell: None if area is None else [(h, area // h) for h in range(1, area + 1) if area % h == 0]
        for cell, area in areas.items()
    }
    expected = set()
    for board in rectangle_boards(3, 4, cells):
        if all(area in (None, len(cells_of(board, i))) for i, area in enumerate(areas.values(), 1)):
            expected.add(board)
    assert answers(shikaku, 3, 4, clues) == expected


def rectangle_boards(rows, cols, cells):
    """All boards of one rectangle round each cell."""

    def fill(board):
        free = next((cell for cell in product(range(rows), range(cols)) if cell not in board), None)
        if free is None:
            yield tuple(tuple(board[r, c] for c in range(cols)) for r in range(rows))
            return
        for bottom, right in product(range(free[0], rows), range(free[1], cols)):
            new = list(product(range(free[0], bottom + 1), range(free[1], right + 1)))
            inside = [i for i, cell in enumerate(cells, 1) if cell in new]
            if len(inside) == 1 and not any(cell in board for cell in new):
                yield from fill({**board, **dict.fromkeys(new, inside[0])})

    return fill({})


def test_skyscrapers(random):
    def seen(line):
        return sum(all(other < height for other in line[:i]) for i, height in enumerate(line))

    square = random.choice(latin_squares(4))
    every = {(name, end): cells[:: -1 if end else 1] for name, cells in lines(4, 4).items() for end in (False, True)}
    clues = {about: seen([square[r][c] for r, c in every[about]]) for about in random.sample(sorted(every), 5)}
    expected = {
        board
        for board in latin_squares(4)
        if all(seen([board[r][c] for r, c in every[about]]) == count for about, count in clues.items())
    }
    assert answers(skyscrapers, 4, clues) == expected


@cache
def loops(rows, cols):
    """All loops of a board, by trying all sets of cells that have as many neighbours among them as needed."""
    found = []

    def walk(path):
        r, c = path[-1]
        for near in [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]:
            if near == path[0] and len(path) > 2 and path[1] < path[-1]:
                found.append(cm.Loop(path))
            elif 0 <= near[0] < rows and 0 <= near[1] < cols and near > path[0] and near not in path:
                walk([*path, near])

    for start in product(range(rows), range(cols)):
        walk([start])
    return found


def test_yajilin(random):
    clues = {}
    for r, c in random.sample(grid(3, 4).nodes, 2):
        arrow = random.choice([[(i, c) for i in range(r)], [(r, j) for j in range(c + 1, 4)]])
        clues[r, c] = (random.randint(0, 1), arrow)
    expected = set()
    for loop in loops(3, 4):
        shaded = [cell for cell in grid(3, 4).nodes if cell not in loop.cells and cell not in clues]
        if (
            apart(shaded)
            and not any(clue in loop.cells for clue in clues)
            and all(sum(cell in shaded for cell in cells) == count for count, cells in clues.values())
        ):
            expected.add(loop)
    assert answers(yajilin, 3, 4, clues) == expected


def test_kakuro(random):
    cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    runs = [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1))]
    sums = {run: random.randint(4, 12) for run in runs}
    expected = set()
    for a, b, c, d in product(range(1, 10), repeat=4):
        at = dict(zip(cells, (a, b, c, d), strict=True))
        if all(at[one] != at[other] and at[one] + at[other] == total for (one, other), total in sums.items()):
            expected.add(((a, b), (c, d)))
    assert answers(kakuro, cells, sums) == expected


def test_fillomino(random):
    given = {cell: random.randint(1, 4) for cell in random.sample(grid(2, 3).nodes, 2)}
    expected = set()
    for board in boards(2, 3, range(1, 7)):
        found = [part for value in set(sum(board, ())) for part in parts(cells_of(board, value))]
        if all(board[r][c] == value for (r, c), value in given.items()) and all(
            len(part) == board[min(part)[0]][min(part)[1]] for part in found
        ):
            expected.add(board)
    assert answers(fillomino, 2, 3, given) == expected


# --- published ones


def published(kind):
    path = DATA / f"{kind}.json"
    if not path.exists():
        pytest.skip("the puzzles of LinkedIn are not here: set CPMODELS_DATA")
    found = json.loads(path.read_text())
    return found if isinstance(found, list) else list(found.values())


def queens_of(cp, puzzle):
    return stars(cp, puzzle["regions"])


def tango_of(cp, puzzle):
    given = {(r, c): int(symbol == "S") for r, c, symbol in puzzle["symbols"]}
    return tango(cp, puzzle["rows"], given, [(tuple(one), tuple(other), sign) for one, other, sign in puzzle["signs"]])


def sudoku_of(cp, puzzle):
    return sudoku(cp, puzzle["cells"], [[3 * (r // 2) + c // 3 for c in range(6)] for r in range(6)])


def patches_of(cp, puzzle):
    form = {"square": lambda h, w: h == w, "V_rect": lambda h, w: h > w, "H_rect": lambda h, w: h < w}
    rows, cols = puzzle["rows"], puzzle["cols"]
    clues = {}
    for clue in puzzle["clues"]:
        sizes = [
            size
            for size in product(range(1, rows + 1), range(1, cols + 1))
            if form.get(clue["shape"], lambda *_: True)(*size) and clue["cells"] in (None, size[0] * size[1])
        ]
        clues[clue["row"], clue["col"]] = sizes
    return shikaku(cp, rows, cols, clues)


@pytest.mark.parametrize(
    ("kind", "make"),
    [("queens", queens_of), ("tango", tango_of), ("minisudoku", sudoku_of), ("patches", patches_of)],
)
def test_published_puzzles_have_one_solution(kind, make):
    for puzzle in published(kind):
        assert len(answers(make, puzzle)) == 1, puzzle["date"]
