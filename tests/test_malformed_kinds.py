"""Slips of those who write a kind of their own: each is one sentence, and what only looks like one is taken."""

import re
from dataclasses import InitVar, dataclass, field
from random import Random

import pytest
from command_line import fails
from lenient import Lenient

import cpmodels as cm
from cpmodels._candidates import makes_candidates
from cpmodels.base.errors import DefectError, ModelError, ParameterError, WrongSolutionError
from cpmodels.base.kinds import kind_named
from readers.forms import puzzle_from_form

KIND = '''
from dataclasses import dataclass
from functools import wraps
from typing import ClassVar
import cpmodels as cm
from cpmodels.base.puzzle import NumberedBoard

def noted(function):
    @wraps(function)
    def noting(*args, **options):
        return function(*args, **options)
    return noting

class Rule:
    def check(self, solution):
        return super().check(solution)

@dataclass(frozen=True)
class Dials(NumberedBoard[cm.Grid]):
    """Numbers from 1 to 2."""
    kind = "dials"
    given: tuple[tuple[int | None, ...], ...] = ((1, None),)
    size: int = 2

    def check(self, solution):
        return solution.flaws(self.rows, self.cols, (1, 2), self.given)

    def model(self, cp):
        board = cm.graph.grid(self.rows, self.cols).nodes
        return cm.Model(self, cp, cm.constraints.numbers(cp, board, (1, 2), self.numbers))

    def diagram(self, solution=None):
        return cm.Diagram(self.rows, self.cols)

@dataclass(frozen=True)
class Derived(Rule, Dials):
    kind = "derived_dials"
    size: int = 3
'''
pytestmark = pytest.mark.usefixtures("files_are_forgotten")


@pytest.fixture
def made(tmp_path):
    """Loads the file of the kind, in which some text stands in the place of another."""

    def load(old="", new=""):
        assert old in KIND
        (tmp_path / "dials.py").write_text(KIND.replace(old, new, 1))
        return cm.load(tmp_path / "dials.py")

    return load


CHECK, MODEL, DIAGRAM = "def check(self, solution):\n        return sol", "def model(self, cp)", "solution=None"
DRAW, SIZE, NAME = f"def diagram(self, {DIAGRAM})", "size: int = 2", 'kind = "dials"'
CALLED, UNCHECKED = (
    "cannot be called as it must be: write",
    "Dials has no method `check`, the rules that a solution breaks",
)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (CHECK, CHECK.replace(", solution", ""), f"`check` of Dials {CALLED} def check(self, solution)"),
        (CHECK, CHECK.replace("self, solution", ""), f"`check` of Dials {CALLED} def check(self, solution)"),
        (CHECK, CHECK.replace("solution)", "solution, more)"), f"`check` of Dials {CALLED} def check(self, solution)"),
        (CHECK, CHECK.replace("def", "@property\n    def"), f"`check` of Dials {CALLED} def check(self, solution)"),
        (CHECK, CHECK.replace("def", "@staticmethod\n    def", 1).replace("self, ", ""), f"`check` of Dials {CALLED}"),
        ("def check(self, solution):\n        return super", "def check(self):\n        return super", CALLED),
        (MODEL, "def model(self)", f"`model` of Dials {CALLED} def model(self, cp)"),
        (MODEL, "def describe(self, cp)", f"`describe` of Dials {CALLED} def describe(self)"),
        (MODEL, "model = 3\n    def build(self, cp)", f"`model` of Dials {CALLED} def model(self, cp)"),
        (DIAGRAM, "solution", f"`diagram` of Dials {CALLED} def diagram(self, solution=None)"),
        (DRAW, "def mark_in_words(self, mark)", f"{CALLED} def mark_in_words(self, mark, *, holds)"),
        (DRAW, "def blank(self, rows, cols, random)", f"{CALLED} @classmethod def blank(cls, rows, cols, random)"),
        (SIZE, "model: int = 2", "Dials has a field `model`, which hides `NumberedBoard.model`: rename it"),
        (SIZE, "check: int", "Dials has a field `check`, which hides `NumberedBoard.check`: rename it"),
        (SIZE, "identical: int = 2", "Dials has a field `identical`, which hides `NumberedBoard.identical`: rename it"),
        (SIZE, "rows: int = 3", "Dials has a field `rows`, which hides `NumberedBoard.rows`: rename it"),
        ("size: int = 3", "rows: int = 3", "Derived has a field `rows`, which hides `Dials.rows`: rename it"),
        (CHECK, CHECK.replace("check", "chek"), f"{UNCHECKED}: did you mean 'chek'?"),
        (CHECK, CHECK.replace("check", "is_right"), f"{UNCHECKED}: write def check(self, solution)"),
        (NAME, 'kind = ""', "the `kind` of Dials must be a name of one line, not ''"),
        (NAME, 'kind = "di\\nals"', r"the `kind` of Dials must be a name of one line, not 'di\nals'"),
        (NAME, 'kind = " dials"', "the `kind` of Dials must be a name of one line, not ' dials'"),
        (NAME, "kind = 3", "the `kind` of Dials must be a name of one line, not 3"),
    ],
)  # fmt: skip
def test_a_slip_in_a_class_is_a_sentence_when_it_is_made(made, old, new, sentence):
    with pytest.raises(ParameterError, match=rf"dials.py, line \d+: .*{re.escape(sentence)}"):
        made(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        (CHECK, CHECK.replace("solution)", "solution, strict=True)")),
        (CHECK, CHECK.replace("self, solution):", "me, *given):\n        self, solution = me, *given")),
        (CHECK, CHECK.replace("def", "@noted\n    def")),
        (CHECK, CHECK.replace("check", "rules").replace("def", "check = lambda self, grid: self.rules(grid)\n    def")),
        (MODEL, "def model(self, solver):\n        return self.built(solver)\n    def built(self, cp)"),
        (DIAGRAM, "solution=None, colour='red'"),
        ("def diagram", "@classmethod\n    def blank(cls, n, m, chance, *, odd: bool = False): ...\n    def diagram"),
        ("def diagram", "@staticmethod\n    def blank(n, m, chance): ...\n    def diagram"),
        ("def diagram", "def mark_in_words(self, mark, holds): ...\n    def diagram"),
        ("def diagram", "@property\n    def rows(self):\n        return 1\n    def diagram"),
        (SIZE, "rows = 1"),
        (SIZE, "rows: ClassVar[int] = 1"),
        (SIZE, "name: str | None = None"),
        (NAME, 'kind: ClassVar[str] = "dials"'),
    ],
)
def test_what_only_looks_like_a_slip_is_taken(made, old, new):
    module = made(old, new)
    for kind in (module.Dials, module.Derived):
        assert cm.count(kind()).total == 2
        assert makes_candidates(kind)


def test_a_class_that_other_kinds_are_derived_from_needs_neither_kind_nor_check():
    class Board(cm.Puzzle[cm.Grid]):
        rows: int

    class Lined(Lenient, Board):
        kind = "lined"

    assert kind_named("lined") is Lined


@pytest.mark.parametrize("said", ["[1]", "'wrong'", "True", "()", "None"])
def test_a_check_that_gives_no_list_of_sentences(made, said):
    module = made(CHECK, CHECK.replace("return sol", f"return {said}\n        return sol"))
    for kind in (module.Dials, module.Derived):
        with pytest.raises(cm.KindError, match=re.escape(f"check returned {said}, not a list of sentences")):
            kind().check(cm.Grid([[1, 1]]))


@pytest.mark.parametrize(
    ("method", "said", "sort"),
    [
        ("remarks(self, solution=None)", "None", "a list of sentences"),
        ("remarks(self, solution=None)", "'wrong'", "a list of sentences"),
        ("infeasible_reason(self)", "''", "a sentence or None"),
        ("infeasible_reason(self)", "False", "a sentence or None"),
        ("amount(self, solution)", "None", "a number"),
        ("most(self)", "'4'", "a number or None"),
        ("with_clues(self, solution, random)", "'puzzle'", "a puzzle or None"),
    ],
)
def test_a_method_that_gives_back_what_is_none_of_its_sort(made, method, said, sort):
    """None was a TypeError where it was first used, and no words were a reason to some searches."""
    puzzle = made("def diagram", f"def {method}:\n        return {said}\n    def diagram").Dials()
    name = method.partition("(")[0]
    given = {"amount": [cm.Grid([[1, 1]])], "with_clues": [cm.Grid([[1, 1]]), Random(1)]}.get(name, [])
    with pytest.raises(cm.KindError, match=re.escape(f"{name} returned {said}, not {sort}")):
        getattr(puzzle, name)(*given)


GIVEN = "self, cp, cm.constraints.numbers(cp, board, (1, 2), self.numbers)"


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ("self, cp, {}", WrongSolutionError, "read as Assignment(true=(), numbers=()), not as a Grid: let `decode`"),
        ("self, cp, [], lambda _: 3", WrongSolutionError, "a solution of the model is read as 3, not as a Grid"),
        ("self, cp, [], {}", ModelError, "`decode` is a function that makes a solution of values, not {}"),
        ("'zip', cp, []", cm.KindError, "expected a puzzle, as in cpmodels.Model(self, cp, ...), not 'zip'"),
        ("cp, self, []", ModelError, "a model needs cp=CpModel(), not Dials("),
    ],
)
def test_a_model_of_wrong_arguments(made, given, error, sentence):
    puzzle = made(GIVEN, given).Dials()
    for question in (cm.solve, cm.count):
        with pytest.raises(error, match=re.escape(sentence)):
            question(puzzle)
    with pytest.raises((error, DefectError)):
        list(cm.explain(puzzle))


@pytest.mark.parametrize("said", ["problem", "[problem]", "Description([], cm.Grid)"])
def test_a_description_that_is_none(made, said):
    """It ended with an AttributeError, as `ExactCover` object has no attribute `problem`."""
    begun = "from cpmodels.base.description import Description, ExactCover\n        problem = ExactCover([], [])"
    module = made(MODEL, f"def describe(self):\n        {begun}\n        return {said}\n    def built(self, cp)")
    for question in (cm.solve, cm.count):
        with pytest.raises(DefectError, match=r"Dials\.describe returned .*, not a Description of an ExactCover"):
            question(module.Dials())


def test_a_blank_puzzle_that_is_none(made):
    blank = "@classmethod\n    def blank(cls, rows, cols, random):\n        pass\n    def diagram"
    with pytest.raises(cm.KindError, match=r"Dials\.blank returned None, not a puzzle"):
        cm.generate(made("def diagram", blank).Dials, 1, 2)


def test_blank_boards_of_a_kind_with_more_fields(made):
    """What stands first was taken for the rows, and one without a default was a TypeError."""
    fields = "given: tuple[tuple[int | None, ...], ...] = ((1, None),)\n    size: int = 2"
    module = made(fields, "size: int\n    given: tuple[tuple[int | None, ...], ...] = ((1, None),)")
    with pytest.raises(cm.KindError, match="new puzzles of a Dials need a `blank` of its own, for their `size`"):
        cm.generate(module.Dials, 1, 2)
    assert cm.generate(module.Derived, 1, 2, seed=1).puzzle.size == 3


def test_a_diagram_that_is_none(made):
    """Where `return` was forgotten, a picture ended with an AttributeError."""
    puzzle = made("return cm.Diagram", "cm.Diagram").Dials()
    for show in (cm.draw, cm.text, lambda puzzle: cm.draw(puzzle, cm.Grid([[1, 2]]))):
        with pytest.raises(DefectError, match=r"Dials\.diagram returned None, not a cpmodels\.Diagram"):
            show(puzzle)


def test_a_class_without_a_kind_is_told_once(tmp_path):
    file = tmp_path / "dials.py"
    file.write_text(KIND.replace('kind = "dials"', "").replace('kind = "derived_dials"', ""))
    (tmp_path / "board.json").write_text('{"puzzle": "dials"}')
    told = fails("solve", tmp_path / "board.json", "--load", file)
    assert "Dials has no `kind`, the name of its kind in files: write kind = 'dials'" in told
    assert "there is no kind of puzzle" not in told


def test_a_reader_of_a_class_that_is_no_dataclass_is_asked():
    class Plain(Lenient, cm.Puzzle[cm.Grid]):
        kind = "plain"

    with pytest.raises(cm.KindError, match="Plain has no JSON form, as it is not a dataclass"):
        puzzle_from_form(Plain, {"size": 3})
    puzzle_from_form.register(Plain)(lambda kind, form: kind())  # noqa: ARG005
    assert type(puzzle_from_form(Plain, {"size": 3})) is Plain


@pytest.mark.parametrize(("values", "given"), [((3,), {}), ((), {"size": 3})])
def test_values_for_a_class_that_is_no_dataclass_are_refused(values, given):
    """They were forgotten, and the answer was that for the default."""

    class Plain(Lenient, cm.Puzzle[cm.Grid]):
        kind = "plain-with-a-size"
        size: int = 2

    assert Plain().size == 2
    with pytest.raises(cm.KindError, match=r"Plain takes no values, .* write @dataclass\(frozen=True\) above it"):
        Plain(*values, **given)


def test_what_is_only_there_to_make_a_puzzle_is_handed_on():
    """`__post_init__` was called without it, and said that it takes one argument."""

    @dataclass(frozen=True)
    class Spelt(Lenient, cm.Puzzle[cm.Grid]):
        kind = "spelt"
        letters: InitVar[str]
        size: int = field(init=False)

        def __post_init__(self, letters):
            object.__setattr__(self, "size", len(letters))

    assert Spelt("four").size == Spelt(letters="four").size == 4


def test_a_default_in_a_class_that_is_no_dataclass_is_refused():
    """Its puzzles had that of the kind that it is derived from, and so the answer was about another puzzle."""

    @dataclass(frozen=True)
    class Sized(Lenient, cm.Puzzle[cm.Grid]):
        kind = "sized"
        size: int = 2

    class Larger(Sized):
        size: int = 3

    class Largest(Sized):
        size = 4

        def __init__(self):
            super().__init__(self.size)

    with pytest.raises(cm.KindError, match=r"Larger has a `size` of its own, .* @dataclass\(frozen=True\) above it"):
        Larger()
    assert dataclass(frozen=True)(Larger)().size == 3
    assert Largest().size == 4
