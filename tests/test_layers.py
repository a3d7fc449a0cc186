"""What `docs/architecture.md` says of the modules of `cpmodels`: which of them stand on which."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in (ROOT / "cpmodels").rglob("*.py")
}
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
LAYERS = re.search(r"## From the ground up\n\n[^#]*?\n((?:    .+\n)+)", PAGE)[1].splitlines()
FLOORS = {name: floor for floor, line in enumerate(LAYERS) for name in line.split()}


def imports_of(module):
    """The modules of the package that a module imports, be it in a function or for types."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in MODULES else node.module for name in names)


def room_of(module):
    """The file or folder in `cpmodels` where a module is."""
    return "__init__" if module == "cpmodels" else module.split(".")[1]


def test_each_file_and_folder_stands_on_what_is_below_it():
    assert {room_of(module) for module in MODULES} == FLOORS.keys()
    upwards = [
        (module, name)
        for module in MODULES
        for name in imports_of(module)
        if room_of(name) != room_of(module) and FLOORS[room_of(name)] >= FLOORS[room_of(module)]
    ]
    assert upwards == []


def test_no_modules_import_each_other_in_a_circle():
    TopologicalSorter({module: set(imports_of(module)) - {module} for module in MODULES}).prepare()
