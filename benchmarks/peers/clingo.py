"""Plain encodings for clingo, an answer set solver: a path through all cells, and pieces in cells whose sides agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from benchmarks.peers.answers import Answers, Peer, told
from benchmarks.peers.tiles import as_pieces, is_hopeless
from cpmodels.base.puzzle import Path, Solution
from cpmodels.puzzles import Zip
from cpmodels.racing import Question

PATH = """
1 { first(X) : may_start(X) } 1.
1 { last(X) : may_end(X) } 1.
1 { step(X,Y) : edge(X,Y) } 1 :- cell(X), not last(X).
1 { step(X,Y) : edge(X,Y) } 1 :- cell(Y), not first(Y).
:- step(X,_), last(X).
:- step(_,Y), first(Y).
passed(X,N) :- first(X), number(X,N).
passed(X,0) :- first(X), not number(X,_).
passed(Y,N) :- passed(X,N), step(X,Y), not number(Y,_).
passed(Y,N+1) :- passed(X,N), step(X,Y), number(Y,N+1).
:- cell(X), not passed(X,_).
#show step/2. #show first/1.
"""
"""A step out of each cell but the last, and into each but the first; the last number passed is carried along."""

PIECES = """
1 { lies(C,L) : look(C,L,_) } 1 :- look(C,_,_).
:- copies(P,N), #count { C,L : lies(C,L), look(C,L,P) } != N.
side(J,K) :- lies(C,L), shows(C,L,J,K).
:- side(J,K), side(J,M), K < M.
#show lies/2.
"""
"""A look in each cell, as many of each piece as there are, and no side of two colours."""


def search(question: Question) -> Peer:
    """A ZIP as a path, or pieces by their looks."""
    return path(question) if isinstance(question.puzzle, Zip) else looks(question)


def path(question: Question) -> Peer:
    """The steps of the path."""
    puzzle = question.puzzle
    assert isinstance(puzzle, Zip)
    index = {cell: i for i, cell in enumerate(puzzle.cells)}
    ends = puzzle.waypoints[1:][-1:]
    facts = [f"cell({i})." for i in index.values()]
    facts += [f"edge({index[here]},{index[there]})." for here in index for there in puzzle.steps[here]]
    facts += [f"number({index[cell]},{n})." for n, cell in enumerate(puzzle.waypoints, 1)]
    facts += [f"may_start({index[cell]})." for cell in puzzle.waypoints[:1] or index]
    facts += [f"may_end({index[cell]})." for cell in ends or index]

    def read(atoms: Iterable[Any]) -> Path:
        after = {}
        for atom in atoms:
            numbers = [argument.number for argument in atom.arguments]
            after[numbers[0] if atom.name == "step" else -1] = numbers[-1]
        here, order = -1, []
        while here in after:
            here = after[here]
            order.append(puzzle.cells[here])
        return Path(order)

    return solved(question, [*facts, PATH], read)


def looks(question: Question) -> Peer:
    """The look of each cell."""
    form = as_pieces(question.puzzle)
    if is_hopeless(form):
        return Peer(told)
    pieces = {piece: i for i, piece in enumerate(form.copies)}
    joints: dict[Any, int] = {}
    colours: dict[Any, int] = {}
    facts = [f"copies({pieces[piece]},{times})." for piece, times in form.copies.items()]
    cells = {cell: list(choices) for cell, choices in form.looks.items()}
    for c, (cell, choices) in enumerate(cells.items()):
        for n, choice in enumerate(choices):
            facts.append(f"look({c},{n},{pieces[form.piece_of[choice]]}).")
            for joint, colour in form.looks[cell][choice].items():
                j, k = joints.setdefault(joint, len(joints)), colours.setdefault(colour, len(colours))
                facts.append(f"shows({c},{n},{j},{k}).")
    names = list(cells)

    def read(atoms: Iterable[Any]) -> Solution:
        laid = (tuple(argument.number for argument in atom.arguments) for atom in atoms)
        return form.decode({names[c]: cells[names[c]][n] for c, n in laid})

    return solved(question, [*facts, PIECES], read)


def solved(question: Question, program: list[str], read: Callable[[Iterable[Any]], Solution]) -> Peer:
    """The answer sets of a program: one where any will do, else all."""
    import clingo

    control = clingo.Control([f"--seed={question.seed}", "1" if question.task == "first" else "0"])
    control.add("base", [], "\n".join(program))
    control.ground([("base", [])])

    def find() -> Answers:
        with control.solve(yield_=True) as handle:
            for model in handle:
                yield read(model.symbols(shown=True))
            return bool(handle.get().exhausted)

    return Peer(find)


def warm_up() -> None:
    """Import the library, and have it solve nothing."""
    import clingo

    clingo.Control().solve()
