"""The built wheel reads, solves and draws in another folder; nothing is missing from it, and there is nothing more."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import cpmodels as cm

ROOT = Path(__file__).parents[1]
PACKAGES = ("cpmodels", "readers", "renderers")
META = f"cpmodels-{cm.__version__}.dist-info/"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT]
    built = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if "No matching distribution" in built.stderr or "No module named pip" in built.stderr:
        pytest.skip("a wheel cannot be built here, without pip or without the package index")
    assert built.returncode == 0, built.stderr
    (file,) = folder.iterdir()
    return file


def test_the_wheel_has_what_is_needed_and_no_more(wheel):
    assert wheel.name == f"cpmodels-{cm.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file()]
    known = {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}
    inside = {name for name in names if not name.startswith(META)}
    assert inside == known - {"readers/README.md"}
    assert {name.partition("/")[2] for name in names - inside} >= {"METADATA", "entry_points.txt", "licenses/LICENSE"}


def test_it_works_in_a_clean_folder(wheel, tmp_path):
    place = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    environment = {**os.environ, "PYTHONPATH": str(place)}

    def run(*command):
        done = subprocess.run(
            [sys.executable, "-c", *command],
            cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = run("import cpmodels, readers, renderers; print(cpmodels.__file__)")
    assert Path(where.strip()).is_relative_to(place)
    program = "import cpmodels.cli; cpmodels.cli.main()"
    assert run(program, "--version").split()[-1] == cm.__version__
    assert run(program, "count", "squares-packed") == "652 solutions (82 up to symmetry)\n"
    run(program, "solve", "zip-6", "-o", "page.html")
    run(program, "solve", "nine-one", "-o", "board.png")
    assert min((tmp_path / name).stat().st_size for name in ("page.html", "board.png")) > 1000
