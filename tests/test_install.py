"""What comes with the package and with its extras: enough for all that the README shows, also where wheels lack."""

import os
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from browser import data_of
from command_line import run, run_process
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TEXTS = (".py", ".md", ".rst", ".ipynb", ".toml", ".yml", ".txt", ".html")
ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
FOR_USERS = {"all", "cluster", "engines", "fonts", "mesh", "plots", "print", "widget"}
SYSTEMS = [
    {"sys_platform": "linux", "platform_machine": "x86_64"},
    {"sys_platform": "linux", "platform_machine": "aarch64"},
    {"sys_platform": "darwin", "platform_machine": "arm64"},
    {"sys_platform": "win32", "platform_machine": "AMD64"},
]
INTEL_MAC = {"sys_platform": "darwin", "platform_machine": "x86_64"}


def required(package, system, python):
    """The versions of a package that come with this one on a system, one each time that it is required there."""
    where = {**system, "python_version": python}
    requirements = map(Requirement, PROJECT["dependencies"])
    return [
        str(each.specifier)
        for each in requirements
        if each.name == package and (each.marker is None or each.marker.evaluate(where))
    ]


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", [*SYSTEMS, INTEL_MAC])
def test_what_the_readme_shows_comes_with_the_package_wherever_it_has_wheels(system, python):
    numba = [">=0.60"] if system is not INTEL_MAC else [] if python == "3.14" else ["<0.63,>=0.60"]
    assert required("numba", system, python) == numba
    assert required("python-sat", system, python) == [">=1.9.dev17"]


def test_all_has_every_extra_for_users():
    (all_of_it,) = map(Requirement, EXTRAS["all"])
    assert {"all", *all_of_it.extras} == FOR_USERS


def test_each_package_has_a_lowest_version():
    """Of what has none, such as Dask, one was taken to be enough that cannot be imported any more."""
    every = [Requirement(line) for lines in (PROJECT["dependencies"], *EXTRAS.values()) for line in lines]
    assert [str(each) for each in every if each.name != "cpmodels" and ">=" not in str(each.specifier)] == []


def test_every_extra_that_is_named_exists():
    named = {}
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith((".", "_build")) or name in (".github", ".ci")]
        for file in (Path(folder, name) for name in files if name == "run" or name.endswith(TEXTS)):
            if file.name in ("CHANGELOG.md", Path(__file__).name):
                continue
            text = file.read_text(encoding="utf-8")
            found = re.findall(r'(?:cpmodels|["\s]\.)\\?\[([a-z, ]+)\\?\]', text) + re.findall(
                r"the extras? `(\w+)`", text
            )
            for extra in (word.strip() for each in found for word in each.split(",")):
                named.setdefault(extra, file.relative_to(ROOT))
    named.pop("mine", None)  # An example of a solver that another package brings.
    assert named.keys() >= FOR_USERS
    assert {extra: str(file) for extra, file in named.items() if extra not in EXTRAS} == {}


def test_the_page_of_installing_has_each_extra_for_users():
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    for extra in FOR_USERS:
        assert re.search(rf"^\| `{extra}` \|[^|]+\| +\d+ MB \| +\d+ s \|$", page, re.MULTILINE), extra


@pytest.fixture(scope="module")
def base_install(tmp_path_factory):
    """A folder for Python's path with which no module can be imported that extras alone bring."""
    base = {canonicalize_name(Requirement(text).name) for text in PROJECT["dependencies"]}
    added = {canonicalize_name(Requirement(text).name) for extra in EXTRAS.values() for text in extra}
    hidden = [
        module
        for module, packages in packages_distributions().items()
        if {canonicalize_name(package) for package in packages} <= added - base - {"cpmodels"}
    ]
    folder = tmp_path_factory.mktemp("base")
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({hidden!r}))\n")
    return folder


def test_the_first_example_is_true_of_the_base_install(base_install, tmp_path):
    shot = ROOT / "docs" / "start" / "shot.png"
    _, err = run_process("solve", shot, "-o", "page.html", path=base_install, folder=tmp_path)
    assert "not installed" not in err
    (puzzle,) = data_of((tmp_path / "page.html").read_bytes())["puzzles"]
    assert puzzle["reasons"]
    out, err = run_process("hint", shot, path=base_install, folder=tmp_path)
    assert re.search(r"^\S.*: the path goes between ", out)
    assert "not installed" not in err


def test_the_base_install_searches_in_machine_code(base_install, tmp_path):
    out, _ = run_process("count", "squares-packed", "--engine", "backtrack", path=base_install, folder=tmp_path)
    assert out == "652 solutions (82 up to symmetry)\n"


def test_what_is_missing_is_told_once(monkeypatch):
    for module in ("numba", "pysat", "pysat.solvers"):
        monkeypatch.setitem(sys.modules, module, None)
    out, err = run("solve", "zip-4")
    assert "┏" in out
    assert re.findall(r"pip install ([a-z-]+)$", err, re.MULTILINE) == ["numba", "python-sat"]
    assert "pip install" not in run("--version")[1]
