"""The documentation's site builds, its first pages work as they stand, and its reference leaves no public name out."""

import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from browser import PHONE, resize
from command_line import environment, run
from reference_pages import DIRECTIVE, public_names
from reference_pages import PAGES as REFERENCE
from test_accessibility import findings

import cpmodels as cm
import readers
from benchmarks.report import anchor
from cpmodels.cli import ANSWERED, BAD_INPUT, BROKEN, STATUSES, STOPPED

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if not {"_build", "kinds"} & set(page.parts))
INCLUDED = sorted(
    (page.parent / name).resolve()
    for page in PAGES
    for name in re.findall(r"^```\{include\} (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
)

LARGEST_SITE = 40_000_000


def pages(some):
    return pytest.mark.parametrize("document", some, ids=lambda document: document.relative_to(DOCS.parent).as_posix())


def with_blocks(language):
    return [page for page in PAGES if blocks(page, language)]


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def prepare(page, folder):
    """The files that the reader of a page has: those to which it links, and the board that it draws."""
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"\]\(([^)]+\.(?:png|txt))\)", text):
        shutil.copy(page.parent / name, folder)
    for board in re.findall(r"(?:^    [+|].*\n)+", text, re.MULTILINE):
        (folder / "board.txt").write_text(re.sub("^    ", "", board, flags=re.MULTILINE), encoding="utf-8")


def pattern(shown):
    """What is printed, where three dots on a line of their own stand for any lines, and elsewhere for anything."""
    lines = ["(?s:.*)" if line == "...\n" else re.escape(line).replace(r"\.\.\.", ".*") for line in shown]
    return "".join(lines)


def test_there_are_five_pages_to_start_with_and_a_picture_comes_first():
    start = [page for page in PAGES if page.parent.name == "start"]
    assert [page.stem for page in start] == ["count", "garden", "model", "nine-pieces", "screenshot"]
    for page in start:
        assert "\n![" in "\n".join(page.read_text(encoding="utf-8").splitlines()[:10])
    assert len([page for page in start if page in with_blocks("console")]) == 4


@pages([DOCS.parent / "README.md", *PAGES, *INCLUDED])
def test_links_lead_to_files(document):
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, heading = target.partition("#")
        assert target.startswith("https://") or (document.parent / file).exists(), target
        if heading and not target.startswith("https://"):
            there = document.parent / file if file else document
            assert heading in map(anchor, re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_page_of_results_is_a_page_of_the_site():
    benchmarks = DOCS.parent / "benchmarks"
    assert {benchmarks / "README.md", *benchmarks.glob("*/**/*.md")} <= set(INCLUDED)
    for page in (DOCS / "results").glob("*.md"):
        assert f"results/{page.stem}" in (DOCS / "index.md").read_text(encoding="utf-8")


def test_what_is_cited_is_this_version():
    citation = (DOCS.parent / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {cm.__version__}\n" in citation


@pytest.mark.slow
@pages([page for page in with_blocks("python") if page.name != "your-own-puzzle.md"])  # See test_pages_of_docs.
def test_python_runs_and_prints_what_it_says(document, tmp_path):
    prepare(document, tmp_path)
    code = "\n".join(blocks(document, "python"))
    (tmp_path / "page.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "page.py"],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, env=environment(DOCS.parent),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    printed = iter(done.stdout.splitlines())
    for said in re.findall(r"^ *print\(.*\)  # (.*)$", code, re.MULTILINE):
        shown = re.compile(pattern([said]))
        assert any(line and (said.startswith(line) or shown.fullmatch(line)) for line in printed), said


@pytest.mark.slow
@pages(with_blocks("console"))
def test_commands_work_and_print_what_is_shown(document, tmp_path, monkeypatch):
    for module, extra in (("trimesh", "mesh"), ("manifold3d", "mesh"), ("fpdf", "print")):
        pytest.importorskip(module, reason=f"{module} is not installed: the extra `{extra}`")
    prepare(document, tmp_path)
    monkeypatch.chdir(tmp_path)
    for command, shown in re.findall(
        r"^\$ cpmodels (.*)\n((?:[^$].*\n)*)", "".join(blocks(document, "console")), re.MULTILINE
    ):
        arguments = command.split()
        out, _ = run(*arguments)
        lines = shown.splitlines(keepends=True)
        if lines and not re.fullmatch(pattern(lines), out):
            # Another search may find another solution first: what is shown must be one.
            assert (arguments[0], len(lines)) == ("solve", out.count("\n"))
            assert run("check", arguments[1], "-", stdin=shown)[0] == "the solution is right\n"
        for file in re.findall(r"(?:-o|--proof|--ledger) (\S+)", command):
            assert Path(file).exists()


def test_the_reference_has_every_public_name():
    names = {name for page in REFERENCE for _, name, _ in DIRECTIVE.findall(page.read_text(encoding="utf-8"))}
    for package in (cm, cm.constraints):
        assert {f"{package.__name__}.{name}" for name in package.__all__} - names == set()
    assert {"cpmodels.base.lattice", "cpmodels.base.graph", "cpmodels.testing", "readers", "renderers"} <= names


def test_the_table_of_constraints_is_complete():
    text = (DOCS / "reference" / "constraints.rst").read_text(encoding="utf-8")
    tables = re.findall(r"^   \* - :py:\w+:`~cpmodels\.constraints\.(\w+)`.*\n((?:     - .+\n)+)", text, re.MULTILINE)
    assert sorted(name for name, _ in tables) == sorted(cm.constraints.__all__)
    assert {cells.count("\n") for name, cells in tables if name[0].islower()} == {3}


def test_the_exit_statuses_are_told_as_they_are(tmp_path):
    told = run("--help")[0].partition("Exit status:")[2]
    assert re.findall(r"^  (\d)  \S", told, re.MULTILINE) == [str(status) for status in STATUSES]
    assert ".. exit-statuses::" in (DOCS / "reference" / "command-line.rst").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"path": [[0, 0]]}', encoding="utf-8")
    assert list(STATUSES) == [ANSWERED, BROKEN, BAD_INPUT, STOPPED] == [0, 1, 2, 3]
    run("solve", "zip-parity", code=ANSWERED)
    run("check", "zip-4", wrong, code=BROKEN)
    run("solve", "zip-five", code=BAD_INPUT)
    run("count", "cubes", "--time-limit", "0.01", code=STOPPED)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The site, and what was told while it was made."""
    for module in ("sphinx", "furo", "latex2mathml", "myst_nb"):
        pytest.importorskip(module, reason=f"{module} is not installed: the extra `docs`")
    folder = tmp_path_factory.mktemp("built")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", folder / "trees", DOCS, folder / "site"],
        capture_output=True, encoding="utf-8", check=False, env=environment(DOCS.parent),
    )  # fmt: skip
    return folder / "site", done


@pytest.mark.slow
def test_axe_finds_nothing_on_the_site(built, chromium):
    lend, take_back = chromium
    opened = lend(True)
    opened.emulate_media(color_scheme="dark")
    resize(opened, PHONE)
    for name in ("index", "gallery", "models/paths", "results/lattices", "reference/command-line", "notebooks/gardens"):
        opened.goto((built[0] / f"{name}.html").as_uri())
        assert findings(opened) == []
    take_back(opened, True)


@pytest.mark.slow
def test_the_site_builds_without_a_warning(built):
    site, done = built
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert "cpmodels.solve" in (site / "searchindex.js").read_text(encoding="utf-8")
    shown = "".join(page.read_text(encoding="utf-8") for page in (site / "reference").glob("*.html"))
    assert [name for name in public_names() if f'id="{name}"' not in shown] == []
    commands = (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    assert "cpmodels new edge-matching" in commands
    assert {path.name for path in (site / "gallery").iterdir()} >= {f"{name}.svg" for name in readers.BUILTIN}
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < LARGEST_SITE
    cited = (site / "citing.html").read_text(encoding="utf-8")
    assert cited.count(f"version {cm.__version__}") == 1
    assert re.search(r"author += \{\{The cpmodels authors\}\}", re.sub(r"<[^>]+>", "", cited))
    assert 'rel="shortcut icon"' in cited or 'rel="icon"' in cited
    titles = [re.search(r"<title>(.*?) - cpmodels", page.read_text(encoding="utf-8")) for page in site.rglob("*.html")]
    named = sorted(title[1] for title in titles if title)
    assert [title for title, following in pairwise(named) if title == following] == []
    count = (site / "start" / "count.html").read_text(encoding="utf-8")
    assert 'href="../results/certificates.html"' in count
    for page in (
        "index",
        "gallery",
        "your-own-puzzle",
        "start/count",
        "results/index",
        "results/lattices",
        "results/runs",
    ):
        html = (site / f"{page}.html").read_text(encoding="utf-8")
        local = [target for target in re.findall(r'(?:href|src)="([^"#?]+)', html) if "://" not in target]
        assert [target for target in local if not (site / page).parent.joinpath(target).exists()] == []


@pytest.mark.slow
def test_a_gallery_shows_what_commands_make_and_one_that_fails_is_a_warning(tmp_path):
    for module in ("myst_nb", "manifold3d", "trimesh"):
        pytest.importorskip(module, reason=f"{module} is not installed: the extras `docs` and `mesh`")
    lines = (
        "solve zip-4",
        "draw zip-4 -o zip.svg",
        "draw nothing -o no.svg",
        "count zip-4 --limit 0",
        "why zip-4 -o w.svg",
        "draw zigzaw -o dark.svg",
        "draw squares -o tiles.stl",
    )
    (tmp_path / "index").mkdir()
    (tmp_path / "index.md").write_text(
        "# Cards\n\n" + "".join(f"```{{made-by}}\ncpmodels {line}\n```\n" for line in lines), encoding="utf-8"
    )
    (tmp_path / "conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(DOCS / 'extensions')!r})\nextensions = ['myst_nb', 'gallery']\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", tmp_path, tmp_path / "site"],
        capture_output=True, encoding="utf-8", check=False, env=environment(DOCS.parent),
    )  # fmt: skip
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert '<img src="index/zip.svg" class="light"' in html
    assert '<img src="index/dark.svg" alt' in html
    assert '<img src="index/tiles.stl.png" alt' in html
    assert (tmp_path / "site" / "index" / "tiles.stl.png").stat().st_size > 1000
    assert "┏━━━━━━━━━━━━━━━┓" in html
    failed = re.findall(r"index.md:(\d+): ERROR: `cpmodels (.*?)`", done.stderr)
    assert [line for _, line in failed] == list(lines[2:5])
