"""Kinds whose solutions are grids: random small puzzles, and every grid that keeps rules a child could read."""

from functools import cache
from itertools import pairwise, product

from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.puzzles.akari import Akari
from cpmodels.puzzles.fillomino import Fillomino
from cpmodels.puzzles.futoshiki import Futoshiki
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.hitori import Hitori
from cpmodels.puzzles.kakuro import Kakuro, Sums
from cpmodels.puzzles.lits import Lits
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.patches import Patch, Patches
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.shikaku import Shikaku
from cpmodels.puzzles.skyscrapers import Skyscrapers
from cpmodels.puzzles.star_battle import StarBattle
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.tango import Tango


def beside(cell):
    """The places that touch a cell, on the board or not."""
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def lines(grid):
    """The rows and columns."""
    return [*map(list, grid), *map(list, zip(*grid, strict=True))]


def groups(names, grid):
    """The values in the cells of each name."""
    found = {}
    for (r, c), name in cells(names):
        found.setdefault(name, []).append(grid[r][c])
    return found


def cells(grid):
    return [((r, c), value) for r, row in enumerate(grid) for c, value in enumerate(row)]


def numbered(puzzle):
    """The cells that have a number, with it."""
    return {cell: number for cell, number in cells(puzzle.given) if number is not None}


def kept(given_numbers, grid):
    return all(n is None or grid[r][c] == n for (r, c), n in cells(given_numbers))


def boards(rows, cols, values):
    return st.lists(st.lists(st.sampled_from(values), min_size=cols, max_size=cols), min_size=rows, max_size=rows)


def some_cells(rows, cols, most):
    """One cell of a board, or up to this many."""
    return st.lists(st.sampled_from(list(product(range(rows), range(cols)))), min_size=1, max_size=most, unique=True)


@st.composite
def regions(draw, rows, cols, count):
    """Rows of regions, as many as there are to be; they need not be connected."""
    rest = rows * cols - count
    more = draw(st.lists(st.integers(0, count - 1), min_size=rest, max_size=rest))
    names = draw(st.permutations([*range(count), *more]))
    return [names[r * cols : (r + 1) * cols] for r in range(rows)]


@st.composite
def regions_for_stars(draw, size):
    """As many regions as rows: of 4 x 4 cells often so that there is a solution; of 2 x 2 and 3 x 3 there is none."""
    rows = draw(regions(size, size, size))
    if size == 4 and draw(st.booleans()):
        for i, (r, c) in enumerate([(0, 1), (1, 3), (2, 0), (3, 2)]):
            rows[r][c] = i
    return rows


# Each kind: random small puzzles, the values of a cell, and the rules.


@st.composite
def queens(draw):
    return Queens(draw(regions_for_stars(draw(st.sampled_from([1, 3, 4])))))


def star_rules(puzzle, grid, stars=1):
    """As many stars, or queens, in each row, column and region; none touches another."""
    placed = [cell for cell, value in cells(grid) if value]
    apart = all(max(abs(a - c), abs(b - d)) > 1 for a, b in placed for c, d in placed if (a, b) != (c, d))
    return apart and all(sum(each) == stars for each in [*lines(grid), *groups(puzzle.regions, grid).values()])


@st.composite
def tangos(draw):
    rows, cols = draw(st.sampled_from([(2, 2), (2, 4), (4, 2), (4, 4)]))
    pairs = cm.graph.grid(rows, cols).edges
    signs = draw(st.dictionaries(st.sampled_from(pairs), st.booleans(), max_size=3))
    symbols = [None] * 4 + [0, 1]
    equal = [pair for pair in signs if signs[pair]]
    return Tango(draw(boards(rows, cols, symbols)), equal, [pair for pair in signs if not signs[pair]])


def tango_rules(puzzle, grid):
    for line in lines(grid):
        if line.count(0) != line.count(1) or "000" in "".join(map(str, line)) or "111" in "".join(map(str, line)):
            return False
    value = dict(cells(grid))
    alike = all(value[a] == value[b] for a, b in puzzle.equal)
    different = all(value[a] != value[b] for a, b in puzzle.different)
    return alike and different and kept(puzzle.given, grid)


@st.composite
def sudokus(draw):
    size = draw(st.sampled_from([1, 2, 3]))
    boxes = draw(st.permutations([i % size for i in range(size * size)]))
    shaped = [boxes[size * r : size * r + size] for r in range(size)]
    return Sudoku(draw(boards(size, size, [None] * 8 + list(range(1, size + 1)))), draw(st.sampled_from([(), shaped])))


def sudoku_rules(puzzle, grid):
    numbers = list(range(1, len(grid) + 1))
    each = [*lines(grid), *groups(puzzle.boxes, grid).values()]
    return kept(puzzle.given, grid) and all(sorted(one) == numbers for one in each)


@st.composite
def patches(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (2, 2), (2, 3), (3, 3), (2, 4)]))
    places, areas = draw(some_cells(rows, cols, 3)), st.sampled_from([None, None, 1, 2, 3, 4])
    shapes = st.sampled_from([None, None, "square", "tall", "wide"])
    return Patches(rows, cols, [Patch(*place, draw(areas), draw(shapes)) for place in places])


def patches_rules(clues, grid):
    for i, (row, col, area, shape) in enumerate(clues, 1):
        own = [cell for cell, value in cells(grid) if value == i]
        if (row, col) not in own:
            return False
        high = len({r for r, _ in own})
        wide = len({c for _, c in own})
        whole = {(r, c) for r in range(min(own)[0], min(own)[0] + high) for c in range(min(own)[1], min(own)[1] + wide)}
        if set(own) != whole or (area is not None and area != len(own)):
            return False
        if shape not in (None, "square" if high == wide else "tall" if high > wide else "wide"):
            return False
    return True


@st.composite
def shikakus(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (2, 2), (2, 3), (3, 3), (2, 4)]))
    numbers = {place: draw(st.sampled_from([0, 0, 0, 1, 2, 3, 4, 6])) for place in draw(some_cells(rows, cols, 3))}
    return Shikaku([[numbers.get((r, c)) for c in range(cols)] for r in range(rows)])


def shikaku_rules(puzzle, grid):
    return patches_rules([(*cell, area or None, None) for cell, area in numbered(puzzle).items()], grid)


@st.composite
def star_battles(draw):
    size = draw(st.sampled_from([1, 2, 3, 4]))
    return StarBattle(draw(regions_for_stars(size)), stars=draw(st.sampled_from([1, 1, 2])))


@st.composite
def akaris(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 3), (3, 4)]))
    walls = draw(st.lists(st.sampled_from(list(product(range(rows), range(cols)))), max_size=3))
    return Akari(draw(boards(rows, cols, [None] * 8 + [0, 1, 2])), walls)


def akari_rules(puzzle, grid):
    def seen(cell):
        found = []
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = cell[0] + down, cell[1] + right
            while 0 <= r < puzzle.rows and 0 <= c < puzzle.cols and (r, c) not in puzzle.walls:
                found.append((r, c))
                r, c = r + down, c + right
        return found

    bulb = {cell for cell, value in cells(grid) if value}
    for cell, _ in cells(grid):
        if cell in puzzle.walls:
            if cell in bulb or puzzle.given[cell[0]][cell[1]] not in (None, len(bulb.intersection(beside(cell)))):
                return False
        elif (cell in bulb) == bool(bulb.intersection(seen(cell))):
            return False
    return True


def is_connected(chosen):
    """Whether one of these cells leads to all others."""
    return len(parts(chosen)) <= 1


def shaded_and_white(grid):
    return [{cell for cell, value in cells(grid) if value == shade} for shade in (1, 0)]


def lonely_shades_and_connected_whites(grid):
    shaded, white = shaded_and_white(grid)
    return is_connected(white) and not any(shaded.intersection(beside(cell)) for cell in shaded)


def hitoris():
    sizes = st.sampled_from([(1, 1), (2, 2), (2, 3), (3, 3), (3, 4)])
    return sizes.flatmap(lambda size: boards(*size, [1, 1, 2, 3, 4])).map(Hitori)


def hitori_rules(puzzle, grid):
    left = [[n if not grid[r][c] else -1 - r - 9 * c for c, n in enumerate(row)] for r, row in enumerate(puzzle.given)]
    return lonely_shades_and_connected_whites(grid) and all(len(set(line)) == len(line) for line in lines(left))


@st.composite
def heyawakes(draw):
    rows, cols = draw(st.sampled_from([(1, 5), (2, 3), (3, 3), (3, 4)]))
    count = draw(st.integers(1, 4))
    rooms = draw(regions(rows, cols, count))
    return Heyawake(rooms, draw(st.lists(st.sampled_from([None, None, 0, 1, 2]), min_size=count, max_size=count)))


def heyawake_rules(puzzle, grid):
    counts = [sum(each) for each in groups(puzzle.regions, grid).values()]
    if not all(n in (None, count) for n, count in zip(puzzle.given, counts, strict=True)):
        return False
    for names, line in zip(lines(puzzle.regions), lines(grid), strict=True):
        for start in range(len(line)):
            for end in range(start, len(line)):
                borders = sum(one != other for one, other in pairwise(names[start : end + 1]))
                if not any(line[start : end + 1]) and borders > 1:
                    return False
    return lonely_shades_and_connected_whites(grid)


def nurikabes():
    sizes = st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 3), (3, 4)])
    return sizes.flatmap(lambda size: boards(*size, [None] * 12 + [0, 1, 2, 3])).map(Nurikabe)


def has_square(shaded):
    return any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= shaded for r, c in shaded)


def nurikabe_rules(puzzle, grid):
    numbers, (sea, land) = numbered(puzzle), shaded_and_white(grid)
    if not is_connected(sea) or has_square(sea) or sea & numbers.keys():
        return False
    for island in parts(land):
        named = [numbers[cell] for cell in island if cell in numbers]
        if len(named) != 1 or named[0] not in (0, len(island)):
            return False
    return True


@st.composite
def futoshikis(draw):
    size = draw(st.sampled_from([1, 2, 3, 3]))
    edges = cm.graph.grid(size, size).edges
    pairs = draw(st.lists(st.sampled_from(edges), max_size=3, unique=True)) if edges else []
    less = [pair if draw(st.booleans()) else pair[::-1] for pair in pairs]
    return Futoshiki(draw(boards(size, size, [None] * 8 + list(range(1, size + 1)))), less)


def futoshiki_rules(puzzle, grid):
    value = dict(cells(grid))
    signs = all(value[a] < value[b] for a, b in puzzle.less)
    return signs and kept(puzzle.given, grid) and all(len(set(line)) == len(line) for line in lines(grid))


@st.composite
def skyscrapers(draw):
    size = draw(st.sampled_from([1, 2, 3, 3]))
    clues = st.lists(st.sampled_from([None, None, 1, 2, 3]), min_size=size, max_size=size)
    return Skyscrapers(
        *(draw(clues) for _ in range(4)), draw(boards(size, size, [None] * 8 + list(range(1, size + 1))))
    )


def skyscrapers_rules(puzzle, grid):
    def seen(line):
        return sum(all(before < height for before in line[:i]) for i, height in enumerate(line))

    across, down = [list(row) for row in grid], [list(column) for column in zip(*grid, strict=True)]
    sides = [
        (puzzle.left, across),
        (puzzle.right, [row[::-1] for row in across]),
        (puzzle.top, down),
        (puzzle.bottom, [column[::-1] for column in down]),
    ]
    right = all(clue in (None, seen(line)) for clues, of in sides for clue, line in zip(clues, of, strict=True))
    return right and kept(puzzle.given, grid) and all(len(set(line)) == len(line) for line in lines(grid))


def parts(chosen):
    """The connected parts of some cells."""
    left, found = set(chosen), []
    while left:
        part, ahead = set(), [min(left)]
        while ahead:
            cell = ahead.pop()
            if cell in left and cell not in part:
                part.add(cell)
                ahead += beside(cell)
        left -= part
        found.append(part)
    return found


def fillominos():
    sizes = st.sampled_from([(1, 1), (1, 4), (2, 2), (1, 5), (2, 3)])
    return sizes.flatmap(lambda size: boards(*size, [None] * 12 + list(range(1, size[0] * size[1] + 1)))).map(Fillomino)


def fillomino_rules(puzzle, grid):
    same = {number: [cell for cell, value in cells(grid) if value == number] for row in grid for number in row}
    sized = all(len(part) == number for number, chosen in same.items() for part in parts(chosen))
    return sized and kept(puzzle.given, grid)


@st.composite
def kakuros(draw):
    rows, cols = draw(st.sampled_from([(2, 4), (3, 3), (1, 3), (3, 2)]))
    light = draw(some_cells(rows, cols, 4))
    sums = st.sampled_from([0, 0, 3, 4, 10, 17])
    dark = [cell for cell in product(range(rows), range(cols)) if cell not in light]
    return Kakuro(
        rows, cols,
        [Sums(r, c, draw(sums) * ((r + 1, c) in light), draw(sums) * ((r, c + 1) in light)) for r, c in dark],
    )  # fmt: skip


def kakuro_cells(puzzle):
    dark = {each[:2] for each in puzzle.dark}
    return [[[0] if (r, c) in dark else range(1, 10) for c in range(puzzle.cols)] for r in range(puzzle.rows)]


def kakuro_rules(puzzle, grid):
    sums = {each[:2]: each[2:] for each in puzzle.dark}
    for across, line in ((True, grid), (False, list(zip(*grid, strict=True)))):
        for i, numbers in enumerate(line):
            for start in range(len(numbers)):
                run = []
                while start + len(run) < len(numbers) and numbers[start + len(run)]:
                    run.append(numbers[start + len(run)])
                if run and (start == 0 or not numbers[start - 1]):
                    before = (i, start - 1) if across else (start - 1, i)
                    wanted = sums.get(before, (0, 0))[across]
                    if len(set(run)) < len(run) or wanted not in (0, sum(run)):
                        return False
    return True


@st.composite
def litses(draw):
    rows, cols = draw(st.sampled_from([(1, 5), (2, 4), (2, 5), (3, 4)]))
    return Lits(draw(regions(rows, cols, draw(st.integers(1, 2)))))


TETROMINOES = {"L": "10 10 11", "I": "1 1 1 1", "T": "111 010", "S": "110 011"}


@cache
def letter(chosen):
    """The letter that cells look like when they are turned and mirrored in all ways."""
    for name, rows in TETROMINOES.items():
        shape = [(r, c) for r, row in enumerate(rows.split()) for c, x in enumerate(row) if x == "1"]
        for turn in range(8):
            other = [(c, r) if turn & 4 else (r, c) for r, c in shape]
            other = [(r * (-1) ** (turn & 1), c * (-1) ** (turn >> 1 & 1)) for r, c in other]
            if {(r - min(other)[0], c - min(c for _, c in other)) for r, c in other} == {
                (r - min(chosen)[0], c - min(c for _, c in chosen)) for r, c in chosen
            }:
                return name
    return None


def lits_rules(puzzle, grid):
    shaded, _ = shaded_and_white(grid)
    room = dict(cells(puzzle.regions))
    shapes = [frozenset(cell for cell in shaded if room[cell] == i) for i in set(room.values())]
    letters = [letter(shape) for shape in shapes]
    alike = any(
        a is not b and x == y and any(b.intersection(beside(cell)) for cell in a)
        for a, x in zip(shapes, letters, strict=True) for b, y in zip(shapes, letters, strict=True)
    )  # fmt: skip
    return None not in letters and not alike and is_connected(shaded) and not has_square(shaded)


ORACLES = {
    "queens": (queens(), lambda _: (0, 1), star_rules),
    "tango": (tangos(), lambda _: (0, 1), tango_rules),
    "sudoku": (sudokus(), lambda puzzle: range(1, puzzle.rows + 1), sudoku_rules),
    "patches": (patches(), lambda p: range(1, len(p.clues) + 1), lambda p, grid: patches_rules(p.clues, grid)),
    "shikaku": (shikakus(), lambda puzzle: range(1, len(numbered(puzzle)) + 1), shikaku_rules),
    "star_battle": (star_battles(), lambda _: (0, 1), lambda p, grid: star_rules(p, grid, p.stars)),
    "akari": (akaris(), lambda _: (0, 1), akari_rules),
    "hitori": (hitoris(), lambda _: (0, 1), hitori_rules),
    "heyawake": (heyawakes(), lambda _: (0, 1), heyawake_rules),
    "nurikabe": (nurikabes(), lambda _: (0, 1), nurikabe_rules),
    "futoshiki": (futoshikis(), lambda puzzle: range(1, puzzle.rows + 1), futoshiki_rules),
    "skyscrapers": (skyscrapers(), lambda puzzle: range(1, puzzle.rows + 1), skyscrapers_rules),
    "fillomino": (fillominos(), lambda puzzle: range(1, puzzle.rows * puzzle.cols + 1), fillomino_rules),
    "kakuro": (kakuros(), kakuro_cells, kakuro_rules),
    "lits": (litses(), lambda _: (0, 1), lits_rules),
}


def every_grid(puzzle, values):
    """All grids of some values, or of those that each cell may have."""
    rows, cols = puzzle.rows, puzzle.cols
    of_cells = values if isinstance(values, list) else [[values] * cols] * rows
    for chosen in product(*(choices for row in of_cells for choices in row)):
        yield tuple(chosen[cols * r : cols * r + cols] for r in range(rows))
