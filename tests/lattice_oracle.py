"""Gardens on any lattice by brute force: cells as points of space, faces as arrows between them, symmetries as maps.

It knows the geometry of `cpmodels.base.lattice` only where a user's own lattice says nothing else than its steps.
"""

from collections import Counter
from functools import cached_property
from itertools import combinations, permutations, product
from math import cos, pi, prod, sin, sqrt

import numpy as np

from cpmodels import Garden
from cpmodels.base.lattice import TRIANGULAR
from cpmodels.puzzles.garden.tiles import NAMED_LATTICES

WORDS = {
    "East": (1, 0, 0, 0), "West": (-1, 0, 0, 0), "North": (0, 1, 0, 0), "South": (0, -1, 0, 0),
    "Top": (0, 0, 1, 0), "Bottom": (0, 0, -1, 0), "Ana": (0, 0, 0, 1), "Kata": (0, 0, 0, -1),
}  # fmt: skip
ANGLES = {"East": 0, "North East": 60, "North West": 120, "West": 180, "South West": 240, "South East": 300}
TRIANGLES = {0: (150, 30, 270), 1: (210, 330, 90)}
"""The angles at which the faces of triangles look: left, right, base; of those that point upwards, and of others."""
COMPASS, HONEYCOMB, LINE = (NAMED_LATTICES[name] for name in ("king", "hexagonal", "line"))
MAPS = {}
"""The maps of each lattice, once they are found."""


def key(vector):
    """A point that compares equal to one that differs by rounding only."""
    return tuple(round(float(v), 4) + 0.0 for v in vector)


def at_angle(degrees, length=1.0):
    return np.array([cos(degrees * pi / 180), sin(degrees * pi / 180)]) * length


def turn(degrees):
    return np.column_stack([at_angle(degrees), at_angle(degrees + 90)])


EAST_WEST, NORTH_SOUTH, SWAP = np.diag([-1.0, 1.0]), np.diag([1.0, -1.0]), np.array([[0.0, 1.0], [1.0, 0.0]])
SQUARE_NAMES = {
    "C1": [], "C2": [turn(180)], "C4": [turn(90)], "D1": [EAST_WEST], "D1'": [SWAP],
    "D2": [EAST_WEST, NORTH_SOUTH], "D2'": [SWAP, turn(180)], "D4": [turn(90), EAST_WEST],
}  # fmt: skip
HEXAGON_NAMES = {
    "C1": [], "C2": [turn(180)], "C3": [turn(120)], "C6": [turn(60)], "D1": [EAST_WEST], "D1'": [NORTH_SOUTH],
    "D2": [turn(180), EAST_WEST], "D3": [turn(120), EAST_WEST], "D3'": [turn(120), NORTH_SOUTH],
    "D6": [turn(60), EAST_WEST],
}  # fmt: skip


class Ground:
    """The cells of a garden as points, what lies across each face, and the maps of space that keep them."""

    def __init__(self, garden: Garden):
        self.garden, self.lattice = garden, garden.lattice
        self.flat = self.lattice in (HONEYCOMB, TRIANGULAR)
        self.cells = list(garden.cells)
        self.point = {cell: self.point_of(cell) for cell in self.cells}
        self.cell_at = {key(point): cell for cell, point in self.point.items()}
        self.sides = garden.box
        self.rims = [garden.boundary] * len(garden.box) if isinstance(garden.boundary, str) else list(garden.boundary)
        self.bit = [2, 8] if self.lattice == LINE else [2**d for d in range(len(self.lattice.names))]
        self.kinds = 2 if self.lattice == TRIANGULAR else 1
        self.above = 2 ** len(self.bit) if self.kinds == 2 else 64 * 64
        self.known = {}  # What maps do to cells and tiles, once it is found.

    def point_of(self, cell):
        if self.lattice == HONEYCOMB:
            return np.array([cell[0] + cell[1] / 2, cell[1] * sqrt(3) / 2])
        if self.lattice == TRIANGULAR:
            x, y = cell
            return np.array([x / 2, -(y + (2 / 3 if (x + y) % 2 == 0 else 1 / 3)) * sqrt(3) / 2])
        return np.array(cell, float)

    def kind(self, cell):
        return sum(cell) % 2 if self.kinds == 2 else 0

    @cached_property
    def arrows(self):
        """Where each face of a cell looks, for each kind of cell."""
        return [self._arrows_of(kind) for kind in range(self.kinds)]

    def _arrows_of(self, kind):
        lattice = self.lattice
        if lattice == HONEYCOMB:
            return [at_angle(ANGLES[name]) for name in lattice.names]
        if lattice == TRIANGULAR:
            return [at_angle(angle, 1 / sqrt(3)) for angle in TRIANGLES[kind]]
        if lattice == COMPASS:
            return [
                np.array([sum(WORDS[word][axis] for word in name.split()) for axis in (0, 1)]) for name in lattice.names
            ]
        return [np.array(offset, float) for offset in lattice.offsets]

    @cached_property
    def periods(self):
        """By what a torus repeats: all sums of some lengths of its sides."""
        axes = np.eye(len(self.sides), dtype=int)
        steps = [range(-3, 4) if rim == "torus" else [0] for rim in self.rims]
        lengths = axes * np.array(self.sides)
        return [self.point_of(tuple(np.array(multiples) @ lengths)) for multiples in product(*steps)]

    @cached_property
    def across(self):
        """For each face the cell that it looks at; if none, "free" where it may be blue, else None."""
        return {(cell, d): self._across(cell, d) for cell in self.cells for d in range(len(self.bit))}

    def _across(self, cell, d):
        beyond = self.point[cell] + self.arrows[self.kind(cell)][d]
        if self.garden.region is not None:
            return self.cell_at.get(key(beyond), "free" if self.garden.boundary == "free" else None)
        for period in self.periods:
            if (found := self.cell_at.get(key(beyond + period))) is not None:
                return found
        basis = np.column_stack([self.point_of(unit) for unit in np.eye(len(self.sides), dtype=int).tolist()])
        at = np.linalg.solve(basis, beyond)
        rims = [rim for c, side, rim in zip(at, self.sides, self.rims, strict=True) if not -0.5 < c < side - 0.5]
        return "free" if set(rims) - {"torus"} == {"free"} else None

    def back(self, cell, d):
        """The face of the cell across a face that looks back at it."""
        other = self.across[cell, d]
        wanted = key(-self.arrows[self.kind(cell)][d])
        return other, [key(arrow) for arrow in self.arrows[self.kind(other)]].index(wanted)

    def blue(self, code):
        return [d for d, bit in enumerate(self.bit) if code % self.above & bit]

    @cached_property
    def codes(self):
        subsets = [sum(chosen) for size in range(len(self.bit) + 1) for chosen in combinations(self.bit, size)]
        return sorted(kind * self.above + subset for kind in range(self.kinds) for subset in subsets)

    @cached_property
    def reds(self):
        return [kind * self.above for kind in range(self.kinds)]

    @cached_property
    def usable(self):
        """The codes of the garden's tiles."""
        if isinstance(self.garden.tiles, str):
            return [code for code in self.codes if self.garden.red != "omit" or code not in self.reds]
        return list(self.garden.tiles)

    # Symmetries

    def linear(self, matrix):
        """The map of space that a matrix of the library means."""
        matrix = np.array(matrix, float)
        if self.flat:
            basis = np.array([[1, 0.5], [0, sqrt(3) / 2]])
            return basis @ matrix @ np.linalg.inv(basis)
        return matrix

    @cached_property
    def group(self):
        symmetry = self.garden.symmetry
        if symmetry is None:
            generators = []
        elif not isinstance(symmetry, str):
            generators = [self.linear(matrix) for matrix in symmetry]
        elif self.flat:
            generators = HEXAGON_NAMES[symmetry]
        elif self.lattice == COMPASS:
            generators = SQUARE_NAMES[symmetry]
        else:
            generators = [self.linear(matrix) for matrix in self.lattice.groups[symmetry]]
        return self.generated(generators)

    def generated(self, generators):
        one = np.eye(self.lattice.dimension)
        found, frontier = {key(one.flat): one}, [one]
        while frontier:
            products = [generator @ element for generator in generators for element in frontier]
            frontier = []
            for element in products:
                if key(element.flat) not in found:
                    found[key(element.flat)] = element
                    frontier.append(element)
        return list(found.values())

    @cached_property
    def isometries(self):
        """All maps of the lattice that the library knows of: twelve, or those that map the steps to one another."""
        if self.lattice not in MAPS:
            MAPS[self.lattice] = self.all_isometries()
        return MAPS[self.lattice]

    def all_isometries(self):
        if self.flat:
            return [mirror @ turn(60 * k) for mirror in (np.eye(2), NORTH_SOUTH) for k in range(6)]
        dimension, steps = self.lattice.dimension, {tuple(map(int, arrow)) for arrow in self.arrows[0]}
        columns = [(*[0] * i, sign, *[0] * (dimension - i - 1)) for i in range(dimension) for sign in (1, -1)]
        signed = [m for m in permutations(columns, dimension) if np.linalg.matrix_rank(np.array(m)) == dimension]
        if dimension <= 3 and set(columns) <= steps:
            signed = product(steps, repeat=dimension)
        found = [np.array(images, float).T for images in signed]
        return [m for m in found if {tuple(round(v) for v in m @ np.array(step)) for step in steps} == steps]

    def keeps(self, linear, cells):
        """Whether a map about the middle of some cells maps them to themselves, and of a box each side to a side."""
        if self.garden.region is None:
            units = [self.point_of(unit) for unit in np.eye(len(self.sides), dtype=int).tolist()]
            sides = {key(sign * unit) for unit in units for sign in (1, -1)}
            if not {key(linear @ unit) for unit in units} <= sides:
                return False
        return None not in self.images(linear, cells).values()

    def images(self, linear, cells):
        """Where a map about the middle of some cells takes them; None for what is not a cell, or stands otherwise."""
        name = (linear.tobytes(), tuple(cells))
        if name not in self.known:
            self.known[name] = self.images_of(linear, cells)
        return self.known[name]

    def images_of(self, linear, cells):
        points = {cell: self.point_of(cell) for cell in cells}
        middle = sum(points.values()) / len(points)
        cell_at = {key(point): cell for cell, point in points.items()}
        images = {}
        for cell, point in points.items():
            image = cell_at.get(key(linear @ (point - middle) + middle))
            arrows = {key(linear @ arrow) for arrow in self.arrows[self.kind(cell)]}
            fits = image is not None and arrows == {key(arrow) for arrow in self.arrows[self.kind(image)]}
            images[cell] = image if fits else None
        return images

    def turned(self, code, linear):
        """The tile that a map makes of a tile."""
        name = (linear.tobytes(), code // self.above)
        if name not in self.known:
            self.known[name] = self.turned_faces(name[1], linear)
        if self.known[name] is None:
            return None
        other, faces = self.known[name]
        return other * self.above + sum(self.bit[faces[d]] for d in self.blue(code))

    def turned_faces(self, kind, linear):
        """Which kind of tile a map makes of one, and which face of each face."""
        arrows = [key(linear @ arrow) for arrow in self.arrows[kind]]
        for other in range(self.kinds):
            there = [key(arrow) for arrow in self.arrows[other]]
            if set(there) == set(arrows):
                return other, [there.index(arrow) for arrow in arrows]
        return None

    # The rules

    def placements(self):
        """Everything whose faces are right, as tuples of cells and codes; of packed tiles each comes once."""
        if self.garden.rule == "packed":
            yield from self.packings({})
            return
        for size in range(len(self.cells) + 1):
            for chosen in combinations(self.cells, size):
                yield self.hung(chosen)

    def packings(self, codes):
        """All ways to go on filling the cells, tile by tile."""
        if len(codes) == len(self.cells):
            yield tuple(codes.items())
            return
        cell = self.cells[len(codes)]
        used, fixed = set(codes.values()), [code for code, place in self.garden.fixed if place == cell]
        for code in fixed or self.usable:
            if code not in used and code // self.above == self.kind(cell) and not code & self.outside[cell]:
                longer = {**codes, cell: code}
                touched = [(bit, longer[other], back) for bit, other, back in self.inside[cell] if other in longer]
                if all(bool(code & bit) == bool(there & back) for bit, there, back in touched):
                    yield from self.packings(longer)

    @cached_property
    def inside(self):
        """Of each cell the faces that touch another one, as bits: this one, the cell there, and its face."""
        return {
            cell: [
                (bit, other, self.bit[self.back(cell, d)[1]])
                for d, bit in enumerate(self.bit)
                if (other := self.across[cell, d]) not in (None, "free")
            ]
            for cell in self.cells
        }

    @cached_property
    def outside(self):
        """Of each cell the faces that must be red, as they look out."""
        return {cell: sum(bit for d, bit in enumerate(self.bit) if self.across[cell, d] is None) for cell in self.cells}

    def painted(self, blue):
        """The tiles of all cells where some joints are blue, the others red."""
        faces = range(len(self.bit))
        return tuple(
            (cell, self.kind(cell) * self.above + sum(self.bit[d] for d in faces if self.joint.get((cell, d)) in blue))
            for cell in self.cells
        )

    def hung(self, chosen):
        occupied = set(chosen)
        blue = {cell: sum(b for d, b in enumerate(self.bit) if self.across[cell, d] in occupied) for cell in chosen}
        return tuple((cell, self.kind(cell) * self.above + blue[cell]) for cell in chosen)

    @cached_property
    def joint(self):
        """For each face that may be blue a name that it shares with the one that it touches."""
        return {
            (cell, d): frozenset([(cell, d)] if other == "free" else [(cell, d), self.back(cell, d)])
            for (cell, d), other in self.across.items()
            if other is not None
        }

    @cached_property
    def joints(self):
        return dict.fromkeys(self.joint.values())

    def accepts(self, tiles):
        """Whether tiles in cells are a garden of the kind that is asked for."""
        garden, codes = self.garden, dict(tiles)
        if len(codes) < len(tiles) or not set(codes) <= set(self.cells):
            return False
        uses = Counter(codes.values())
        if not set(uses) <= set(self.usable) or any(times > 1 for times in uses.values()):
            return False
        if garden.tiles != "distinct" and len(uses) < len(self.usable):
            return False
        if any(code // self.above != self.kind(cell) for cell, code in codes.items()):
            return False
        if garden.rule == "packed" and len(codes) < len(self.cells):
            return False
        if not all(self.face_is_right(codes, cell, d) for cell in codes for d in range(len(self.bit))):
            return False
        if any(codes.get(cell) != code for code, cell in garden.fixed):
            return False
        if any(cell in codes and code in (None, codes[cell]) for code, cell in garden.forbidden):
            return False
        least, most = (1, 1) if garden.connected else garden.components or (0, None)
        if not least <= self.parts(codes) <= (len(codes) if most is None else most):
            return False
        if garden.touching and any(
            {c[axis] for c in codes}.isdisjoint({end}) for axis, side in enumerate(self.sides) for end in (0, side - 1)
        ):
            return False
        return self.is_right_in_its_frame(codes)

    def face_is_right(self, codes, cell, d):
        other, blue = self.across[cell, d], d in self.blue(codes[cell])
        if other == "free":
            return True
        if other is None or other not in codes:
            return not blue
        there = self.back(cell, d)[1] in self.blue(codes[other])
        return blue == there and (blue or self.garden.rule == "packed")

    def parts(self, codes):
        unpainted, parts = {cell for cell, code in codes.items() if code not in self.reds}, 0
        while unpainted:
            parts += 1
            brush = [unpainted.pop()]
            while brush:
                cell = brush.pop()
                for d in self.blue(codes[cell]):
                    if (other := self.across[cell, d]) in unpainted:
                        unpainted.discard(other)
                        brush.append(other)
        return parts

    def is_right_in_its_frame(self, codes):
        garden, frame = self.garden, self.cells
        if garden.minimise in ("volume", "surface", "longest"):
            if not codes:
                return False
            frame = list(product(*(range(low, high + 1) for low, high in own_corners(codes))))
        ends = [(min(line), max(line)) for line in zip(*frame, strict=True)]
        for cell in [cell for cell, code in codes.items() if code in self.reds and garden.red == "inside"]:
            if garden.region is None:
                sides = zip(cell, ends, self.rims, strict=True)
                is_outside = any(rim != "torus" and c in end for c, end, rim in sides)
            else:
                is_outside = any(self.across[cell, d] in (None, "free") for d in range(len(self.bit)))
            if is_outside:
                return False
        if not all(self.keeps(linear, frame) and self.same(codes, linear, frame) for linear in self.group):
            return False
        return not garden.exact or not any(self.same(codes, linear, frame) for linear in self.others(frame))

    def others(self, frame):
        demanded = {key(linear.flat) for linear in self.group}
        maps = [linear for linear in self.isometries if key(linear.flat) not in demanded]
        return [linear for linear in maps if self.keeps(linear, frame) and self.keeps_rims(linear)]

    def keeps_rims(self, linear):
        """Whether a map takes each rim to one of the same boundary."""
        if len(set(self.rims)) < 2:
            return True
        units = [self.point_of(unit) for unit in np.eye(len(self.sides), dtype=int).tolist()]
        rim_at = {key(sign * unit): rim for unit, rim in zip(units, self.rims, strict=True) for sign in (1, -1)}
        return all(rim_at.get(key(linear @ unit)) == rim for unit, rim in zip(units, self.rims, strict=True))

    def same(self, codes, linear, frame):
        images = self.images(linear, frame)
        return all(codes.get(images[cell]) == self.turned(code, linear) for cell, code in codes.items())

    # Orbits

    def motions(self):
        """The maps of the cells that keep all that is asked for, each with what it does to tiles."""
        group = {key(linear.flat) for linear in self.group}
        for linear in self.isometries:
            if not (self.keeps(linear, self.cells) and self.keeps_rims(linear)):
                continue
            if {self.turned(code, linear) for code in self.usable} != set(self.usable):
                continue
            if {key((linear @ one @ np.linalg.inv(linear)).flat) for one in self.group} != group:
                continue
            tiles = {code: self.turned(code, linear) for code in self.usable}
            turned_cells = self.images(linear, self.cells)
            for shift in self.shifts():
                images = {cell: shift[image] for cell, image in turned_cells.items()}
                if all(self.moved(places, images, tiles) == places for places in self.demands()) and all(
                    shift[turns[cell]] == turns[shift[cell]]
                    for turns in (self.images(one, self.cells) for one in self.group)
                    for cell in self.cells
                ):
                    yield images, tiles

    def shifts(self):
        if self.garden.region is not None:
            yield {cell: cell for cell in self.cells}
            return
        longest = [
            1 if rim != "torus" or self.garden.exact else side for rim, side in zip(self.rims, self.sides, strict=True)
        ]
        for steps in product(*map(range, longest)):
            yield {cell: tuple(np.add(cell, steps) % self.sides) for cell in self.cells}

    def demands(self):
        """What is fixed and what is forbidden, with what the symmetry makes of it."""
        for places in (self.garden.fixed, self.garden.forbidden):
            yield {
                (None if code is None else self.turned(code, linear), self.images(linear, self.cells)[cell])
                for code, cell in places
                for linear in self.group
            }

    @staticmethod
    def moved(places, images, tiles):
        return {(None if code is None else tiles.get(code, code), images[cell]) for code, cell in places}

    def orbits(self, everything):
        """How many classes of placements there are; each motion takes placements to placements."""
        known = {frozenset(tiles) for tiles in everything}
        motions, count = list(self.motions()), 0
        while known:
            count += 1
            one = next(iter(known))
            orbit = {frozenset((images[cell], tiles[code]) for cell, code in one) for images, tiles in motions}
            assert orbit <= known
            known -= orbit
        return count


def own_corners(codes):
    return [(min(line), max(line)) for line in zip(*codes, strict=True)]


def cost(garden, tiles):
    """What a placement has of what is minimised."""
    if garden.minimise == "components":
        return Ground(garden).parts(dict(tiles))
    sides = [high - low + 1 for low, high in own_corners(dict(tiles))]
    surface = sum(2 * prod(sides) // side for side in sides)
    return {"longest": max(sides), "volume": prod(sides), "surface": surface}[garden.minimise]


def gardens(garden):
    """All solutions of a small garden, minimal or not."""
    ground = Ground(garden)
    return [tuple(sorted(tiles)) for tiles in ground.placements() if ground.accepts(tiles)]


def cheapest_gardens(garden):
    """The least cost, None without solutions, and the solutions that have it; in a corner only, if they can shift."""
    everything = gardens(garden)
    costs = [cost(garden, tiles) for tiles in everything]
    least = min(costs, default=None)
    cheapest = [tiles for tiles, found in zip(everything, costs, strict=True) if found == least]
    if garden.minimise == "components" or garden.fixed or garden.forbidden:
        return least, cheapest
    return least, [tiles for tiles in cheapest if not any(low for low, _ in own_corners(dict(tiles)))]
