"""Searches as films: moments against an oracle that keeps every step, frames and durations read back from the files."""

import re
from io import BytesIO, StringIO
from itertools import islice, pairwise

import pytest
from command_line import fails, run
from drawn import of_role, texts
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageSequence
from rich.console import Console

import cpmodels as cm
import readers
import renderers
from cpmodels.cli import _console as console
from cpmodels.cli import _watch
from cpmodels.puzzles.garden.reference import Rules, WaveGrid
from cpmodels.puzzles.garden.tiles import blue_faces
from cpmodels.reference.steps import ANSWERS
from renderers import animation
from renderers.functions import steps_of
from renderers.moments import Moment, Watcher, draw_moment, moments, text_of_moment
from renderers.palette import RED, rgb
from renderers.shapes import Polyline, bounds

ZIP = cm.Zip(2, 3, waypoints=[(0, 0), (1, 2), (1, 0)])
ZIP_PATH = cm.Path([(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)])
NAMES = ["zip-6", "nine-many", "zigzaw", "squares", "cubes-packed"]


def steps(name, most=400):
    """The first steps of a backtracker, until the first answer at most."""
    return list(islice(_watch.until_found(_watch.walk_of(readers.read(name), None, 0), 1), most))


def replayed(told):
    """What lies on the board after each step, the empty board first: an oracle that starts anew for every step."""
    boards = []
    for end in range(len(told) + 1):
        laid, air = {}, set()
        for kind, cell, what in told[:end]:
            if kind == "placed":
                laid[cell] = what
            elif kind == "air":
                air.add(cell)
            elif kind == "removed":
                laid.pop(cell, None)
                air.discard(cell)
            elif kind == "restart":
                laid, air = {}, set()
        boards.append((tuple(laid.items()), frozenset(air)))
    return boards


# --- moments


@pytest.mark.parametrize("name", NAMES)
def test_moments_show_what_lies_on_the_board(name):
    told = steps(name, 150)
    seen = moments(told, 10**6)
    unchanged = sum(step[0] in ("dead end", *ANSWERS) for step in told)
    assert len(seen) == len(told) + 1
    assert [(moment.laid, moment.air) for moment in seen] == replayed(told)
    assert seen[-1].placed == sum(step[0] == "placed" for step in told)
    assert seen[-1].dead_ends == sum(step[0] == "dead end" for step in told)
    assert sum(moment.dead is not None or moment.answer is not None for moment in seen) <= unchanged


def test_an_answer_is_what_lies_on_the_board():
    told = steps("squares", 10_000)
    assert told[-1][0] == "found"
    last = moments(told, 50)[-1]
    assert last.answer.codes == dict(last.laid)
    assert readers.read("squares").check(last.answer) == []
    assert (last.found, last.told.rpartition(", ")[2]) == (1, "1 found")


@given(st.integers(0, 300), st.integers(2, 40))
@examples(100)
def test_thinned_moments_are_even_and_keep_both_ends(count, most):
    told = [("placed", (0, k), k) if k % 2 == 0 else ("removed", (0, k - 1), k) for k in range(count)]
    everything, kept = moments(told, 10**6), moments(iter(told), most)
    assert 1 <= len(kept) <= most
    assert (kept[0], kept[-1]) == (everything[0], everything[-1])
    if count < most:
        assert kept == everything
    else:
        assert len(kept) >= most // 2
    places = [everything.index(moment) for moment in kept]
    assert places == sorted(places)
    gaps = [b - a for a, b in pairwise(places[:-1])]
    assert max(gaps, default=0) <= 2 * max(1, -(-2 * count // most))


def test_a_restart_clears_the_board():
    watcher = Watcher()
    for step in [("placed", (0, 0), 5), ("air", (0, 1), None), ("restart", None, None)]:
        watcher.take(step)
    assert watcher.moment == Moment(placed=1, restarts=1)
    assert watcher.moment.told == "try 2: 1 placed, 0 dead ends, 0 settled"


@pytest.mark.parametrize("name", NAMES)
def test_steps_of_an_answer_lay_it_piece_by_piece(name):
    puzzle = readers.read(name)
    solution = cm.solve(puzzle).solution
    told = list(steps_of(puzzle, solution))
    assert told[-1] == ("found", None, solution)
    assert {kind for kind, _, _ in told[:-1]} - {"left", "air"} == {"placed"}
    laid = dict(moments(told, 10**6)[-1].laid)
    if isinstance(solution, cm.Path):
        assert tuple(laid) == solution.cells
    elif isinstance(solution, cm.puzzles.TilePlacement):
        assert laid == solution.codes
    else:
        assert laid == dict(solution)


# --- partial boards


@pytest.mark.parametrize("name", NAMES)
def test_every_moment_can_be_drawn_and_told(name):
    puzzle = readers.read(name)
    for moment in moments(steps(name), 25):
        assert draw_moment(puzzle, moment).svg().startswith("<svg")
        assert text_of_moment(puzzle, moment)


def test_a_board_with_holes_shows_its_pieces_and_its_empty_places():
    puzzle = readers.read("nine-one")
    laid = (((1, 1), cm.puzzles.Placement(4, 1)), ((0, 2), cm.puzzles.Placement(7, 0)))
    drawn = draw_moment(puzzle, Moment(laid=laid))
    assert texts(drawn, "piece") == ["5", "8"]
    assert len(of_role(drawn, "place")) == 7
    full = cm.solve(puzzle).solution
    assert draw_moment(puzzle, Moment(laid=tuple(full))) == renderers.draw(puzzle, full)
    assert len(of_role(draw_moment(puzzle, Moment()), "place")) == 9


def test_a_mosaic_with_holes():
    puzzle = readers.read("zigzaw")
    drawn = draw_moment(puzzle, Moment(laid=(((4, 4), 7),)))
    assert len(of_role(drawn, "place")) == 80
    assert len(of_role(drawn, "body")) == 9
    lines = text_of_moment(puzzle, Moment(laid=(((1, 0), 7),))).splitlines()
    assert len(lines) == 9
    assert lines[0].split() == ["·"] * 9
    assert lines[1].split() == ["8", *["·"] * 8]
    assert lines[1].index("8") - lines[0].index("·") == 2


def test_text_of_a_board_with_holes():
    puzzle = readers.read("nine-one")
    told = text_of_moment(puzzle, Moment(laid=(((0, 1), cm.puzzles.Placement(4, 1)),))).splitlines()
    assert told[3].split() == ["·", "5", "·", "|", "·", "1/4", "·"]
    assert told[4].split() == ["·", "·", "·", "|", "·", "·", "·"]


def test_the_colour_of_a_path_runs_by_the_length_it_will_have():
    partial = of_role(draw_moment(ZIP, Moment(laid=tuple((cell, 0) for cell in ZIP_PATH.cells[:3]))), "path")
    full = of_role(renderers.draw(ZIP, ZIP_PATH), "path")
    partial, full = ([each.stroke for each in drawn if isinstance(each, Polyline)] for drawn in (partial, full))
    assert 2 < len(partial) < len(full)
    assert partial == full[: len(partial)]


def test_dead_ends_are_ringed_and_air_is_dotted():
    drawn = draw_moment(ZIP, Moment(laid=(((0, 0), 1),), dead=(1, 2)))
    assert {ring.centre for ring in of_role(drawn, "dead end")} == {(160.0, 96.0)}
    assert RED in {ring.stroke for ring in of_role(drawn, "dead end")}
    garden = cm.Garden.hanging((3, 2))
    drawn = draw_moment(garden, Moment(laid=(((0, 0), 3),), air=frozenset({(2, 1), (1, 1)})))
    assert sorted(dot.centre for dot in of_role(drawn, "air")) == [(1.5 * 76, 0.5 * 76), (2.5 * 76, 0.5 * 76)]
    assert not of_role(draw_moment(ZIP, Moment()), "dead end")


def test_candidates_left_are_told_and_drawn_in_the_cells_that_are_not_settled():
    """After a step no cell has more candidates than before it, found again by settling the same tiles anew."""
    garden = readers.read("squares")
    rules = Rules(garden)
    walk = _watch.walk_of(garden, "garden-collapse", 0)
    watcher = Watcher()
    seen = 0
    for step in islice(walk.trace(), 300):
        before = watcher.moment
        watcher.take(step)
        moment = watcher.moment
        settled = {cell for cell, _ in moment.laid} | moment.air
        assert settled.isdisjoint(cell for cell, _ in moment.left)
        drawn = draw_moment(garden, moment)
        if moment.answer is None:
            assert [int(text.content) for text in of_role(drawn, "candidates")] == [count for _, count in moment.left]
        if step[0] == "left" and before.laid and before.dead is None:
            seen += 1
            grid = WaveGrid(rules)
            for cell, code in before.laid:
                if grid.stuck is None and grid.contents[rules.cells.index(cell)] is None:
                    grid = grid.collapsed(rules.cells.index(cell), code)
            least = grid.left()
            assert all(count <= least.get(cell, 0) for cell, count in moment.left)
        if moment.left:
            assert f", {sum(count for _, count in moment.left)} candidates left" in moment.told
    assert seen > 3
    assert watcher.moment.restarts > 0
    assert watcher.moment.told.startswith(f"try {watcher.moment.restarts + 1}: ")


def fitting_tiles(garden, laid):
    """What fits each cell beside the tiles that are laid, by the rules of a hanging garden: an oracle."""
    lattice = garden.lattice
    found = {}
    occupied = {  # what the faces of the tiles that are laid say of the cells beside them
        other: direction in blue_faces(code, lattice)
        for cell, code in laid.items()
        for direction, other in enumerate(garden.neighbours[cell])
        if other is not None
    }
    for cell in garden.cells:
        found[cell] = set()
        for code in [*(set(garden.tile_set) - set(laid.values())), None]:
            blue = blue_faces(code, lattice) if code is not None else ()
            fits = True
            for direction, other in enumerate(garden.neighbours[cell]):
                if other is None:
                    fits &= direction not in blue
                elif other in laid:
                    towards = lattice.opposite[direction] in blue_faces(laid[other], lattice)
                    fits &= (direction in blue) == towards and (code is None or towards)
                elif other in occupied and code is not None:
                    fits &= (direction in blue) == occupied[other]
            if fits:
                found[cell].add(code)
    return found


def test_a_solution_that_fills_the_board_tells_what_still_fits():
    garden = cm.Garden.hanging((5, 5))
    solution = cm.solve(garden).solution
    told = list(steps_of(garden, solution))
    laid, air = {}, set()
    for (kind, _, left), (_, cell, code) in pairwise(told):
        if kind == "left":
            laid[cell] = code
            fits = {at: options for at, options in fitting_tiles(garden, laid).items() if at not in laid}
            counts = {at: len(options) for at, options in fits.items() if options != {None}}
            assert left() == counts
            air |= {at for at, options in fits.items() if options == {None}}
    assert {cell for kind, cell, _ in told if kind == "air"} == air == set(garden.cells) - set(solution.codes)
    last = moments(told, 10**6)[-2]
    assert len(last.laid) + len(last.air) == 25


# --- films


@pytest.mark.parametrize("name", ["zip-6", "nine-many", "squares"])
@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_film_of_a_search_has_even_frames_and_rests_on_the_last(name, form):
    film = animation.search_film(readers.read(name), steps(name), frames=12)
    assert len(film.pictures) <= 12
    content = getattr(animation, form)(film, side=160)
    with Image.open(BytesIO(content)) as image:
        assert image.format == form.upper()
        assert max(image.size) == 160
        assert image.info["loop"] == 0
        durations = []
        for frame in range(image.n_frames):
            image.seek(frame)
            image.load()
            durations.append(image.info["duration"])
    assert sum(durations) == sum(film.milliseconds)
    assert durations[-1] == animation.LAST == film.milliseconds[-1]
    assert len(set(film.milliseconds[:-1])) == 1
    assert 3 <= len(durations) <= 12


@pytest.mark.parametrize("count", [1, 2, 10, 150, 1000])
def test_a_film_is_neither_hasty_nor_dull(count):
    durations = animation._durations(count)
    assert len(durations) == count
    assert all(animation.SHORTEST <= each <= animation.LONGEST and each % 10 == 0 for each in durations[:-1])
    assert sum(durations) <= max(1000 * animation.SECONDS + 2500, animation.SHORTEST * count + animation.LAST)


@pytest.mark.parametrize("seconds", [1, 2, 4, 5, 10, 60])
def test_a_film_lasts_as_long_as_it_is_to(seconds, tmp_path):
    target = tmp_path / "search.gif"
    _watch.write(target, ZIP, iter([("placed", (0, at % 3), at) for at in range(3000)]), seconds, "")
    with Image.open(target) as image:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert sum(durations) == pytest.approx(1000 * seconds, rel=0.1)


def test_a_page_keeps_no_more_steps_than_it_shows(tmp_path):
    """A search of a thousand million steps would fill the memory."""
    kept, most = [0], [0]

    class Step(tuple):
        def __new__(cls, *of):
            kept[0] += 1
            most[0] = max(most[0], kept[0])
            return super().__new__(cls, of)

        def __del__(self):
            kept[0] -= 1

    steps = (Step("placed", (0, at % 3), at) for at in range(3000))
    assert _watch.write(tmp_path / "search.html", ZIP, steps, 5, "").startswith("3,000 placed")
    assert most[0] < 10
    assert _watch.write(tmp_path / "none.html", ZIP, iter(()), 5, "") == "0 placed, 0 dead ends, 0 settled"


def test_a_page_has_frames_enough():
    """It has half as many again and again while it is too large, but not less than eight."""
    asked = []

    def film(frames):
        asked.append(frames)
        return animation.Film((renderers.draw(ZIP),), ("x" * animation.LARGEST_PAGE,), (animation.LAST,))

    animation.film_page("", film)
    assert asked == [240, 120, 60, 30, 15, 8]


def test_a_garden_of_cubes_turns_until_it_is_seen_as_in_its_picture():
    garden = cm.Garden.hanging((2, 2, 2), tiles=(2, 8))
    placement = cm.puzzles.TilePlacement([((0, 0, 0), 2), ((1, 0, 0), 8)])
    film = animation.solutions_film(garden, [placement])
    assert film.pictures[-1] == renderers.draw(garden, placement)
    first, second, *_ = [of_role(picture, "floor") for picture in film.pictures]
    assert first != second
    assert animation.solutions_film(garden, [placement], spin=animation.SPIN) == film
    turned = animation.solutions_film(garden, [placement], spin=20, turn=5)
    assert turned.pictures[-1] == renderers.draw(garden, placement, turn=5)
    assert bounds(turned.pictures[0].shapes) != bounds(film.pictures[0].shapes)
    with pytest.raises(cm.ParameterError, match="the spin must be a number of degrees, not 'x'"):
        animation.solutions_film(garden, [placement], spin="x")
    still = animation.search_film(garden, steps_of(garden, placement))
    assert len({picture.shapes[0] for picture in still.pictures}) == 1
    flat = readers.read("squares")
    told = steps("squares", 30)
    assert animation.search_film(flat, told, spin=60.0) == animation.search_film(flat, told)


def test_the_longest_line_of_a_film_is_not_cut_off():
    told = [("placed", (0, 0), 1), *[("dead end", None, None)] * 3]
    film = animation.search_film(cm.Garden.hanging((2, 2), tiles=(1, 4)), told)
    long = animation.Film(film.pictures, ("x" * 80,) * len(film.lines), film.milliseconds)
    for frame in animation.images(long, 600):
        margin = {frame.getpixel((frame.width - 1 - inset, y)) for inset in range(8) for y in range(frame.height)}
        assert margin == {frame.getpixel((0, 0))}


def test_all_frames_show_the_same_part_of_the_plane():
    """Tabs stick out of the first pieces and not out of others, yet the lines of the board stay where they are."""
    frames = list(animation.images(animation.search_film(readers.read("squares"), steps("squares"), frames=6), 300))
    assert len({frame.size for frame in frames}) == 1
    rims = {frame.crop((0, 0, 24, 250)).tobytes() for frame in frames}
    assert len(rims) == 1
    assert len(set(frames[0].crop((0, 0, 24, 250)).getcolors(1 << 16))) > 3
    film = animation.solutions_film(readers.read("nine-one"), [cm.solve(readers.read("nine-one")).solution])
    assert len({bounds(picture.shapes) for picture in film.pictures}) > 1
    assert len({frame.size for frame in animation.images(film, 100)}) == 1


def test_the_palette_has_the_colours_that_are_drawn_with():
    film = animation.search_film(ZIP, [("placed", (0, 0), 1), ("dead end", (1, 2), None)], frames=5)
    with Image.open(BytesIO(animation.gif(film, side=300))) as image:
        image.seek(image.n_frames - 1)
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 16)}
    assert rgb(RED) in colours


def test_answers_follow_one_another_and_one_fills_the_board(tmp_path):
    puzzle = readers.read("nine-many")
    with cm.solutions(puzzle) as found:
        answers = list(islice(found, 4))
    film = animation.solutions_film(puzzle, answers)
    assert film.lines == tuple(f"solution {k} of 4" for k in range(1, 5))
    assert film.milliseconds == (1200, 1200, 1200, 1500)
    one = animation.solutions_film(puzzle, answers[:1])
    assert [len(of_role(picture, "piece")) for picture in one.pictures[:10]] == list(range(10))
    assert one.pictures[-1] == renderers.draw(puzzle, answers[0])
    assert len(animation.solutions_film(puzzle, []).pictures) == 1
    renderers.save(tmp_path / "all.gif", puzzle, answers)
    renderers.save(tmp_path / "one.webp", ZIP, ZIP_PATH)
    renderers.save(tmp_path / "none.gif", ZIP)
    counts = []
    for name in ("all.gif", "one.webp", "none.gif"):
        with Image.open(tmp_path / name) as image:
            counts.append(image.n_frames)
    assert counts == [4, 6, 1]  # The first cell of the path lies below its number: nothing changes when it is found.


def test_answers_that_do_not_fit_are_refused():
    with pytest.raises(cm.PuzzleError, match="the path leaves the"):
        animation.solutions_film(ZIP, [cm.Path([(5, 5)])])
    with pytest.raises(TypeError):
        renderers.filling(ZIP, cm.puzzles.Board([]))


# --- the commands


def test_watching_writes_films_and_tells_the_end(tmp_path):
    target = tmp_path / "search.gif"
    out, err = run("watch", "zip-4", "-o", target)
    placed = sum(step[0] == "placed" for step in steps("zip-4"))
    assert out.startswith(f"{placed} placed, ")
    assert out.endswith("1 found\n")
    assert err == f"wrote {target}\n"
    with Image.open(target) as image:
        assert image.n_frames > 5


def test_without_a_terminal_only_the_end_is_told():
    out, err = run("watch", "zip-4", "--answers", 9)
    assert out.count("\n") == 1
    assert out.endswith("1 found: there is nothing more to find\n")
    assert err == ""


@pytest.mark.usefixtures("files_are_forgotten")
def test_a_loop_of_a_stranger_that_tells_no_steps_cannot_be_watched(tmp_path):
    file = tmp_path / "mine.py"
    build = "lambda question: iter(())"
    file.write_text(f"from cpmodels.racing import Solver, register\nregister(Solver('mine', 'reference', {build}))\n")
    said = fails("watch", "zip-4", "--solver", "mine", "--load", file)
    assert said == "cpmodels: there is no loop to watch, as mine does not tell its steps\n"


def test_a_board_larger_than_the_terminal_is_not_cropped():
    board = "┏━━━━━━━┓\n┃ 1───┐ ┃\n┗━━━━━━━┛\n"
    shown = {
        size: console.fitting(board, Console(file=StringIO(), width=size[0], height=size[1]))
        for size in ((9, 4), (8, 4), (9, 3))
    }
    assert shown[9, 4] == board
    assert shown[8, 4] == "the board takes 9 columns and 4 lines, and the terminal has 8 and 4\n"
    assert "┃" not in shown[9, 3]


def terminal():
    return Console(file=StringIO(), force_terminal=True, width=80, height=40)


def plain(console):
    """What was written to a terminal, without its colours."""
    assert "\x1b[9" in console.file.getvalue() or "\x1b[3" in console.file.getvalue()
    return re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())


def test_in_a_terminal_the_board_fills():
    shown = terminal()
    last, _ = _watch.play(ZIP, iter(list(steps_of(ZIP, ZIP_PATH))), 10_000, shown)
    assert last.answer == ZIP_PATH
    text = plain(shown)
    assert "6 placed, 0 dead ends, 6 settled, 1 found" in text
    assert all(line in text for line in renderers.text(ZIP, ZIP_PATH).splitlines())


def test_watching_a_search_of_the_library(monkeypatch):
    shown = terminal()
    monkeypatch.setattr(console, "terminal", lambda: shown)
    with console.Watching("counting", lambda answer: renderers.text(ZIP, answer)) as watching:
        watching.take(ZIP_PATH)
        watching(cm.search.Progress(1, 2.0))
        watching.play(renderers.filling(ZIP, ZIP_PATH), seconds=0.01)
    text = plain(shown)
    assert "1 found, 2 s" in text
    assert renderers.text(ZIP, ZIP_PATH).splitlines()[1] in text


def test_watching_without_a_terminal_shows_nothing(monkeypatch):
    shown = Console(file=StringIO())
    monkeypatch.setattr(console, "terminal", lambda: shown)
    with console.Watching("counting", str) as watching:
        watching.take(ZIP_PATH)
        watching(cm.search.Progress(1, 0.5))
        watching.play(["board"], seconds=0.01)
    assert shown.file.getvalue() == ""


def test_a_count_of_least_cost_tells_whole_answers():
    puzzle = cm.Garden.hanging(box=(6, 6), minimise="volume")
    each = []
    found = cm.count(puzzle, limit=5, each=each.append)
    assert len(each) == found.total == 5
    assert all(puzzle.check(answer) == [] for answer in each)


def test_in_a_pipe_watching_prints_nothing_more(tmp_path):
    """Standard output is that of a count without it; the file has the answers that were found."""
    plain = run("count", "nine-many", "--engine", "cp-sat")
    watched = run("count", "nine-many", "--engine", "cp-sat", "--watch", "-o", tmp_path / "all.webp")
    assert watched[0] == plain[0]
    left_out = f"{tmp_path / 'all.webp'} shows the first 24 of {plain[0].strip()}"
    written = [f"wrote {tmp_path / 'all.webp'}", left_out]
    for told, more in ((watched[1], written), (plain[1], [])):  # A search that takes long tells how far it is.
        lines = [line for line in told.splitlines() if not line.startswith("counting ...")]
        assert lines[:-1] == more
        assert lines[-1].endswith(" s")
    with Image.open(tmp_path / "all.webp") as image:
        assert image.n_frames == 24
