"""Models that are not puzzles, by name, with what is asked of each: all solutions over some of its variables.

Each is a function that gives a CpModel and its key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

from ortools.sat.python import cp_model

Made = tuple[cp_model.CpModel, list[Any]]


def knapsack() -> Made:
    """The best selections of 40 things, of which many weigh and are worth the same."""
    cp, random = cp_model.CpModel(), Random(3)
    weights, values = ([random.randint(3, 6) for _ in range(40)] for _ in range(2))
    taken = [cp.new_bool_var(f"thing {i}") for i in range(40)]
    cp.add(cp_model.LinearExpr.weighted_sum(taken, weights) <= 90)
    cp.maximize(cp_model.LinearExpr.weighted_sum(taken, values))
    return cp, taken


def job_shop() -> Made:
    """The shortest schedules of four jobs on three machines, by their starts."""
    jobs = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)], [(2, 2), (0, 3), (1, 2)]]
    cp = cp_model.CpModel()
    end, on = cp.new_int_var(0, 30, "end"), {m: list[Any]() for m in range(3)}
    starts = []
    for j, job in enumerate(jobs):
        own = [cp.new_int_var(0, 30, f"job {j} step {s}") for s in range(3)]
        for start, (machine, length) in zip(own, job, strict=True):
            on[machine].append(cp.new_fixed_size_interval_var(start, length, ""))
        for (one, (_, length)), (other, _) in pairwise(zip(own, job, strict=True)):
            cp.add(other >= one + length)
        cp.add(end >= own[-1] + job[-1][1])
        starts += own
    for intervals in on.values():
        cp.add_no_overlap(intervals)
    cp.minimize(end)
    return cp, starts


def _coloured(edges: str, colours: int) -> Made:
    cp = cp_model.CpModel()
    pairs = [edge.split("-") for edge in edges.split()]
    colour = {name: cp.new_int_var(0, colours - 1, name) for name in sorted({end for pair in pairs for end in pair})}
    for one, other in pairs:
        cp.add(colour[one] != colour[other])
    return cp, list(colour.values())


def australia() -> Made:
    """The colourings of Australia's states with five colours."""
    return _coloured("WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V", 5)


def south_america() -> Made:
    """The colourings of South America with four colours, over the five countries at the Pacific."""
    cp, colour = _coloured(
        "AR-BO AR-BR AR-CL AR-PY AR-UY BO-BR BO-CL BO-PE BO-PY BR-CO BR-GF BR-GY BR-PE BR-PY BR-SR BR-UY BR-VE CL-PE "
        "CO-EC CO-PE CO-VE EC-PE GF-SR GY-SR GY-VE",
        4,
    )
    return cp, [variable for variable in colour if variable.name in ("CL", "CO", "EC", "PE", "VE")]


def queens() -> Made:
    """Eight queens."""
    cp = cp_model.CpModel()
    row = [cp.new_int_var(0, 7, f"column {c}") for c in range(8)]
    for lines in (row, [row[c] + c for c in range(8)], [row[c] - c for c in range(8)]):
        cp.add_all_different(lines)
    return cp, row


def magic_squares() -> Made:
    """The squares of nine different numbers up to 15 that are magic."""
    cp = cp_model.CpModel()
    cell = [[cp.new_int_var(1, 15, f"{r} {c}") for c in range(3)] for r in range(3)]
    cp.add_all_different([one for row in cell for one in row])
    lines = [*cell, *zip(*cell, strict=True), [cell[i][i] for i in range(3)], [cell[i][2 - i] for i in range(3)]]
    for line in lines[1:]:
        cp.add(sum(line) == sum(lines[0]))
    return cp, [one for row in cell for one in row]


def _latin(order: int) -> tuple[cp_model.CpModel, list[list[Any]]]:
    cp, values = cp_model.CpModel(), range(order)
    cell = [[cp.new_int_var(1, order, f"{r} {c}") for c in values] for r in values]
    for line in [*cell, *zip(*cell, strict=True)]:
        cp.add_all_different(line)
    return cp, cell


def latin_squares() -> Made:
    """The 576 Latin squares of order four."""
    cp, cell = _latin(4)
    return cp, [one for row in cell for one in row]


def first_columns() -> Made:
    """The first two columns of Latin squares of order five."""
    cp, cell = _latin(5)
    return cp, [row[c] for row in cell for c in (0, 1)]


def independent_sets() -> Made:
    """The independent sets of the corners of a dodecahedron."""
    cp = cp_model.CpModel()
    outer, inner = ([cp.new_bool_var(f"{name} {i}") for i in range(10)] for name in ("outer", "inner"))
    for i in range(10):
        cp.add_at_most_one(outer[i], inner[i])
        cp.add_at_most_one(outer[i], outer[i - 1])
        cp.add_at_most_one(inner[i], inner[i - 2])
    return cp, outer + inner


def dominating_sets() -> Made:
    """The smallest dominating sets of a board of 6 x 6."""
    cp, cells = cp_model.CpModel(), list(product(range(6), repeat=2))
    chosen = {cell: cp.new_bool_var(f"{cell}") for cell in cells}
    for r, c in cells:
        cp.add_at_least_one(chosen[n] for n in [(r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)] if n in chosen)
    cp.minimize(sum(chosen.values()))
    return cp, list(chosen.values())


def lamps() -> Made:
    """Six of twelve lamps are on, beside two numbers that are free."""
    cp = cp_model.CpModel()
    on = [cp.new_bool_var(f"lamp {i}") for i in range(12)]
    cp.add(sum(on) == 6)
    for name in "xy":
        cp.new_int_var(0, 1000, name)
    return cp, on


def matching() -> Made:
    """Which columns a matching of seven rows to ten columns can use."""
    cp, random = cp_model.CpModel(), Random(2)
    used = [cp.new_bool_var(f"column {c}") for c in range(10)]
    placed = [[cp.new_bool_var("") for _ in used] for _ in range(7)]
    for row in placed:
        cp.add_exactly_one(random.sample(row, 6))
    for column, literal in zip(zip(*placed, strict=True), used, strict=True):
        cp.add(sum(column) == literal)
    return cp, used


def roster() -> Made:
    """Who of eight works on each of five days; by how much overtime is free."""
    cp, random = cp_model.CpModel(), Random(1)
    works = [[cp.new_bool_var(f"{who} on day {day}") for day in range(5)] for who in range(8)]
    for day in range(5):
        cp.add(sum(row[day] for row in works) == 3)
        for who in random.sample(range(8), 4):
            cp.add(works[who][day] == 0)
    for row in works:
        overtime = cp.new_int_var(0, 4, "")
        cp.add(8 * sum(row) + overtime <= 28)
        cp.add_forbidden_assignments(row[:3], [(1, 1, 1)])
    return cp, [literal for row in works for literal in row]


def constraints_that_bind() -> Made:
    """Fourteen switches that turn inequalities between six numbers on."""
    cp, random = cp_model.CpModel(), Random(0)
    switch = [cp.new_bool_var(f"switch {i}") for i in range(14)]
    number = [cp.new_int_var(0, 50, f"x{i}") for i in range(6)]
    for _ in range(10):
        one, other = random.sample(number, 2)
        three = random.sample(switch, 3)
        total = one + 2 * other + sum(random.randint(1, 9) * literal for literal in three)
        cp.add(total <= random.randint(60, 110)).only_enforce_if(random.choice(switch))
        cp.add(one - other >= random.randint(0, 20)).only_enforce_if(random.choice(switch))
    return cp, switch


def orders() -> Made:
    """In which order six tasks can be done one after another; when is free."""
    cp, random = cp_model.CpModel(), Random(3)
    start = [cp.new_int_var(0, 36, f"start {i}") for i in range(6)]
    cp.add_no_overlap([cp.new_fixed_size_interval_var(one, random.randint(2, 5), "") for one in start])
    before = []
    for i, j in combinations(range(6), 2):
        before.append(cp.new_bool_var(f"{i} before {j}"))
        cp.add(start[i] < start[j]).only_enforce_if(before[-1])
        cp.add(start[i] > start[j]).only_enforce_if(~before[-1])
    return cp, before


def coins() -> Made:
    """The ways to pay one euro with coins up to 50 cents."""
    cp = cp_model.CpModel()
    coin = {value: cp.new_int_var(0, 100 // value, f"{value} cents") for value in (1, 2, 5, 10, 20, 50)}
    cp.add(sum(value * number for value, number in coin.items()) == 100)
    return cp, list(coin.values())


def most_money() -> Made:
    """SEND + MOST = MONEY in hexadecimal digits."""
    cp = cp_model.CpModel()
    digit = {letter: cp.new_int_var(letter in "SM", 15, letter) for letter in "SENDMOTY"}
    cp.add_all_different(digit.values())
    send, most, money = (
        sum(16**i * digit[x] for i, x in enumerate(reversed(word))) for word in ("SEND", "MOST", "MONEY")
    )
    cp.add(send + most == money)
    return cp, list(digit.values())


def golomb_rulers() -> Made:
    """The shortest Golomb rulers of six marks."""
    cp = cp_model.CpModel()
    mark = [cp.new_int_var(0, 20, f"mark {i}") for i in range(6)]
    cp.add(mark[0] == 0)
    for one, other in pairwise(mark):
        cp.add(one < other)
    cp.add_all_different([other - one for one, other in combinations(mark, 2)])
    cp.minimize(mark[-1])
    return cp, mark


def costas_arrays() -> Made:
    """The Costas arrays of order six."""
    cp = cp_model.CpModel()
    dot = [cp.new_int_var(0, 5, f"column {c}") for c in range(6)]
    cp.add_all_different(dot)
    for step in range(1, 5):
        cp.add_all_different([dot[c + step] - dot[c] for c in range(6 - step)])
    return cp, dot


def bins() -> Made:
    """Which of six bins of three sizes hold ten things; in which bin a thing lies is free."""
    cp, random = cp_model.CpModel(), Random(5)
    used = [cp.new_bool_var(f"bin {b}") for b in range(6)]
    inside = [[cp.new_bool_var("") for _ in used] for _ in range(10)]
    sizes = [random.randint(2, 6) for _ in inside]
    for row in inside:
        cp.add_exactly_one(row)
    for b, literal in enumerate(used):
        cp.add(sum(size * row[b] for size, row in zip(sizes, inside, strict=True)) <= (8 + 4 * (b % 3)) * literal)
    return cp, used


def product_line() -> Made:
    """The products of 16 features that depend on, and exclude, one another; the versions of parts are free."""
    cp, random = cp_model.CpModel(), Random(8)
    feature = [cp.new_bool_var(f"feature {i}") for i in range(16)]
    for _ in range(14):
        one, other = random.sample(feature, 2)
        cp.add_implication(one, other) if random.random() < 0.7 else cp.add_at_most_one(one, other)
    for literals in (random.sample(feature, 5) for _ in range(6)):
        version = cp.new_int_var(1, 9, "")
        cp.add(version >= 1 + 2 * sum(literals[:3])).only_enforce_if(literals[3])
        cp.add(version <= 6).only_enforce_if(literals[4])
    return cp, feature


def production() -> Made:
    """The cheapest shifts of two machines on seven days that make three products; amounts and stocks are free."""
    cp, random = cp_model.CpModel(), Random(1)
    products, days, machines = range(3), range(7), range(2)
    set_up = {place: cp.new_bool_var("") for place in product(products, days, machines)}
    shift = {(d, m): cp.new_bool_var(f"day {d} machine {m}") for d in days for m in machines}
    amount = {place: cp.new_int_var(0, 40, "") for place in set_up}
    needed = {place: random.choice([0, 5, 10, 15]) for place in product(products, days)}
    rate = {place: random.choice([20, 30, 40]) for place in product(products, machines)}
    for d, m in shift:
        cp.add_at_most_one(set_up[p, d, m] for p in products)
        for p in products:
            cp.add_implication(set_up[p, d, m], shift[d, m])
            cp.add(amount[p, d, m] <= rate[p, m] * set_up[p, d, m])
            cp.add(amount[p, d, m] >= 5).only_enforce_if(set_up[p, d, m])
    for p in products:
        stock: Any = 10
        for d in days:
            after = cp.new_int_var(0, 60, "")
            cp.add(stock + sum(amount[p, d, m] for m in machines) - needed[p, d] == after)
            stock = after
    cost = [random.randint(5, 9) for _ in machines]
    cp.minimize(sum(cost[m] * literal for (_, m), literal in shift.items()))
    return cp, list(shift.values())


MODELS: Mapping[str, Callable[[], Made]] = {
    function.__name__.replace("_", " "): function
    for function in (
        knapsack, job_shop, australia, south_america, queens, magic_squares, latin_squares, first_columns,
        independent_sets, dominating_sets, lamps, matching, roster, constraints_that_bind, orders, coins, most_money,
        golomb_rulers, costas_arrays, bins, product_line, production,
    )
}  # fmt: skip
"""All of them, by name."""
