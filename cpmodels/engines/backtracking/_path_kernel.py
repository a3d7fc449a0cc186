"""The loop that grows a path, in machine code; importing this module imports Numba.

The tables and what changes are described in `cpmodels.engines.backtracking._paths`, the prunings in `PRUNINGS` there.
Beside the n nodes of the graph there are two more: ``n``, from which the path comes, and ``n + 1``, to which it goes at
last.
"""

from __future__ import annotations

import numpy as np

from cpmodels.engines.backtracking._compiled import compiled
from cpmodels.engines.backtracking._search import Ints, Rows

Arrays = tuple[Rows, ...]
"""The tables, or the stack, of `cpmodels.engines.backtracking._paths`, in their order."""


@compiled
def prepare(tails: Rows, heads: Rows, order: Rows, first: Rows, last: Rows) -> Arrays:
    """The tables of a graph but for the last two: arcs out, arcs in and neighbours of either kind, and the colours.

    tails, heads: of each arc where it leaves and where it leads, one node's after the other's.
    order: for each node its place among the waypoints, or -1.
    first, last: for each node whether the path may start, and end, there.

    An arc that no path uses is left out: between waypoints that do not follow each other, out of the only end, into the
    only start.
    """
    count = len(first)
    starts, ends, waypoints = first.sum(), last.sum(), (order >= 0).sum()
    arcs, size = np.empty((2, len(tails) + starts + ends), np.int32), 0
    for position in range(len(tails)):
        here, there = tails[position], heads[position]
        if (ends == 1 and last[here]) or (starts == 1 and first[there]):
            continue
        if order[here] < 0 or order[there] < 0 or order[there] == order[here] + 1:
            arcs[0, size], arcs[1, size] = here, there
            size += 1
    for node in range(count):
        if last[node] and (order[node] < 0 or order[node] == waypoints - 1):
            arcs[0, size], arcs[1, size] = node, count + 1
            size += 1
        if first[node] and order[node] <= 0:
            arcs[0, size], arcs[1, size] = count, node
            size += 1
    out_from, out = lists(arcs[0, :size], arcs[1, :size], count + 2)
    in_from, into = lists(arcs[1, :size], arcs[0, :size], count + 2)
    near_from, near = np.empty(count + 3, np.int32), np.empty(2 * size, np.int32)
    seen, size = np.full(count + 2, -1, np.int32), 0
    for here in range(count + 2):
        near_from[here] = size
        for nodes_from, nodes in ((out_from, out), (in_from, into)):
            for there in nodes[nodes_from[here] : nodes_from[here + 1]]:
                if seen[there] != here:
                    seen[there] = here
                    near[size] = there
                    size += 1
    near_from[count + 2] = size
    return out_from, out, in_from, into, near_from, near, colouring(count, near_from, near)


@compiled
def lists(here: Rows, there: Rows, size: int) -> tuple[Rows, Rows]:
    """For each node those to which it has an arc, one node's after the other's, after where they begin."""
    begins, nodes = np.zeros(size + 1, np.int32), np.empty(len(there), np.int32)
    for node in here:
        begins[node + 1] += 1
    for node in range(size):
        begins[node + 1] += begins[node]
    filled = begins.copy()
    for position in range(len(here)):
        nodes[filled[here[position]]] = there[position]
        filled[here[position]] += 1
    return begins, nodes


@compiled
def colouring(count: int, near_from: Rows, near: Rows) -> Rows:
    """Two colours, 1 and -1, that differ along each arc; all 0 where there are none, or where they are not known."""
    colours, waiting = np.zeros(count + 2, np.int32), np.zeros(count + 2, np.int32)
    done, size = 0, min(count, 1)
    colours[0] = size
    while done < size:
        here = waiting[done]
        done += 1
        for position in range(near_from[here], near_from[here + 1]):
            there = near[position]
            if there >= count:
                continue
            if colours[there] == 0:
                colours[there] = -colours[here]
                waiting[size] = there
                size += 1
            elif colours[there] == colours[here]:
                colours[:] = 0
                return colours
    if size < count:  # Of parts that are not joined none is known by the other.
        colours[:] = 0
    return colours


@compiled
def only(nodes_from: Rows, nodes: Rows, node: int, free: Rows, head: int) -> int:
    """The first neighbour of a node, in a list, that is free or the head; -1 where there is none."""
    for position in range(nodes_from[node], nodes_from[node + 1]):
        other = nodes[position]
        if free[other] or other == head:
            return int(other)
    return -1


@compiled
def cut_off(head: int, left: int, tables: Arrays, free: Rows, parity: int, scratch: Rows) -> bool:
    """Whether a part that is free lies behind a node, or behind the head, and the path could not come back from it.

    Tarjan's low links: a node whose removal cuts off a part is passed, and then all of the part that holds the end.
    So no other part may be cut off; the waypoints behind it are the last ones; and, with `parity`, the colours
    behind it alternate.  `left` nodes are free, the end that is none of the graph not counted.
    """
    out_from, out, _, _, near_from, near, colours, order, _ = tables
    waypoints, sink = len(tables[-1]), len(order) - 1
    found, low, parent, position = scratch[0], scratch[1], scratch[2], scratch[3]
    size, least, met, tint = scratch[4], scratch[5], scratch[6], scratch[7]
    found[:] = 0
    found[head] = low[head] = seen = 1
    here = -1
    for start in range(out_from[head], out_from[head + 1]):
        if free[out[start]] and out[start] != sink:
            here = out[start]
            break
    if here < 0:
        return True
    there = here
    here = head
    while True:
        if there >= 0:  # Step down.
            seen += 1
            found[there] = low[there] = seen
            parent[there] = here
            position[there] = near_from[there]
            size[there] = there != sink
            tint[there] = colours[there]
            met[there] = order[there] >= 0
            least[there] = order[there] if order[there] >= 0 else waypoints
            here = there
        there = -1
        for place in range(position[here], near_from[here + 1]):
            other = near[place]
            if found[other]:
                if other != parent[here] and found[other] < low[here]:
                    low[here] = found[other]
            elif free[other]:
                there = other
                position[here] = place + 1
                break
        if there >= 0:
            continue
        above = parent[here]
        if above == head:
            return seen != left + 2
        if low[here] >= found[above]:
            if found[sink] < found[here] or least[here] + met[here] < waypoints:
                return True
            if parity and tint[here] != (-colours[above] if size[here] % 2 else 0):
                return True
        low[above] = min(low[above], low[here])
        size[above] += size[here]
        tint[above] += tint[here]
        met[above] += met[here]
        least[above] = min(least[above], least[here])
        here = above


@compiled
def out_of_reach(
    head: int, due: int, left: int, tables: Arrays, free: Rows, reach: int, parity: int, scratch: Rows
) -> bool:
    """Whether the way from a waypoint to the next one is closed, or a part belongs to no such way, or is off colour.

    The free nodes between the waypoints fall into parts.  Each way, from the head to the waypoint that is due, from
    that to the next and from the last to the end, is a step, or leads through one part that it can enter and leave.
    Colours alternate along a way, so its ends settle of which colour it has one more than of the other.
    """
    out_from, out, in_from, into, near_from, near, colours, order, waypoints = tables
    count = len(order) - 2
    sink = count + 1
    part, queue, stamp = scratch[0], scratch[1], scratch[2]
    tint, lowest, highest, used = scratch[3], scratch[4], scratch[5], scratch[6]
    part[:] = -1
    parts = total = 0
    for node in range(count):
        if free[node]:
            total += colours[node]
            if part[node] < 0 and order[node] < 0:
                part[node] = parts
                queue[0] = node
                done, size, shade = 0, 1, 0
                while done < size:
                    here = queue[done]
                    done += 1
                    shade += colours[here]
                    for position in range(near_from[here], near_from[here + 1]):
                        there = near[position]
                        if free[there] and part[there] < 0 and order[there] < 0 and there != sink:
                            part[there] = parts
                            queue[size] = there
                            size += 1
                tint[parts] = shade
                stamp[parts] = lowest[parts] = highest[parts] = used[parts] = 0
                parts += 1
    if parity and head < count and total != (-colours[head] if left % 2 else 0):
        return True
    if reach and parts > len(waypoints) + 1 - due:
        return True
    here = head
    for turn in range(due, len(waypoints) + 1):
        goal = waypoints[turn] if turn < len(waypoints) else sink
        mark = 2 * (turn + 1)  # A part that can be entered has this mark, and one more if it can be left, too.
        direct = False
        for position in range(out_from[here], out_from[here + 1]):
            there = out[position]
            if there == goal:
                direct = True
            elif part[there] >= 0:
                stamp[part[there]] = mark
        ways = 0
        for position in range(in_from[goal], in_from[goal + 1]):
            there = into[position]
            if part[there] >= 0 and stamp[part[there]] == mark:
                stamp[part[there]] = mark + 1
                queue[ways] = part[there]
                ways += 1
        if reach and not direct and ways == 0:
            return True
        least = most = 0  # How many more nodes of colour 1 than of colour -1 the way has.
        if parity:
            if here < count:
                least, most = min(0, -colours[here]), max(0, -colours[here])
                if goal != sink:
                    least = most = -colours[here] if colours[here] == colours[goal] else 0
            elif goal != sink:
                least, most = min(0, -colours[goal]), max(0, -colours[goal])
            else:
                least, most = -1, 1
        if direct or ways > 1:
            least, most = min(0, least), max(0, most)
        for way in range(ways):
            used[queue[way]] = 1
            lowest[queue[way]] += least
            highest[queue[way]] += most
        here = goal
    for one in range(parts):
        if reach and not used[one]:
            return True
        if parity and not lowest[one] <= tint[one] <= highest[one]:
            return True
    return False


@compiled
def grow(
    budget: int, state: Ints, given: Rows, tables: Arrays, asked: tuple[int, ...], stack: Arrays, solutions: Rows
) -> tuple[int, bool]:
    """Grow the path until the budget of nodes is used up, the room for solutions is full, or all is searched.

    How many solutions were found, and whether all is searched.

    state: the depth, which waypoint is due, how many nodes were tried, whether the choices at this depth are listed,
        how many choices are to pass between two looks at the whole graph, and how many have passed.
    asked: which prunings are tried, in their order; the most choices between two looks; whether choices are sorted.
    """
    out_from, out, in_from, into, _, _, _, order, _ = tables
    free, entries, exits, path, choices, turn, upto, scratch = stack
    depth, due, nodes, listed, gap, since = state[0], state[1], state[2], state[3], state[4], state[5]
    isolated, ends, cuts, parity, reach, patience, fewest = asked
    count = len(order) - 2
    sink = count + 1
    until, found, finished, dead = nodes + budget, 0, False, False
    head = path[depth]
    if depth == 0 and not listed and isolated:
        for node in range(count + 2):
            if node != count and (entries[node] == 0 or exits[node] == 0):
                dead = True
    while True:
        if not listed:
            start = upto[depth - 1] if depth else 0
            size = start
            left = count - depth
            if dead:
                dead = False
            elif left == 0:
                for position in range(out_from[head], out_from[head + 1]):
                    if out[position] == sink:
                        choices[size] = sink
                        size += 1
            else:
                must = -1
                for position in range(out_from[head], out_from[head + 1]):
                    there = out[position]
                    if not free[there]:
                        continue
                    if ends:
                        forced = entries[there] == 1
                        if entries[there] == 2 and exits[there] == 1:
                            forced = only(in_from, into, there, free, -1) == only(out_from, out, there, free, -1)
                        if forced:
                            if must >= 0 or there == sink:
                                dead = True
                                break
                            must = there
                    if there != sink and (order[there] < 0 or order[there] == due):
                        choices[size] = there
                        size += 1
                if must >= 0 and size > start and not dead:
                    size = start
                    if order[must] < 0 or order[must] == due:
                        choices[size] = must
                        size += 1
                if depth < len(given):
                    allowed = False
                    for position in range(start, size):
                        allowed |= choices[position] == given[depth]
                    choices[start] = given[depth]
                    size = start + allowed
                since += size > start + 1
                look = size > start + 1 and since >= gap and not dead
                if look and (reach or parity):
                    dead = out_of_reach(head, due, left, tables, free, reach, parity, scratch)
                if look and cuts and not dead:
                    dead = cut_off(head, left, tables, free, parity, scratch)
                if look:
                    since = 0
                    gap = max(gap // 2, 1) if dead else min(2 * gap, patience)
                if dead:
                    dead = False
                    size = start
                elif fewest:
                    for position in range(start + 1, size):
                        one = choices[position]
                        place = position
                        while place > start and exits[choices[place - 1]] > exits[one]:
                            choices[place] = choices[place - 1]
                            place -= 1
                        choices[place] = one
            turn[depth] = start
            upto[depth] = size
            listed = 1
        if turn[depth] == upto[depth]:
            if depth == 0:
                finished = True
                break
            depth -= 1
            node, head = head, path[depth]
            free[node] = 1
            due -= order[node] >= 0
            for position in range(in_from[node], in_from[node + 1]):
                exits[into[position]] += free[into[position]]
            for position in range(out_from[head], out_from[head + 1]):
                if out[position] != node:
                    entries[out[position]] += free[out[position]]
            continue
        node = choices[turn[depth]]
        if nodes >= until and node != sink:
            break
        turn[depth] += 1
        if node == sink:
            for place in range(count):
                solutions[found, place] = path[place + 1]
            found += 1
            if found == len(solutions):
                break
            continue
        free[node] = 0
        for position in range(out_from[head], out_from[head + 1]):
            other = out[position]
            if free[other]:
                entries[other] -= 1
                if isolated and (
                    entries[other] == 0
                    or (
                        entries[other] == 1
                        and exits[other] == 1
                        and only(in_from, into, other, free, node) == only(out_from, out, other, free, -1)
                    )
                ):
                    dead = True
        for position in range(in_from[node], in_from[node + 1]):
            other = into[position]
            if free[other]:
                exits[other] -= 1
                if isolated and (
                    exits[other] == 0
                    or (
                        entries[other] == 1
                        and exits[other] == 1
                        and only(in_from, into, other, free, node) == only(out_from, out, other, free, -1)
                    )
                ):
                    dead = True
        nodes += 1
        depth += 1
        path[depth] = head = node
        due += order[node] >= 0
        listed = 0
    state[0], state[1], state[2], state[3], state[4], state[5] = depth, due, nodes, listed, gap, since
    return found, finished
