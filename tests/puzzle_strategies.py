"""Hypothesis strategies for small puzzles that oracles can solve, most of them solvable."""

from dataclasses import replace
from itertools import product

from hypothesis import assume
from hypothesis import strategies as st
from lattice_oracle import Ground

from cpmodels import EdgeMatching, Garden, Zigzaw, Zip, build
from cpmodels.base.lattice import GROUPS, Lattice, closure, permuted, preserves
from cpmodels.puzzles import BorderFrog, Frog
from cpmodels.puzzles.garden.tiles import NAMED_LATTICES
from cpmodels.puzzles.zigzaw import PARTS, corners


@st.composite
def edge_matchings(draw, most_cells=6):
    """A board coloured at random and cut into pieces, shuffled and turned; often with a clue, which may be right."""
    rows = draw(st.integers(1, 3))
    cols = draw(st.integers(1, most_cells // rows))
    rule, rotations = draw(st.sampled_from(["equal", "sum-zero"])), draw(st.booleans())
    bordered = draw(st.booleans())
    colour = st.integers(1, draw(st.integers(1, 3)))
    signed = st.builds(lambda c, s: c * s, colour, st.sampled_from([1, -1] if rule == "sum-zero" else [1]))
    across = {(r, c): draw(signed) for r in range(rows + 1) for c in range(cols)}
    along = {(r, c): draw(signed) for r in range(rows) for c in range(cols + 1)}
    if bordered:
        across |= {(r, c): 0 for r, c in across if r in (0, rows)}
        along |= {(r, c): 0 for r, c in along if c in (0, cols)}
    sign = -1 if rule == "sum-zero" else 1
    cells = list(product(range(rows), range(cols)))
    pieces = [(sign * across[r, c], along[r, c + 1], across[r + 1, c], sign * along[r, c]) for r, c in cells]
    order = draw(st.permutations(range(len(cells))))
    turned = [draw(st.integers(0, 3)) if rotations else 0 for _ in cells]
    pieces = [(pieces[i] * 2)[turns : turns + 4] for i, turns in zip(order, turned, strict=True)]
    if draw(st.booleans()):
        pieces[0] = pieces[-1]
    clues = ()
    if draw(st.booleans()):
        piece = draw(st.sampled_from(range(len(cells))))
        cell, turns = cells[order[piece]], -turned[piece] % 4
        if draw(st.booleans()):
            cell, turns = draw(st.sampled_from(cells)), draw(st.integers(0, 3)) if rotations else 0
        clues = ((*cell, piece, turns),)
    return EdgeMatching(rows, cols, tuple(pieces), rule, rotations, 0 if bordered else None, clues)


@st.composite
def zips(draw, most_cells=12):
    """A grid with walls, and numbers mostly along a path that exists."""
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(1, min(4, most_cells // rows)))
    cells = list(product(range(rows), range(cols)))
    snake = [(r, c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    path = snake if draw(st.booleans()) else draw(st.permutations(snake))
    chosen = sorted(draw(st.sets(st.sampled_from(range(len(path))), max_size=5)))
    if len(chosen) > 1:
        chosen = sorted({0, *chosen, len(path) - 1})
    waypoints = [path[i] for i in chosen]
    sides = [((r, c), (r + 1, c)) for r, c in cells if r + 1 < rows]
    sides += [((r, c), (r, c + 1)) for r, c in cells if c + 1 < cols]
    walls = draw(st.sets(st.sampled_from(sides), max_size=4)) if sides else set()
    return Zip(rows, cols, tuple(waypoints), tuple(walls))


@st.composite
def zigzaws(draw, most_cells=6):
    """Corners coloured at random and cut into frogs, of which one may have a wrong part; often with a border."""
    rows = draw(st.integers(1, 3))
    cols = draw(st.integers(1, most_cells // rows))
    colour = st.sampled_from(["red", "green", "blue"][: draw(st.integers(1, 3))])
    colours = {}

    def frog(row, col):
        return Frog(*(colours.setdefault(corner, draw(colour)) for corner in corners(row, col)), body=draw(colour))

    frogs = [frog(r, c) for r, c in product(range(rows), range(cols))]
    if draw(st.sampled_from([False, False, True])):
        place, part = draw(st.sampled_from(range(len(frogs)))), draw(st.sampled_from(PARTS))
        frogs[place] = replace(frogs[place], **{part: draw(colour)})
    around = product(range(-1, rows + 1), range(-1, cols + 1))
    rim = [cell for cell in around if not (0 <= cell[0] < rows and 0 <= cell[1] < cols)]
    rim = [cell for cell in rim if any(_touch(cell, inner) for inner in product(range(rows), range(cols)))]
    border = [BorderFrog(*cell, frog(*cell)) for cell in rim if draw(st.booleans())]
    if draw(st.booleans()):
        border = [BorderFrog(r, c, Frog(left_arm=f.left_arm, right_side=f.right_side)) for r, c, f in border]
    return Zigzaw(rows, cols, tuple(draw(st.permutations(frogs))), tuple(border))


def _touch(a, b):
    return len(set(corners(*a)) & set(corners(*b))) == 2


@st.composite
def whole_gardens(draw):
    """Gardens of all squares in small boxes, with any symmetry that fits, tiles fixed or forbidden, in parts or not."""
    packed = draw(st.booleans())
    box = draw(st.sampled_from([(4, 4), (8, 2), (2, 8)] if packed else [(4, 4), (5, 4), (5, 5), (4, 6)]))
    groups = [None, *(n for n in GROUPS[2] if all(preserves(m, box) for m in closure(GROUPS[2][n], 2)))]
    reds = ["place", "inside"] if packed else ["omit", "place", "inside"]
    cells = draw(st.permutations(list(product(*map(range, box)))))
    fixed = [(draw(st.integers(1, 15)), cells[0])] if draw(st.booleans()) else []
    forbidden = [(draw(st.integers(1, 15)), cells[1])] if draw(st.booleans()) else []
    least = draw(st.integers(0, 3))
    components = draw(st.sampled_from([None, None, (least, least + draw(st.integers(0, 2))), (least, None)]))
    return Garden(
        "packed" if packed else "hanging",
        box,
        draw(st.sampled_from(reds)),
        components is None and draw(st.booleans()),
        draw(st.sampled_from(groups)),
        fixed,
        components=components,
        touching=draw(st.booleans()),
        forbidden=forbidden,
        exact=draw(st.booleans()),
    )


SIX = Lattice(("a", "b", "c", "d", "e", "f"), ((1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)))
KNIGHT = Lattice(tuple("abcdefgh"), ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)))
BISHOP = Lattice(("ne", "se", "sw", "nw"), ((1, 1), (1, -1), (-1, -1), (-1, 1)))
SLANTED = Lattice(("right", "left", "up", "down"), ((1, 0, 0), (-1, 0, 0), (0, 1, 1), (0, -1, -1)))
FAR = Lattice(("one", "two", "minus one", "minus two"), ((1,), (2,), (-1,), (-2,)))
GROUNDS = [
    *(("hexagonal", {"box": box}) for box in [(1, 1), (2, 2), (3, 2), (1, 4), (3, 3)]),
    *(("hexagonal", {"region": region}) for region in ["hexagon 2", "triangle 3", "rhombus 2 3"]),
    *(("triangular", {"region": region}) for region in ["triangle 2", "triangle 3", "hexagon 1", "rhombus 2 2"]),
    *(("king", {"box": box}) for box in [(1, 1), (2, 2), (3, 2), (3, 3), (1, 4)]),
    *(("hypercubic", {"box": box}) for box in [(2, 1, 2, 2), (1, 2, 1, 1)]),
    *((SIX, {"box": box}) for box in [(2, 2), (3, 2), (3, 3)]),
    *((FAR, {"box": box}) for box in [(1,), (3,), (5,), (7,)]),
    *((lattice, {}) for lattice in ["hexagonal", "triangular", "king", "square", SIX, KNIGHT, BISHOP, SLANTED, FAR]),
]
"""Lattices with boxes and regions that brute force can take; with none of these, random cells."""
BOXES = [
    *(("line", {"box": (side,)}) for side in (1, 2, 3, 4, 5, 9)),
    *(("square", {"box": box}) for box in [(1, 1), (2, 1), (1, 3), (2, 2), (2, 3), (3, 3), (5, 2)]),
    *(("cubic", {"box": box}) for box in [(1, 1, 1), (1, 2, 1), (2, 2, 2), (1, 3, 3)]),
]
MOST_JOINTS = 9


def small_variants(minimise=False):
    """Gardens of few tiles in boxes of one to three dimensions."""
    return lattice_variants(minimise, BOXES)


@st.composite
def lattice_variants(draw, minimise=False, grounds=GROUNDS):
    """Gardens of few tiles on any lattice, in boxes and regions, of any boundary, parts, symmetry and tiles."""
    lattice, place = draw(st.sampled_from([g for g in grounds if "box" in g[1]] if minimise else grounds))
    packed = draw(st.booleans()) and not minimise
    rule = "packed" if packed else "hanging"
    bare = {"lattice": lattice, "tiles": "distinct", "red": "place"}
    if not place:
        axes = NAMED_LATTICES.get(lattice, lattice).dimension if isinstance(lattice, str) else lattice.dimension
        cells = st.tuples(*[st.integers(-2, 3 if axes < 3 else -1)] * axes)
        place = {"region": draw(st.lists(cells, min_size=1, max_size=5 if packed else 8, unique=True))}
    ground = Ground(Garden("hanging", **place, **bare))
    assume(len(ground.cells) <= (len(ground.codes) if packed else 10))
    boundary = "red"
    if "box" in place and not minimise:
        rims = st.sampled_from(["red", "torus", "free"] if packed else ["red", "red", "torus"])
        boundary = draw(st.tuples(*[rims] * len(place["box"])))
    elif packed:
        boundary = draw(st.sampled_from(["red", "free"]))
    ground = Ground(Garden(rule, boundary=boundary, **place, **bare))
    assume(not packed or len(ground.joints) <= MOST_JOINTS)
    codes = dict(draw_placement(draw, ground))
    values, tiles = list(codes.values()), "distinct"
    red = draw(st.sampled_from(["omit", "place", "inside"]))
    if values and len(set(values)) == len(values) and draw(st.booleans()):
        tiles = values
        red = draw(st.sampled_from(["place", "inside"] if set(values) & set(ground.reds) else ["omit", "place"]))
    if packed and len(ground.cells) > len(ground.codes) - (len(ground.reds) if red == "omit" else 0):
        red = "place"
    components = draw(st.sampled_from([None, None, (0, 1), (1, 2), (2, 2), (2, None)]))
    connected = components is None and draw(st.booleans())
    costs = ["volume", "surface", "longest"] + ["components"] * (not connected)
    plain = Garden(rule, boundary=boundary, **place, **bare | {"tiles": tiles, "red": red})
    fits = [name for name, generators in plain.lattice.groups.items() if all_keep(plain, generators)]
    fitting = [matrix for matrix in plain.lattice.point_group if all_keep(plain, [matrix])]
    usable = list(plain.tile_set)
    suiting = [(code, cell) for cell in ground.cells for code in usable if plain.suits(code, cell)]
    forbidden, fixed = [], []
    if suiting and draw(st.booleans()):
        forbidden = draw(st.lists(st.sampled_from(suiting), max_size=2))
        if not packed and draw(st.booleans()):
            forbidden += [(None, draw(st.sampled_from(ground.cells)))]
    blue = [(code, cell) for code, cell in suiting if code not in ground.reds]
    if blue and draw(st.booleans()):
        likely = [(code, cell) for cell, code in codes.items() if (code, cell) in blue]
        fixed = [draw(st.sampled_from(likely or blue))]
    fixed = [(code, cell) for code, cell in fixed if not {(code, cell), (None, cell)} & set(forbidden)]
    least = draw(st.sampled_from(costs)) if minimise else None
    return Garden(
        rule,
        red=red,
        connected=connected,
        symmetry=draw(st.sampled_from([None, None, *fits, (draw(st.sampled_from(fitting)),)])),
        fixed=fixed,
        boundary=boundary,
        components=components,
        touching="box" in place and not minimise and (packed or "torus" not in boundary) and draw(st.booleans()),
        tiles=tiles,
        forbidden=forbidden,
        minimise=least,
        exact=draw(st.booleans()),
        lattice=lattice,
        **place,
    )


def all_keep(garden, matrices):
    return all(garden.keeps(m) and permuted(m, garden.boundaries) == garden.boundaries for m in matrices)


def draw_placement(draw, ground):
    """Tiles whose faces are right: some cells that hang, or faces of random colours."""
    if ground.garden.rule == "hanging":
        return ground.hung(sorted(draw(st.sets(st.sampled_from(ground.cells)))))
    return ground.painted(draw(st.sets(st.sampled_from(list(ground.joints)))) if ground.joints else set())


def small_gardens():
    """Gardens of every kind."""
    return st.one_of(whole_gardens(), small_variants(), lattice_variants())


def plain(garden):
    """The garden whose tiles have to fit, and nothing else: what programs can search that know no other rules."""
    return replace(garden, symmetry=None, connected=False, components=None, touching=False, exact=False)


def corner_paths():
    """The model of the paths on a 4 x 4 grid that start in the corner; here, as worker processes can import it."""
    model = build(Zip(4, 4))
    model.cp.add(next(v for v in model.key if v.name == "start at (0, 0)") == 1)
    return model
