r"""Files of models for solvers: CP-SAT's protobuf, as text or binary, DIMACS CNF, pseudo-Boolean OPB, and XCSP3.

>>> import cpmodels as cm
>>> cm.count(cm.read("p cnf 3 2\n1 2 0\n-1 3 0\n")).total
4
>>> cm.count(cm.read("* #variable= 2 #constraint= 1\n+1 x1 +2 ~x2 >= 2 ;\n")).total
2
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from cpmodels import _cp_model as cp_model
from cpmodels.base.errors import MissingExtraError, PuzzleError, shown
from cpmodels.base.values import are
from cpmodels.saved import SavedModel
from readers.recognition import picture_readers, text_readers
from readers.sources import read_bytes

__all__ = ["binary_proto", "dimacs", "not_read", "opb", "text_proto", "xcsp3"]

MOST_VARIABLES = 1_000_000
"""Files of more variables than this are refused."""

LIMIT = 2**63 - 1


@text_readers.register(10, one_line=True)
def text_proto(text: str) -> SavedModel | None:
    """A CpModelProto in text form, ``str(cp.proto)`` or what ``cp.export_to_file("model.pbtxt")`` writes.

    Raises ModelError with the line for what is not one, and for an invalid model.
    """
    return _valid(text) if PROTO.match(text) and VARIABLES.search(text) and "domain" in text else None


PROTO = re.compile(
    r"(\s|#[^\n]*\n)*(name|variables|constraints|(floating_point_)?objective|search_strategy|assumptions"
    r"|solution_hint|symmetry)\s*[:{<]"
)
"""How a CpModelProto in text form begins: with any of its fields, after comments."""
VARIABLES = re.compile(r"\bvariables\s*[:{<]")
"""What is in each model, and in no list of pieces in words, which may begin with a name, too."""


@picture_readers.register(90)
def binary_proto(path: Path) -> SavedModel | None:
    """A CpModelProto in binary form, as ``cp.export_to_file("model.pb")`` writes it."""
    if path.suffix.lower() != ".pb":
        return None
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
    from ortools.sat.cp_model_pb2 import CpModelProto

    proto = CpModelProto()
    if not (content := read_bytes(path)):
        raise PuzzleError("is empty")
    try:
        proto.ParseFromString(content)
    except DecodeError:
        raise PuzzleError("is not a CpModelProto in protobuf's binary form") from None
    return _valid(str(proto))


def _valid(proto: str) -> SavedModel:
    """A model in protobuf's text form.  Raises ModelError where it is none: here its file is named before that."""
    saved = SavedModel(proto)
    saved.write(cp_model.CpModel())
    return saved


@text_readers.register(10)
def dimacs(text: str) -> SavedModel | None:
    """Clauses in DIMACS form; a line ``c p show``, or ``c ind``, names the variables that are the solution.

    Raises PuzzleError with the line for what is not a clause.
    """
    if not re.search(r"^p\s+cnf\b", text, re.MULTILINE):
        return None
    variables, declared, key = 0, None, Shown()
    clauses, clause, literals = list[list[int]](), list[int](), dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if words[:3] == ["c", "p", "show"] or words[:2] == ["c", "ind"]:
            key.add(number, (word for word in words[2:] if word != "show"))
        if words[:3] == ["c", "p", "weight"]:
            raise PuzzleError(f"line {number}: literals have weights, which are not read: each solution counts once")
        if not words or words[0][0] == "c":
            continue
        if words[0] == "%" and declared is not None:  # In the files of SATLIB a line "0", which is no clause, follows.
            break
        if words[0] == "p":
            if declared is not None or len(words) != 4 or "-" in words[2] + words[3]:
                raise PuzzleError(f"line {number}: one line says how many variables and clauses, as 'p cnf 3 2' does")
            variables, declared = _whole(words[2], number, MOST_VARIABLES), _whole(words[3], number, LIMIT)
            continue
        for word in words:
            if (literal := literals.get(word)) is None:
                literal = literals[word] = _whole(word, number, variables)
            if literal:
                clause.append(literal)
            else:
                clauses.append(clause)
                clause = []
    if clause:
        raise PuzzleError("the last clause does not end with 0")
    if len(clauses) != declared:
        raise PuzzleError(f"{are(len(clauses), 'clause')} there, but the line 'p cnf' says {declared}")
    rows = (f"bool_or {{ literals: [{', '.join(str(v - 1 if v > 0 else v) for v in row)}] }}" for row in clauses)
    return _model(dict.fromkeys(map(str, range(1, variables + 1))), rows, key)


@text_readers.register(10)
def opb(text: str) -> SavedModel | None:
    """Pseudo-Boolean constraints, linear ones in the OPB form of the competitions; an objective is `min:` or `max:`.

    Without the comment that counts variables, which comes first in these, there are those of the constraints.  A
    comment ``* p show x1 x2 0``, as the library writes it, names the variables that are the solution.

    Raises PuzzleError with the line for what is not a constraint.
    """
    if not OPB.match(text):
        return None
    place: dict[str, int] = {}
    rows, key, objective = list[str](), Shown(), ""
    for number, line in enumerate(text.split("\n"), 1):
        if (words := line.split())[:3] == ["*", "p", "show"]:
            key.add(number, words[3:])
    for number, statement in _statements(text):
        words = SIGNS.sub(r" \g<0> ", TIMES.sub(" ", statement)).split()
        if words[0] in ("min:", "max:"):
            if objective:
                raise PuzzleError(f"line {number}: there is an objective before this one")
            sign = 1 if words[0] == "min:" else -1  # CP-SAT minimises, and shows what it has times -1.
            terms, offset = _sum(words[1:], place, number, sign)
            if float(offset) != offset:
                raise PuzzleError(f"line {number}: what ~ adds, {offset}, is no float, as CP-SAT's offset is")
            objective = f"objective {{ {terms} offset: {offset} scaling_factor: {sign} }}\n"
            continue
        relation = next((word for word in words if word in (">=", "<=", "=")), None)
        if relation is None or words[-2:-1] != [relation]:
            raise PuzzleError(f"line {number}: {shown(statement)} is not a linear constraint")
        terms, offset = _sum(words[:-2], place, number)
        bound = _small(_whole(words[-1], number, LIMIT) - offset, number)
        low, high = (-LIMIT - 1 if relation == "<=" else bound), (LIMIT if relation == ">=" else bound)
        rows.append(f"linear {{ {terms} domain: [{low}, {high}] }}")
    if len(rows) < (declared := _declared("constraint", text, LIMIT)):
        raise PuzzleError(f"{are(len(rows), 'constraint')} there, but a comment says {declared}")
    for index in range(1, (declared := _declared("variable", text, MOST_VARIABLES)) + 1):
        if len(place) < declared:  # Those of the constraints may have other names.
            place.setdefault(f"x{index}", len(place))
    return _model(place, rows, key, objective)


OPB = re.compile(r"(\s*\*.*\n)*?\s*(\*.*#variable=|min:|max:|([+-]?\d+(\s+|\*)~?x\d++\s*)+(>=|<=|=|;))")
"""How a file in OPB form begins: with the counts, the objective or a constraint, after comments."""
SIGNS = re.compile(r"[<>]?=|(min|max):")
"""What need not stand apart from numbers and names."""
TIMES = re.compile(r"(?<=\d)\*(?=~?[A-Za-z_])")
"""What stands between a number and a variable in the files of the first competitions."""


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The statements of a file in OPB form, each with the line where it begins.

    Raises PuzzleError where the last one has no end: the file may be cut off within a number.
    """
    begins, words = 1, list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        for place, part in enumerate([] if line.lstrip().startswith("*") else line.split(";")):
            if place and words:
                yield begins, " ".join(words)
                words = []
            begins = begins if words else number
            words += part.split()
    if words:
        raise PuzzleError(f"line {begins}: {shown(' '.join(words))} does not end with ;")


@text_readers.register(10)
def xcsp3(text: str) -> SavedModel | None:
    """An XCSP3 instance, by CPMpy's reader, where that and PyCSP3 are installed; its own variables are the solution.

    Raises PuzzleError with what that reader says of an instance, MissingExtraError without it.
    """
    if not XCSP3.match(text):
        return None
    if re.search(r"""\bzeroIgnored\s*=\s*["']\s*false""", text):
        raise PuzzleError('CPMpy cannot read the XCSP3 instance: it has zeroIgnored="false" in noOverlap')
    # In a process of its own, as PyCSP3 reads the program's arguments and prints when that ends.
    done = subprocess.run(
        [sys.executable, "-P", "-X", "utf8", "-c", BY_CPMPY],  # without the modules of the current folder
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
    if "ModuleNotFoundError" in said:
        raise MissingExtraError(f"XCSP3 is read by CPMpy and PyCSP3: pip install cpmpy pycsp3 ({said})")
    if done.returncode:
        raise PuzzleError(f"CPMpy cannot read the XCSP3 instance: {said}")
    read = json.loads(done.stdout.splitlines()[-1])
    return SavedModel(read["proto"], read["key"])


XCSP3 = re.compile(
    r"""\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->).)*+-->\s*+)*+<instance\b[^>]*\bformat\s*=\s*["']XCSP3""", re.DOTALL
)


@text_readers.register(11)
def not_read(text: str) -> SavedModel | None:
    """Raises PuzzleError for models in forms that are not read, so that it is said what can be read in their place."""
    for name, form in NOT_READ.items():
        if form.match(text):
            raise PuzzleError(f"is {name}, which is not read: CP-SAT's protobuf, XCSP3, DIMACS and OPB are")
    return None


NOT_READ = {
    "FlatZinc": re.compile(
        r"(\s|%[^\n]*\n)*(predicate|array|var|constraint|bool|int)\b.*;\s*solve\b[^;]*;\s*\Z", re.DOTALL
    ),
    "MPS": re.compile(r"(\s*\*[^\n]*\n)*\s*((?>NAME\b.*?\nROWS\s)|ROWS\s).*?\nCOLUMNS\s", re.DOTALL),
    "a form of DIMACS other than CNF": re.compile(r"(c\b[^\n]*\n|\s)*+p\s+[a-z]+\s+\d"),
    "MaxSAT": re.compile(r"(c\b[^\n]*\n|\s|[\d -]+ 0\r?\n)*+h[\d -]* 0\s"),
    "an LP file": re.compile(
        r"(\s*\\[^\n]*\n)*\s*(max|min)(imi[sz]e)?\b.*\n[^\S\n]*+(subject to|such that|s\.?t\.?)\s",
        re.DOTALL | re.IGNORECASE,
    ),
}
"""How forms of models begin that are not read."""

BY_CPMPY = """
import io, json, os, sys
import cpmpy
from cpmpy.solvers.ortools import CPM_ortools
from cpmpy.tools.io.xcsp3 import load_xcsp3
from cpmpy.tools.xcsp3 import globals as xcsp3, parser_callbacks
class Reader(parser_callbacks.CallbacksCPMPy):
    def __init__(self):
        super().__init__()
        readers.append(self)
    def _unimplemented(self, *_, general_method=False):
        if not general_method:
            raise NotImplementedError(sys._getframe(1).f_code.co_name)
    def ctr_circuit(self, lst, size):
        successors = self.get_cpm_vars(lst)
        length = sum(place != at for at, place in enumerate(successors))
        self.cpm_model += xcsp3.SubCircuit(successors)
        self.cpm_model += length >= 2 if size is None else length == self.get_cpm_var(size)
    def ctr_element_matrix(self, matrix, i, j, condition):
        rows, (i, j) = [self.get_cpm_vars(row) for row in matrix], self.get_cpm_vars([i, j])
        element = cpmpy.Element([one for row in rows for one in row], len(rows[0]) * i + j)
        self.cpm_model += [i >= 0, i < len(rows), j >= 0, j < len(rows[0])]
        self.cpm_model += self.eval_cpm_comp(element, condition.operator, self.get_cpm_var(condition.right_operand()))
    def ctr_mdd(self, scope, transitions):
        sources, targets = {tail for tail, _, _ in transitions}, {head for _, _, head in transitions}
        (root,) = sources - targets
        self.ctr_regular(scope, transitions, root, list(targets - sources))
    def ctr_binpacking(self, lst, sizes, condition):
        if condition.operator.name not in ("LE", "LT"):
            raise ValueError("a binPacking with another condition than le or lt")
        bins, most = self.get_cpm_vars(lst), self.get_cpm_var(condition.right_operand())
        for place in range(min(one.lb for one in bins), max(one.ub for one in bins) + 1):
            load = sum(size * (one == place) for one, size in zip(bins, sizes))
            self.cpm_model += self.eval_cpm_comp(load, condition.operator, most)
    def ctr_binpacking_limits(self, lst, sizes, limits):
        self.lie_in(lst, limits)
        super().ctr_binpacking_limits(lst, sizes, self.get_cpm_vars(limits))
    def ctr_binpacking_loads(self, lst, sizes, loads):
        self.lie_in(lst, loads)
        super().ctr_binpacking_loads(lst, sizes, loads)
    def lie_in(self, lst, bins):
        if any(one.lb < 0 or one.ub >= len(bins) for one in self.get_cpm_vars(lst)):
            raise ValueError("a binPacking whose variables have values beyond its bins")
readers, parser_callbacks.CallbacksCPMPy = [], Reader
solver = CPM_ortools(load_xcsp3(io.StringIO(sys.stdin.read())))
own = [solver.solver_var(variable).name for variable in readers[0].cpm_variables.values()]
print(json.dumps({"proto": str(solver.ort_model.proto), "key": own}), flush=True)
os._exit(0)
"""
"""The program that reads an XCSP3 instance.

CPMpy's own reader, but for constraints that it reads otherwise than XCSP3 has them: a circuit need not lead through the
first node, and may have a given size; a matrix need not be square; there may be more bins than things to pack; and the
paths of a decision diagram, which CPMpy follows one by one, may be many.  What CPMpy does not read is named.
"""


def _sum(words: list[str], place: dict[str, int], line: int, sign: int = 1) -> tuple[str, int]:
    """The terms of a sum times a sign, and what is added as ``~x`` is ``1 - x``."""
    if len(words) % 2:
        raise PuzzleError(f"line {line}: {shown(' '.join(words))} is not a sum of numbers and variables in turns")
    variables, coefficients, offset = list[int](), list[int](), 0
    for word, name in zip(words[::2], words[1::2], strict=True):
        coefficient = sign * _whole(word, line, LIMIT)
        if name[0] == "~":
            offset, coefficient, name = offset + coefficient, -coefficient, name[1:]
        if name not in place and not NAME.fullmatch(name):
            raise PuzzleError(f"line {line}: {shown(name)} is not the name of a variable")
        variables.append(place.setdefault(name, len(place)))
        coefficients.append(coefficient)
    for signed in (coefficients, [-one for one in coefficients]):  # CP-SAT has as much room for either sum.
        _small(2 * sum(one for one in signed if one > 0), line)
    return f"vars: {variables} coeffs: {coefficients}", offset


def _declared(what: str, text: str, most: int) -> int:
    """How many variables or constraints a comment says that there are; 0 where none does."""
    said = re.search(rf"#{what}=\s*(\d+)", text)
    return _whole(said[1], text.count("\n", 0, said.start(1)) + 1, most) if said else 0


def _small(number: int, line: int) -> int:
    """What the numbers of a line come to together.  Raises PuzzleError where that is beyond 64 bits."""
    if abs(number) > LIMIT:
        raise PuzzleError(f"line {line}: its numbers are together beyond 64 bits")
    return number


def _whole(word: str, line: int, most: int) -> int:
    """A whole number.  Raises PuzzleError."""
    if not WHOLE.fullmatch(word) or abs(number := int(word)) > most:
        raise PuzzleError(f"line {line}: {shown(word)} is not a whole number of at most {most}")
    return number


WHOLE, NAME = re.compile(r"[+-]?[0-9]{1,19}"), re.compile(r"[A-Za-z_]\w*")


class Shown:
    """The variables that comments of a file name as the solution; all where there is no such comment."""

    def __init__(self) -> None:
        self._lines: dict[str, int] | None = None

    def add(self, line: int, names: Iterable[str]) -> None:
        """Add those that a line names, which may end with 0."""
        known = self._lines = self._lines or {}
        for name in names:
            if name != "0":
                known.setdefault(name, line)

    def key(self, names: Collection[str]) -> tuple[str, ...]:
        """The key of a model with variables of these names.  Raises PuzzleError with the line for one without."""
        for name, line in (self._lines or {}).items():
            if name not in names:
                raise PuzzleError(f"line {line}: there is no variable {shown(name)}")
        return ("*",) if self._lines is None else tuple(self._lines)


def _model(names: Collection[str], rows: Iterable[str], key: Shown, objective: str = "") -> SavedModel:
    """The model of Boolean variables by their names."""

    def lines() -> Iterator[str]:
        yield from (f'variables {{ name: "{name}" domain: [0, 1] }}\n' for name in names)
        yield from (f"constraints {{ {row} }}\n" for row in rows)

    return SavedModel("".join(lines()) + objective, key.key(names))
