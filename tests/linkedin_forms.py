"""LinkedIn's puzzles as they were published, in the forms of their files."""

from cpmodels.puzzles.patches import Patch, Patches
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.tango import Tango

SHAPES = {"square": "square", "V_rect": "tall", "H_rect": "wide", "free": None}


def puzzle_of(game, form):
    """The puzzle of a form, which lies beside its screenshot or in the file of its game."""
    if game == "queens":
        return Queens(form["regions"])
    if game == "minisudoku":
        return Sudoku(form["cells"])
    if game == "patches":
        clues = [Patch(c["row"], c["col"], c["cells"], SHAPES[c["shape"]]) for c in form["clues"]]
        return Patches(form["rows"], form["cols"], clues)
    symbols = {(row, col): int(symbol == "S") for row, col, symbol in form["symbols"]}
    given = [[symbols.get((row, col)) for col in range(form["cols"])] for row in range(form["rows"])]
    signs = {sign: [(one, other) for one, other, each in form["signs"] if each == sign] for sign in "=x"}
    return Tango(given, equal=signs["="], different=signs["x"])
