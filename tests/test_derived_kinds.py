"""Kinds that are derived from those of this package, by other rules: nothing that only the old rules allow is taken."""

from dataclasses import dataclass, replace
from itertools import pairwise, permutations, product

import pytest
from browser import data_of
from drawn import texts
from ortools.sat.python import cp_model
from systems import needs

import cpmodels as cm
import renderers
from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.errors import DefectError, UnsupportedError, WrongSolutionError
from cpmodels.engines import ENGINES
from cpmodels.explaining._default import account
from cpmodels.explaining._model import ModelAccount
from cpmodels.model.strategies import searches
from cpmodels.puzzles import Board, Placement
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.reference.paths import paths
from cpmodels.testing import check_kind

OTHERS = [pytest.param(name, marks=needs(name)) for name in ("backtrack", "cadical", "frontier", "ganak")]


class Torus(cm.Zip):
    """The path may leave the board and come in again at the other side, so nothing is like a chessboard."""

    kind = "torus_zip"

    @property
    def steps(self):
        sides = {(r, c): ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) for r, c in self.cells}
        return {
            cell: tuple(sorted({(r % self.rows, c % self.cols) for r, c in around} - {cell}))
            for cell, around in sides.items()
        }


class KingLoop(SimpleLoop):
    """The loop may go from corner to corner."""

    kind = "king_loop"

    @property
    def graph(self):
        return cm.graph.grid(self.rows, self.cols, king=True, without=self.blocked)


class Touching(Heyawake):
    """Shaded cells may touch; the model says so, and the description of Heyawake does not."""

    kind = "touching_heyawake"

    def check(self, solution):
        return [rule for rule in super().check(solution) if "touch" not in rule]

    def model(self, cp):
        board = cm.graph.grid(self.rows, self.cols)
        numbers = cm.constraints.numbers(cp, board.nodes, [0, 1])
        for room, number in zip(self.region_cells, self.given, strict=True):
            if number is not None:
                cp.add(sum(numbers.where(1)[cell] for cell in room) == number)
        cm.constraints.connected(cp, board, numbers.where(0))
        return cm.Model(self, cp, numbers)


class MayTouch:
    """The rules of the same, for any kind that they are mixed with."""

    def check(self, solution):
        return [rule for rule in super().check(solution) if "touch" not in rule]

    model = Touching.model


class Mixed(MayTouch, Heyawake):
    """Shaded cells may touch, by rules that are not in the class itself."""

    kind = "mixed_heyawake"


class Cornered(Heyawake):
    """The model, and nothing else, says that the first cell is shaded."""

    kind = "cornered_heyawake"

    def model(self, cp):
        made = super().model(cp)
        cp.add(made.key[0] == 1)
        return made


class MayDiffer:
    """Edges need not match."""

    def check(self, solution):
        return [rule for rule in super().check(solution) if "do not match" not in rule]


@dataclass(frozen=True)
class Loose(MayDiffer, cm.EdgeMatching):
    """Edges need not match; the description says so, and the model that is registered for edge matching does not."""

    kind = "loose_matching"

    def describe(self):
        matching = super().describe()
        options = [Option(option.meaning, option.items) for option in matching.problem.options]
        return replace(matching, problem=ExactCover(matching.problem.items, options), symmetries=())


class LooseModel(MayDiffer, cm.EdgeMatching):
    """Edges need not match, as a model of its own says; pieces do not turn."""

    kind = "loose_model"

    def model(self, cp):
        cells = cm.graph.grid(self.rows, self.cols).nodes
        lies = {(cell, i): cp.new_bool_var(f"{i} lies at {cell}") for cell in cells for i in range(len(self.pieces))}
        for one in (*cells, *range(len(self.pieces))):
            cp.add_exactly_one(literal for about, literal in lies.items() if one in about)

        def board(values):
            at = {cell: Placement(i, 0) for (cell, i), value in zip(lies, values, strict=True) if value}
            return Board([[at[r, c] for c in range(self.cols)] for r in range(self.rows)])

        return cm.Model(self, cp, list(lies.values()), decode=board)


class Wide(cm.Garden):
    """A garden that is wider than tall, with a model of its own; of it the smallest is looked for."""

    kind = "wide_garden"

    def check(self, solution):
        width, height = (max(along) - min(along) for along in zip(*solution.codes, strict=True))
        return super().check(solution) + ["it is not wide"] * (width <= height)

    def model(self, cp):
        made = cm.build(cm.Garden("hanging", self.box, tiles=self.tiles, touching=True), cp)
        if self.box[0] <= self.box[1]:
            cp.add_bool_or([])
        return replace(made, puzzle=self)


class Lettered(cm.Garden):
    """A garden that is drawn as letters, which its class says."""

    kind = "lettered_garden"

    def diagram(self, solution=None):
        codes = {} if solution is None else solution.codes
        return cm.Diagram(1, self.box[0]).numbers({(0, x): "ABCDEFGHIJK"[code] for (x,), code in codes.items()})


TORUS, KING = Torus(2, 3, [(0, 1), (1, 2)]), KingLoop(2, 3, [(0, 0)])
TOUCHING, LOOSE = Touching(["AB", "AB"], [2, None]), Loose(1, 2, [(1, 1, 1, 1), (2, 2, 2, 2)], rotations=False)
MIXED = Mixed(["AB", "AB"], [2, None])
LOOSE_MODEL = LooseModel(1, 2, LOOSE.pieces, rotations=False)
CANDIDATES = {
    TORUS: map(cm.Path, permutations(TORUS.cells)),
    KING: {cm.Loop(cells) for cells in permutations(KING.graph.nodes)},
    **dict.fromkeys((TOUCHING, MIXED), tuple(cm.Grid([four[:2], four[2:]]) for four in product((0, 1), repeat=4))),
    **dict.fromkeys((LOOSE, LOOSE_MODEL), tuple(Board([[Placement(i, 0), Placement(1 - i, 0)]]) for i in (0, 1))),
}


@pytest.mark.parametrize("puzzle", CANDIDATES, ids=lambda puzzle: puzzle.kind)
def test_a_derived_kind_has_all_solutions_of_its_own_rules(puzzle):
    right = {solution for solution in CANDIDATES[puzzle] if not puzzle.check(solution)}
    assert right
    for engine in (None, "cp-sat", "cadical"):
        if engine is None or ENGINES[engine].is_installed:
            assert set(cm.solutions(puzzle, engine=engine)) == right
            assert cm.count(puzzle, engine=engine).total == len(right)
            assert cm.is_unique(puzzle, engine=engine) is (len(right) == 1)
            assert cm.solve(puzzle, engine=engine).solution in right
    assert cm.forced(puzzle).status is cm.Status.SOLVED
    assert check_kind(puzzle, engines=("cadical",)) == len(right)


def test_explanations_are_not_by_the_old_rules():
    """By these there is no way to lay the pieces."""
    assert str(cm.hint(replace(LOOSE, clues=[(0, 0, 0, 0)]))) == "Only one piece fits (0, 1): piece 2 lies at (0, 1)."
    assert cm.why_infeasible(LOOSE) is None


def test_a_model_of_its_own_answers_for_the_description_of_the_old_kind():
    """That both say the same is said of the old model."""
    corner = Cornered(["ABC"], [None] * 3)
    assert (cm.count(corner).total, cm.count(Heyawake(["ABC"], [None] * 3)).total) == (2, 3)


@pytest.mark.parametrize("ask", [cm.all_solutions, cm.sample, lambda puzzle: cm.forced(puzzle, engine="frontier")])
def test_a_description_by_the_old_rules_is_not_taken_for_the_model(ask):
    with pytest.raises(DefectError, match="the description of Touching and its model are not the same"):
        ask(TOUCHING)
    assert isinstance(account(TOUCHING), ModelAccount)


def test_a_model_of_its_own_may_go_on_from_the_registered_one():
    @dataclass(frozen=True)
    class More(cm.EdgeMatching):
        kind = "more_edge_matching"

        def model(self, cp):
            return cm.model.build_model(self, cp)

    pieces = [(1, 2, 1, 2), (3, 2, 3, 2)]
    assert cm.count(More(1, 2, pieces)).total == cm.count(cm.EdgeMatching(1, 2, pieces)).total > 0


class Cornering(cm.Zip):
    """The path starts in the corner, as its model says, and its description does not."""

    kind = "cornering_zip"

    def check(self, solution):
        return cm.Zip.check(self, solution) + ["it starts elsewhere"] * (solution.cells[:1] != ((0, 0),))

    def model(self, cp):
        made = cm.model.described_model(self, cp)
        cp.add(made.starts_at[0, 0] == 1)
        return made


def test_a_model_of_its_own_may_go_on_from_that_of_the_description():
    assert check_kind(Cornering(3, 3)) == 8
    with pytest.raises(NotImplementedError, match=r"write cpmodels\.model\.described_model\(self, cp\)"):
        super(Cornering, Cornering(3, 3)).model(cp_model.CpModel())
    with pytest.raises(cm.KindError, match="there is no description of a Sudoku, of which a model could be made"):
        cm.model.described_model(cm.read("sudoku-9"), cp_model.CpModel())


class Adding(cm.Zip):
    """The path starts in the corner, as its check says, and nothing else does."""

    kind = "adding_zip"
    check = Cornering.check


class Registered(cm.Zip):
    """The path starts in the corner, as the model says that is registered for it, and its check."""

    kind = "registered_zip"
    check = Cornering.check


@cm.model.build_model.register(Registered)
def model_of_registered(puzzle, cp):
    return Cornering.model(puzzle, cp)


@pytest.mark.parametrize("kind", [Cornering, Adding, Registered])
def test_loops_that_read_the_description_alone_do_not_take_part(kind):
    with pytest.raises(UnsupportedError, match="puzzle has rules that its description may leave out"):
        paths(kind(3, 3))


def test_links_that_show_the_old_rules_are_none_of_its_own():
    assert cm.sharing.link(Heyawake(["AA"], [1])).startswith("https://puzz.link/p?heyawake/")
    with pytest.raises(cm.KindError, match="there is no website for puzzles of the kind 'touching_heyawake'"):
        cm.sharing.link(Touching(["AA"], [1]))


def test_what_is_registered_is_not_asked_for_a_model_of_its_own():
    kind = type("Modelled", (cm.EdgeMatching,), {"kind": "modelled_matching", "model": LooseModel.model})
    assert isinstance(account(kind(1, 2, LOOSE.pieces, rotations=False)), ModelAccount)
    assert searches(cm.EdgeMatching(2, 5, [(1, 1, 1, 1)] * 10, maximise="score")) != ()
    assert searches(kind(2, 5, [(1, 1, 1, 1)] * 10, maximise="score")) == ()


def test_bounds_and_searches_by_the_old_rules_are_not_had():
    """A beam for boards that match says that it has proved its best board to be the best."""
    pieces = [(1, 1, 1, 1)] * 10
    assert cm.EdgeMatching(2, 5, pieces, maximise="score").most() == 13
    loose = Loose(2, 5, pieces, maximise="score")
    assert (loose.most(), searches(loose)) == (None, ())


class Renamed(cm.Zip):
    """A ZIP by another name."""

    kind = "renamed_zip"


def test_pages_are_not_by_the_old_rules():
    """A page to play is made of the model, and where that may lack rules of the check, the puzzle is only shown."""
    assert [b"Edit" in renderers.page(kind(2, 3)) for kind in (Renamed, Torus)] == [True, False]
    for puzzle, told in ((TORUS, ""), (LOOSE, " Pieces are not turned.")):
        assert data_of(renderers.play_page(puzzle))["rules"] == f"{type(puzzle).__doc__}{told}"
    assert "formula" not in data_of(renderers.page(Shunning(2, 2)))


def test_a_diagram_of_its_own_is_what_is_seen():
    garden = Lettered("hanging", (2,), tiles=[2, 8])
    solution = cm.solve(garden).solution
    assert texts(cm.draw(garden, solution), "number") == list("CI")
    assert {"C", "I"} <= set(cm.text(garden, solution))


def test_what_is_alike_by_the_old_rules_may_not_be_by_the_new_ones():
    """Two pairs of tiles, one across and one down, hang in 2 x 4 or 4 x 2: in each of these in four ways."""
    wide = Wide("hanging", (4, 4), tiles=(1, 2, 4, 8), minimise="volume")
    assert (cm.solve(wide).cost, cm.count(wide).total, check_kind(wide, engines=())) == (8, 4, 4)


def test_a_puzzle_of_the_old_kind_is_not_a_new_one():
    with pytest.raises(cm.KindError, match=r"generator of the kind 'zip', .* makes no Torus"):
        cm.generate(Torus, 3, 3, seed=1)


class Barred(cm.Puzzle[cm.Path]):
    """What several kinds say: that there is no solution."""

    def infeasible_reason(self):
        return "the way is barred"


class BarredZip(Barred, cm.Zip):
    """A path that is no solution."""

    kind = "barred_zip"


class OpenZip(BarredZip):
    """Any path is one."""

    kind = "open_zip"

    def check(self, solution):
        return cm.Zip(self.rows, self.cols).check(solution)


def test_a_reason_that_several_kinds_share_is_not_had_by_other_rules():
    assert (BarredZip(1, 2).infeasible_reason(), OpenZip(1, 2).infeasible_reason()) == ("the way is barred", None)


class Shunning(cm.Zip):
    """One path of all, `shunned`, is not a solution, as `check` says, and nothing else."""

    kind = "shunning_zip"
    shunned = None

    def check(self, solution):
        return super().check(solution) or ["it is the one path"] * (solution == type(self).shunned)


class Rooks(cm.Puzzle[cm.Assignment]):
    """Four rooks, one in each row and column; half a turn takes solutions to solutions."""

    kind = "four_rooks_turned"
    shunned = None

    def check(self, solution):
        return ["there are not four rooks"] * (len(solution.true) != 4)

    def model(self, cp):
        rooks = {(row, col): cp.new_bool_var("") for row in range(4) for col in range(4)}
        for i in range(4):
            cp.add_exactly_one(rooks[i, col] for col in range(4))
            cp.add_exactly_one(rooks[row, i] for row in range(4))
        return cm.Model(self, cp, rooks, symmetries=[range(16), range(15, -1, -1)])


class PickyRooks(Rooks):
    """Some rooks are no solution, as `check` says, and nothing else."""

    kind = "picky_rooks_turned"

    def check(self, solution):
        return ["these are the ones"] * (solution.true == tuple(enumerate(type(self).shunned)))


class DescribedRooks(Rooks):
    """The same rules, as a description says them, too."""

    kind = "described_rooks"

    def describe(self):
        options = [Option((row, col), [f"row {row}", f"column {col}"]) for row in range(4) for col in range(4)]
        lines = [f"{line} {number}" for line in ("row", "column") for number in range(4)]
        return Description(ExactCover(lines, options), lambda rooks: cm.Assignment(tuple(sorted(rooks))))


class PickyDescribedRooks(DescribedRooks):
    """Beside its `check` and that description the model of the first kind is not its own."""

    kind = "picky_described_rooks"
    check = PickyRooks.check


class Reworded(cm.Zip):
    """The rules of ZIP in other words, as the class says."""

    kind = "reworded_zip"
    adds_rules = False

    def check(self, solution):
        return ["that is no path"] if super().check(solution) else []


@pytest.fixture(scope="module")
def paths_of_five():
    """The 8,648 paths of 5 x 5 cells, in the order in which backtracking finds them."""
    return list(cm.solutions(cm.Zip(5, 5), engine="backtrack"))


@pytest.mark.parametrize("engine", [None, "cp-sat", *OTHERS])
@pytest.mark.parametrize("place", [0, 1, 1_011, 8_647])
def test_a_rule_that_only_the_check_knows_is_not_counted_away(engine, place, paths_of_five, monkeypatch):
    """Of most counts a sample of the solutions is checked, or one of each orbit; here any may be the wrong one."""
    monkeypatch.setattr(Shunning, "shunned", paths_of_five[place])
    with pytest.raises(cm.KindError if engine in ("frontier", "ganak") else WrongSolutionError) as refused:
        cm.count(Shunning(5, 5), engine=engine)
    assert ("the one path" if refused.type is WrongSolutionError else "count too many") in str(refused.value)


@pytest.mark.parametrize("engine", [None, "cp-sat", "frontier"])
def test_nor_is_it_where_the_check_leaves_the_model_of_an_older_kind_behind(engine, monkeypatch):
    assert (DescribedRooks.adds_rules, cm.count(DescribedRooks(), engine="frontier").total) == (False, 24)
    monkeypatch.setattr(PickyDescribedRooks, "shunned", (1, 3, 0, 2))
    with pytest.raises(cm.KindError if engine == "frontier" else WrongSolutionError, match=r"count too many|the ones"):
        cm.count(PickyDescribedRooks(), engine=engine)


class SaysMore(cm.Puzzle[cm.Path]):
    """One more rule, in a class that is a puzzle's, too."""

    shunned = None

    def check(self, solution):
        return super().check(solution) + ["it is the one path"] * (solution == type(self).shunned)


class AlsoShunning(SaysMore, cm.Zip):
    """The same as `Shunning`, by a class that it is mixed of."""

    kind = "also_shunning_zip"


def test_a_rule_of_a_class_that_it_is_mixed_of_is_its_own(monkeypatch):
    monkeypatch.setattr(AlsoShunning, "shunned", list(cm.solutions(cm.Zip(4, 4)))[300])
    with pytest.raises(WrongSolutionError, match="the one path"):
        cm.count(AlsoShunning(4, 4))


def test_nor_are_they_used_of_a_model_that_is_made_by_hand(monkeypatch):
    assert cm.count(Rooks().model(cp_model.CpModel())).orbits < 24
    for shunned in permutations(range(4)):
        monkeypatch.setattr(PickyRooks, "shunned", shunned)
        with pytest.raises(WrongSolutionError, match="these are the ones"):
            cm.count(PickyRooks().model(cp_model.CpModel()))


class Cheapest(cm.Puzzle[cm.Path]):
    """The paths of a ZIP, which all cost the same."""

    kind = "cheapest_zip"
    minimise = "price"

    def check(self, solution):
        return cm.Zip(3, 3).check(solution)

    def parts(self):
        yield cm.puzzle.Part(cm.Zip(3, 3), lambda path: path, 1)


class CheapestButOne(SaysMore, Cheapest):
    """One of them is not a solution, as `check` says, and nothing else."""

    kind = "cheapest_zip_but_one"


def test_nor_are_those_of_the_parts_of_a_puzzle_that_minimises(monkeypatch):
    assert cm.count(Cheapest()).total == 40
    for path in cm.solutions(cm.Zip(3, 3)):
        monkeypatch.setattr(CheapestButOne, "shunned", path)
        with pytest.raises(WrongSolutionError, match="the one path"):
            cm.count(CheapestButOne())


def test_symmetries_are_not_taken_from_a_kind_whose_check_may_know_others():
    counts = {cls: cm.count(cls(4, 4)) for cls in (cm.Zip, Shunning, Reworded)}
    assert {count.total for count in counts.values()} == {552}
    orbits = {cls: count.orbits for cls, count in counts.items()}
    assert orbits == {cm.Zip: orbits[Reworded], Reworded: orbits[cm.Zip], Shunning: 552}
    assert orbits[cm.Zip] < 100
    assert cm.count(Reworded(4, 4), engine="frontier").total == 552
    adds_rules = [cls.adds_rules for cls in (cm.Zip, Torus, Touching, Loose, Wide, Shunning, Reworded)]
    assert adds_rules == [False] * 5 + [True, False]


class OneWay(cm.Zip):
    """From the first corner the path goes down only, so the symmetries of ZIP are none."""

    kind = "one_way_zip"
    adds_rules = True

    @property
    def steps(self):
        return {**super().steps, (0, 0): ((1, 0),)}


@pytest.mark.parametrize("engine", [None, "cp-sat", OTHERS[0]])
def test_steps_that_no_symmetry_keeps(engine):
    right = [path for path in cm.solutions(cm.Zip(3, 3)) if ((0, 0), (0, 1)) not in pairwise(path.cells)]
    assert cm.count(OneWay(3, 3), engine=engine).total == len(right) < 40


class Looser(cm.kinds.kind_named("slitherlink")):
    """The rules of Slitherlink in other words."""

    kind = "looser_slitherlink"

    def check(self, solution):
        return super().check(solution)


@pytest.mark.parametrize("kind", [Shunning(2, 2), Looser([[None] * 2] * 2)])
def test_the_engines_that_are_named_in_place_of_the_frontier_count(kind):
    with pytest.raises(cm.KindError) as refused:
        cm.count(kind, engine="frontier")
    for engine in str(refused.value).partition("; use ")[2].split(" or "):
        if ENGINES[engine].is_installed:
            assert cm.count(kind, engine=engine).total == cm.count(kind).total
