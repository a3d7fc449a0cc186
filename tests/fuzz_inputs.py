"""Mutated input: texts, JSON, links, pictures, solutions, parameters, and what constructors are given.

Whatever the library is given, it makes a puzzle or solutions of it that come back from their JSON as they are, or says
in one of its own errors what is wrong: one line, of bearable length, without a word of Python.
"""

import copy
import json
import math
import re
import tempfile
from collections.abc import Callable
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PIL import Image

import cpmodels as cm
import readers
import renderers
from cpmodels import sharing, values
from cpmodels._parameters import sat_parameters
from cpmodels.cli._options import parse_settings

LONGEST = 600
"""More letters are no bearable length: the name of a file, and what is wrong in at most 400."""

PYTHON = re.compile(
    r"Traceback|NoneType|<class|<function| object at 0x|__init__|__hash__|__class__|\bself\b|unhashable|subscriptable"
    r"|not iterable|positional argument|unpack|list indices|ndarray|codec can't|\bdtype\b"
)


@cache
def puzzles() -> list[cm.Puzzle[Any]]:
    """Small puzzles of every kind, each of them solvable."""
    frogs = [
        cm.puzzles.Frog(*colours.split())
        for colours in ("r g b r g b", "b r g b r g r", "g b r g b r b", "r r g r r g")
    ]
    border = [(0, 1, cm.puzzles.Frog(left_leg="r")), (0, -1, cm.puzzles.Frog(left_arm="b", body="r"))]
    found = [
        cm.Zip(3, 4, [(0, 0), (1, 2), (2, 3)], [((0, 1), (1, 1)), ((2, 0), (2, 1))], "z"),
        cm.Zip(2, 2),
        cm.EdgeMatching(2, 2, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)], border=0, clues=[(0, 0, 0, 0)]),
        cm.EdgeMatching(1, 2, [(1, -2, 3, 1), (2, 2, 1, 2)], "sum-zero", rotations=False),
        cm.Zigzaw(1, 4, frogs),
        cm.Zigzaw(1, 1, frogs[:1], border, "f"),
        cm.Garden.hanging((5, 4), symmetry="D1", fixed=[(15, (2, 2))], forbidden=[(None, (0, 0)), (3, (1, 1))]),
        cm.Garden.packed((2, 2, 1), boundary=("torus", "red", "free"), tiles="distinct", components=(1, None)),
        cm.Garden.hanging((4, 4), minimise="volume", symmetry=[[[-1, 0], [0, -1]]], tiles=[2, 8, 10]),
    ]
    for file in sorted((Path(__file__).parents[1] / "docs" / "kinds").glob("*/example.json")):
        if file.parent.name in cm.kinds.kind_names():
            found.append(readers.read(file))
    smallest = {one.kind: one for one in map(readers.read, reversed(list(readers.BUILTIN)))}
    return found + [one for kind, one in smallest.items() if kind not in {other.kind for other in found}]


@cache
def texts() -> list[str]:
    """Puzzles in all the forms that are read."""
    found = [readers.write(puzzle) for puzzle in puzzles()]
    found += [readers.ascii_board(puzzle) for puzzle in puzzles() if isinstance(puzzle, cm.Zip)]
    found += [
        '{"grid_size": [2, 3], "nodes": [{"id": 1, "row": 0, "col": 0}], "walls": [[[0, 0], [0, 1]]]}',
        '{"size": 2, "walls": {"0": ["RIGHT", "UP"], "3": ["LEFT"]}, "ordered_sequence": [0, 1]}',
        '{"grid": [[1, 0], [-1, 2]], "borders": [[1, 0], [4, 8]]}',
        '{"rows": 2, "cols": 2, "numbers": [[0, 0, 1]]}',
        '{"rows": 1, "cols": 1, "pieces": [[1, 2, 3, 4]], "clues": [{"row": 0, "col": 0, "piece": 0, "rot": 1}]}',
        "2 2\n1 0\n0 2\n0 0\n0 4\n",
        "2 3\n1 0 0\n0 2 -1\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n",
        "# pieces\n1 2 3 4\n-1 2 0 0\n1 1 1 1\n1, 2, 3, 4\n",
        "1 2\n0 0 1 2\n3 4 5 6\n",
    ]  # fmt: skip
    return found


@cache
def links() -> list[str]:
    """Links of boards, whole and with empty cells, with all fields that are known."""
    start = "https://e2.bucas.name/#puzzle=two+pieces&board_w=2&board_h=1&board_edges="
    own = [sharing.link(puzzle) for puzzle in puzzles() if puzzle.kind == "edge_matching" and puzzle.rule == "equal"]
    return [*own, f"{start}bcbbdddc&motifs_order=jef", f"{start}aaaadddc&board_pieces=000002", "?board_edges=abcd"]


@cache
def solutions() -> list[tuple[cm.Puzzle[Any], list[str]]]:
    """Puzzles, each with solutions in the forms in which they are read."""
    found = []
    for puzzle in puzzles():
        with cm.solutions(puzzle if puzzle.minimise is None else next(puzzle.parts()).puzzle) as some:
            forms = [json.dumps(readers.solution_form(solution)) for solution, _ in zip(some, range(2), strict=False)]
        forms = forms or ['{"cells": [[0, 0, 2], [1, 0, 10], [2, 0, 8]]}']
        wrapped = json.dumps({"status": "solved", "solution": json.loads(forms[0]), "seconds": 1.5})
        told = [*forms, wrapped, "\n".join(forms), f"[{', '.join(forms)}]"]
        found.append((puzzle, told + links() if puzzle.kind == "edge_matching" else told))
    return found


# Mutations -----------------------------------------------------------------------------------------------------------

NUMBERS = [-1, 0, 1, 2, 3, 7, 15, 16, 63, 64, 100, 201, 40_000, 2**31, 2**53, 2**63 - 1, -(2**63), 2**63, 10**30,
    0.5, 1e308, 1.0]  # fmt: skip
WORDS = """
    puzzle name rows cols numbers walls pieces rule rotations border clues box red connected symmetry fixed row
    col grid borders nodes id size zip edge_matching zigzaw garden hanging packed C3 D4 boundary components touching
    tiles forbidden minimise torus free distinct inside volume given cover blocked white black cells path board solution
    frog class body left_arm equal sum-zero exact""".split()  # noqa: SIM905
BITS = ["{", "}", "[", "]", '"', ",", ":", "\n", "\r", "\t", " ", "-", "+", "|", "#", ".", "1", "0", "9" * 25, "null",
    "true", "NaN", "1e999", "\\ud800", "\\u0000", "\0", "\x1b[31m", "\u2028", "\x85", "\ufeff", "é", "٣", "&", "=", "%",
    "%ff", "%00", "?", "a", "zz", "board_edges=", "+---+", "\ud800", "/*", "'"]  # fmt: skip


def spoilt_text(random: Random, text: str) -> str:
    """A text with a few stretches left out, repeated, moved or replaced."""
    for _ in range(random.choice([1, 1, 2, 3, 8])):
        at = random.randrange(len(text) + 1)
        end = min(len(text), at + random.choice([0, 1, 1, 2, 5, 20, len(text)]))
        stretch = text[at:end]
        way = random.randrange(7)
        if way == 0:
            stretch = ""
        elif way == 1:
            stretch *= random.choice([2, 3, 2000 // (len(stretch) + 1)])
        elif way == 2:
            stretch = random.choice(BITS)
        elif way == 3:
            stretch += random.choice(BITS + WORDS)
        elif way == 4:
            stretch = str(random.choice(NUMBERS))
        elif way == 5:
            lines = text.split("\n")
            random.shuffle(lines)
            text, stretch, end = "\n".join(lines), "", at
        else:
            stretch = chr(random.randrange(0x250) if random.random() < 0.9 else random.randrange(0x110000))
        text = text[:at] + stretch + text[end:]
    return text


def junk(random: Random, depth: int = 0) -> Any:
    """Any JSON value."""
    way = random.randrange(9 if depth < 3 else 6)
    if way < 2:
        return random.choice(NUMBERS)
    if way == 2:
        return random.choice([None, True, False])
    if way < 5:
        return random.choice([*WORDS, "", "x" * 5000, "\x1b[31m\n", "UP"])
    if way == 5:
        return random.choice([[], {}, [[]], [None], [[0, 0]], [[0, 0], [0, 1]], [0, 0, 1]])
    if way == 6:
        return {random.choice(WORDS): junk(random, depth + 1) for _ in range(random.randrange(4))}
    return [junk(random, depth + 1) for _ in range(random.choice([1, 2, 3, 4, 300 if depth == 0 else 6]))]


def spoilt(random: Random, value: Any, new: Callable[[Random], Any] = junk) -> Any:
    """A copy of lists in lists, or objects, with a few of their entries replaced, left out, doubled or moved."""
    whole = [copy.deepcopy(value)]
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        holder, key = whole, 0
        while isinstance(holder[key], (list, dict)) and holder[key] and random.random() < 0.8:
            holder = holder[key]
            key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        way = random.randrange(6)
        if way == 0 and holder is not whole:
            del holder[key]
        elif way == 1 and isinstance(holder, dict):
            holder[random.choice(WORDS)] = holder.pop(key)
        elif way == 1:
            holder.insert(key, copy.deepcopy(holder[key]))
        elif way == 2 and isinstance(holder[key], int):
            holder[key] += random.choice([-1, 1, 2])
        elif way == 3:
            other = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            holder[key], holder[other] = holder[other], holder[key]
        else:
            holder[key] = new(random)
        if not whole:
            whole = [None]
    return whole[0]


# Properties ----------------------------------------------------------------------------------------------------------


def told_badly(sentence: str, *, quotes_python: bool = False) -> str | None:
    """What is wrong with the sentence of an error, which may quote a Python value if it was given one."""
    if not sentence.isprintable():
        return f"not one line of letters: {sentence!r:.1000}"
    if len(sentence) > LONGEST:
        return f"too long, {len(sentence)} letters: {sentence:.1000}"
    if not quotes_python and (found := PYTHON.search(re.sub(r"'[^']*?('|\.\.\.)", "", sentence))):
        return f"a word of Python, {found[0]!r}: {sentence}"
    return None


def read_or_refused(read: Callable[[], Any], shown: object, *, quotes_python: bool = False) -> tuple[Any, str | None]:
    """What is read; and, if its sentence is wrong, what is wrong when it is refused."""
    try:
        return read(), None
    except (cm.CpmodelsError, OSError) as error:
        bad = told_badly(str(error), quotes_python=quotes_python)
        return None, bad and f"{bad}: {shown!r:.3000}"
    except Exception as error:
        error.add_note(f"from {shown!r:.3000}")
        raise


def comes_back(puzzle: cm.Puzzle[Any], shown: object) -> str | None:
    """What is wrong with the JSON form of a puzzle."""
    back = readers.read(readers.write(puzzle))
    is_same = back == puzzle and back.name == puzzle.name and hash(back) == hash(puzzle)
    if not is_same or readers.write(back) != readers.write(puzzle):
        return f"{puzzle} comes back as {back}: {shown!r:.3000}"
    return None


def puzzle_of(source: Any, shown: object = None) -> str | None:
    """What is wrong with the reading of a puzzle."""
    shown = source if shown is None else shown
    puzzle, wrong = read_or_refused(lambda: readers.read(source), shown)
    return wrong if puzzle is None else comes_back(puzzle, shown)


# Targets -------------------------------------------------------------------------------------------------------------


def text_trial(random: Random) -> str | None:
    text = spoilt_text(random, random.choice(texts()))
    return puzzle_of(text if "\n" in text or random.random() < 0.1 else text + "\n")


def json_trial(random: Random) -> str | None:
    text = random.choice([text for text in texts() if text[0] == "{"])
    value = spoilt(random, json.loads(text))
    return puzzle_of(value if isinstance(value, dict) and random.random() < 0.3 else json.dumps(value) + "\n")


def link_trial(random: Random) -> str | None:
    return puzzle_of(spoilt_text(random, random.choice(links())))


def solution_trial(random: Random) -> str | None:
    """Solutions that are read are checked and written; now and then they are drawn, right or wrong."""
    puzzle, told = random.choice(solutions())
    text = random.choice(told)
    if random.random() < 0.5 and text[0] in "{[" and "\n" not in text:
        text = json.dumps(spoilt(random, json.loads(text)))
    else:
        text = spoilt_text(random, text)
    shown = (puzzle.kind, text)
    found, wrong = read_or_refused(lambda: readers.read_solutions(puzzle, text + "\n"), shown)
    for solution in found or []:
        broken = puzzle.check(solution)
        for sentence in [*broken, *puzzle.remarks(solution)]:
            if bad := told_badly(sentence):
                return f"{bad}: {shown!r:.3000}"
        back = readers.read_solution(puzzle, readers.write_solution(solution))
        if back != solution or hash(back) != hash(solution):
            return f"{solution} comes back as {back}: {shown!r:.3000}"
        if random.random() < 0.02:
            for draw in (renderers.draw, renderers.text):
                wrong = wrong or read_or_refused(partial(draw, puzzle, solution), shown)[1]
    return wrong


@cache
def pictures() -> list[Image.Image]:
    """Screenshots of small ZIPs."""
    folder = Path(scratch())
    for number, name in enumerate(["zip-4", "zip-6", "zip-7-walls"]):
        renderers.save(folder / f"{number}.png", readers.read(name), [])
    return [
        Image.open(folder / f"{number}.png").convert("RGB").resize((side, side))
        for number, side in enumerate((200, 300, 330))
    ]


@cache
def scratch() -> str:
    """A folder for files, one for each process."""
    return tempfile.mkdtemp(prefix="fuzz")


def spoilt_picture(random: Random, picture: Image.Image) -> Image.Image:
    """A picture with a few things painted on it, cut, scaled, turned, or noisy."""
    for _ in range(random.choice([0, 1, 1, 2, 4])):
        way = random.randrange(6)
        width, height = picture.size
        if way == 0:
            picture = picture.crop((random.randrange(width), random.randrange(height), width, height))
        elif way == 1:
            picture = picture.resize([max(1, int(side * random.uniform(0.02, 1.5))) for side in picture.size])
        elif way == 2:
            picture = picture.rotate(random.choice([90, 1, 45, 180]))
        elif way == 3:
            noise = np.frombuffer(random.randbytes(width * height * 3), np.uint8).reshape(height, width, 3)
            picture = Image.fromarray((np.asarray(picture) + noise // random.choice([4, 16, 64])).astype(np.uint8))
        else:
            box = [random.randrange(-9, width), random.randrange(-9, height)]
            size = (random.choice([1, 2, 10, width]), random.choice([1, 2, 10, height]))
            picture = picture.copy()
            picture.paste(tuple(random.randbytes(3)), (*box, box[0] + size[0], box[1] + size[1]))
    return picture


def screenshot_trial(random: Random) -> str | None:
    """Pictures with other pixels, or files with other bytes."""
    file = Path(scratch()) / f"shot.{random.choice(['png', 'gif', 'jpg', 'webp'])}"
    picture = spoilt_picture(random, random.choice(pictures()))
    picture.save(file)
    if random.random() < 0.4:
        file.write_bytes(spoilt_bytes(random, file.read_bytes()))
    return puzzle_of(file)


def frogs_trial(random: Random) -> str | None:
    """Folders of pictures of a Zigzaw: one of them with other pixels or bytes, another name, or none."""
    folder = Path(scratch()) / "frogs"
    for file in folder.glob("*"):
        file.unlink()
    sharing.pictures(random.choice(zigzaws()), folder, sheet=random.random() < 0.3)
    file = random.choice(sorted(folder.iterdir()))
    way = random.randrange(4)
    if way == 0:
        file.write_bytes(spoilt_bytes(random, file.read_bytes()))
    elif way == 1:
        with Image.open(file) as picture:
            other = spoilt_picture(random, picture.convert("RGB"))
        other.save(file)
    elif way == 2:
        names = ["piece.7.png", "border.png", "piece.0.gif", "x.png", "pieces.png", "piece..png"]
        file.rename(folder / random.choice(names))
    else:
        file.unlink()
    return puzzle_of(folder)


@cache
def zigzaws() -> list[cm.Zigzaw]:
    colours = {"r": "red", "g": "green", "b": "blue", None: None}
    plain = [p for p in puzzles() if isinstance(p, cm.Zigzaw)]
    return [
        cm.Zigzaw(p.rows, p.cols, [cm.puzzles.Frog(*(colours[c] for c in f.outer), "white") for f in p.pieces])
        for p in plain
    ]


def spoilt_bytes(random: Random, content: bytes) -> bytes:
    for _ in range(random.choice([1, 2, 5])):
        at = random.randrange(len(content) + 1)
        patch = random.randbytes(random.choice([0, 1, 4]))
        content = content[:at] + patch + content[at + random.choice([0, 1, 4, len(content)]) :]
    return content


@cache
def parameter_names() -> list[str]:
    return [name for name in dir(sat_parameters()) if not name.startswith("__")]


def parameter_trial(random: Random) -> str | None:
    """Texts as they are given to --set; and values from Python."""
    words = ["true", "false", "-1", "0", "1", "1.5", "nan", "inf", "x", "AUTOMATIC_SEARCH", "", "[1]"]
    value = random.choice([random.choice(NUMBERS), *words])
    name = random.choice(parameter_names())
    if random.random() < 0.2:
        name = spoilt_text(random, name)
    setting = f"{name}={value}"
    other = value if random.random() < 0.5 else strange(random)
    if random.random() < 0.2:
        setting = spoilt_text(random, setting)[:100]
    if random.random() < 0.5:
        return read_or_refused(lambda: sat_parameters(parse_settings((setting,))), setting)[1]
    return read_or_refused(lambda: sat_parameters({name: other}), (name, other), quotes_python=True)[1]


def strange(random: Random) -> Any:
    """What a Python program may hand over by mistake."""
    return random.choice(
        [
            lambda: junk(random),
            lambda: math.nan,
            lambda: math.inf,
            lambda: 1j,
            lambda: b"01",
            lambda: {1, 2},
            lambda: frozenset({(0, 0)}),
            lambda: np.int64(1),
            lambda: np.float64(1),
            lambda: np.array([[0, 1], [1, 0]]),
            lambda: np.bool_(True),
            lambda: range(3),
            lambda: iter([(0, 0), (0, 1)]),
            lambda: object(),
            lambda: int,
            lambda: len,
            lambda: "\ud800",
            lambda: 10**400,
            lambda: 10**5000,
            lambda: cm.puzzles.Frog("r"),
            lambda: (1, 2, "x"),
            lambda: {"a": object()},
        ]
    )()


def constructor_trial(random: Random) -> str | None:
    """The fields of a puzzle, some of them spoilt, given to its class."""
    puzzle = random.choice([puzzle for puzzle in puzzles() if type(puzzle).__module__.startswith("cpmodels.")])
    given = {field.name: listed(getattr(puzzle, field.name)) for field in fields(puzzle)}
    for name in random.sample(list(given), random.choice([1, 1, 2])):
        given[name] = spoilt(random, given[name], strange)
    shown = f"{type(puzzle).__name__} of {list(map(values.shown, given.values()))}"
    made, wrong = read_or_refused(lambda: type(puzzle)(**given), shown, quotes_python=True)
    return wrong if made is None else comes_back(made, shown)


def listed(value: Any) -> Any:
    """Tuples in tuples as lists in lists."""
    return [listed(entry) for entry in value] if type(value) is tuple else value


TRIALS = {
    "texts": text_trial,
    "json": json_trial,
    "links": link_trial,
    "solutions": solution_trial,
    "screenshots": screenshot_trial,
    "frogs": frogs_trial,
    "parameters": parameter_trial,
    "constructors": constructor_trial,
}
