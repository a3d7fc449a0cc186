"""Models in CPMpy, solved by its default solver, OR-Tools CP-SAT, with its default parameters.

ZIP: the cell that follows each cell as a circuit, as in CPMpy's examples, and the place of each cell in the path, which
grows by one from cell to cell.  In `steps` there is no circuit but a Boolean for each step, and the places alone forbid
loops: five times as fast.  With places that are all different, and the next one in some neighbouring cell, a puzzle
takes nine times as long as with the circuit (medians over published puzzles).

Pieces: for each cell a look and a piece, for each joint a colour, tied by a table for each cell.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

from benchmarks.peers.answers import Answers, Peer, told
from benchmarks.peers.tiles import as_pieces, is_hopeless
from cpmodels.base.description import Item
from cpmodels.base.puzzle import Path, Solution
from cpmodels.puzzles import Zip
from cpmodels.racing import Question


def search(question: Question) -> Peer:
    """A ZIP by a circuit, or pieces by tables."""
    return circuit(question) if isinstance(question.puzzle, Zip) else tables(question)


def circuit(question: Question) -> Peer:
    """The cell that follows each cell; the node outside comes before the first and after the last."""
    import cpmpy as cp

    puzzle, model = question.puzzle, cp.Model()
    assert isinstance(puzzle, Zip)
    number = {cell: i for i, cell in enumerate(puzzle.cells)}
    outside, first, last = len(number), puzzle.waypoints[:1], puzzle.waypoints[1:][-1:]
    after = cp.intvar(0, outside, shape=outside + 1)
    place = cp.intvar(0, outside, shape=outside + 1)
    model += [cp.Circuit(after), place[outside] == outside]
    for cell, i in number.items():
        ways = [number[there] for there in puzzle.steps[cell] if (cell,) != last]
        ends = [outside] if not last or (cell,) == last else []
        model += [cp.InDomain(after[i], ways + ends), place[after[i]] == place[i] + 1]
    model += [after[outside] == number[cell] for cell in first]
    model += in_order([place[number[cell]] for cell in puzzle.waypoints])

    def path() -> Path:
        cells, here = [], after[outside].value()
        while here != outside:
            cells.append(puzzle.cells[here])
            here = after[here].value()
        return Path(cells)

    return solved(question, model, path)


def steps(question: Question) -> Peer:
    """A Boolean for each step, and for each cell its place in the path."""
    import cpmpy as cp

    puzzle, model = question.puzzle, cp.Model()
    assert isinstance(puzzle, Zip)
    step = {(here, there): cp.boolvar() for here in puzzle.cells for there in puzzle.steps[here]}
    place = {cell: cp.intvar(0, len(puzzle.cells) - 1) for cell in puzzle.cells}
    is_first, is_last = ({cell: cp.boolvar() for cell in puzzle.cells} for _ in range(2))
    model += [is_first[cell] for cell in puzzle.waypoints[:1]] + [is_last[cell] for cell in puzzle.waypoints[1:][-1:]]
    for cell in puzzle.cells:
        model += cp.sum([step[cell, there] for there in puzzle.steps[cell]]) + is_last[cell] == 1
        model += cp.sum([step[there, cell] for there in puzzle.steps[cell]]) + is_first[cell] == 1
        model += is_first[cell] == (place[cell] == 0)
        model += is_last[cell] == (place[cell] == len(puzzle.cells) - 1)
    model += [taken.implies(place[there] == place[here] + 1) for (here, there), taken in step.items()]
    model += in_order([place[cell] for cell in puzzle.waypoints])

    def path() -> Path:
        order = sorted(place, key=lambda cell: place[cell].value())
        return Path(order)

    return solved(question, model, path)


def in_order(places: list[Any]) -> list[Any]:
    return [earlier < later for earlier, later in pairwise(places)]


def tables(question: Question) -> Peer:
    """For each cell the look of a piece, and a table of all looks with their colours; each piece is used up."""
    import cpmpy as cp

    form, model = as_pieces(question.puzzle), cp.Model()
    if is_hopeless(form):
        return Peer(told)
    pieces = {piece: i for i, piece in enumerate(form.copies)}
    colours: dict[Any, dict[Any, int]] = {}
    for choices in form.looks.values():
        for shown in choices.values():
            for joint, colour in shown.items():
                colours.setdefault(joint, {}).setdefault(colour, len(colours[joint]))
    joints = {joint: cp.intvar(0, len(found) - 1) for joint, found in colours.items()}
    look: dict[Item, Any] = {}
    piece = [cp.intvar(0, len(pieces) - 1) for _ in form.looks]
    for i, (cell, choices) in enumerate(form.looks.items()):
        look[cell] = cp.intvar(0, len(choices) - 1)
        around = list(dict.fromkeys(joint for shown in choices.values() for joint in shown))
        rows = [
            [n, pieces[form.piece_of[choice]], *shades]
            for n, (choice, shown) in enumerate(choices.items())
            for shades in product(*([colours[j][shown[j]]] if j in shown else range(len(colours[j])) for j in around))
        ]
        model += cp.Table([look[cell], piece[i], *(joints[joint] for joint in around)], rows)
    if set(form.copies.values()) == {1}:
        model += cp.AllDifferent(piece)
    else:
        model += cp.GlobalCardinalityCount(piece, list(pieces.values()), list(form.copies.values()))

    def answer() -> Solution:
        found: Solution = form.decode({cell: list(form.looks[cell])[look[cell].value()] for cell in form.looks})
        return found

    return solved(question, model, answer)


def solved(question: Question, model: Any, answer: Callable[[], Solution]) -> Peer:
    """A first answer by ``solve``, two or all by ``solveAll``.

    All variables of the models follow from the answer, so that ``solveAll`` comes upon each answer once.
    """
    import cpmpy as cp
    from cpmpy.solvers.solver_interface import ExitStatus

    solver = cp.SolverLookup.get("ortools", model)
    limits = {"time_limit": question.seconds, "random_seed": question.seed}

    def find() -> Answers:
        if question.task == "first":
            if solver.solve(**limits):
                yield answer()
            return bool(solver.status().exitstatus == ExitStatus.UNSATISFIABLE)
        found: list[Solution] = []
        most = 2 if question.task == "unique" else None
        solver.solveAll(display=lambda: found.append(answer()), solution_limit=most, **limits)
        yield from found
        return solver.status().exitstatus in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE)

    return Peer(find)


def warm_up() -> None:
    """Import CPMpy and its solver, and solve something."""
    import cpmpy as cp

    assert cp.Model(cp.boolvar()).solve()
