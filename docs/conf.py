"""The documentation's site: `python -m sphinx -W docs docs/_build` makes it, and docs/_build/index.html opens it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import yaml

import cpmodels

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

CITATION = yaml.safe_load((Path(__file__).parents[1] / "CITATION.cff").read_text(encoding="utf-8"))

project = "cpmodels"
author = ", ".join(each["name"] for each in CITATION["authors"])
release = version = cpmodels.__version__
html_title = f"cpmodels {version}"
extensions = ["myst_nb", "sphinx.ext.autodoc", "command_line", "docstrings", "formulas", "gallery", "links"]
exclude_patterns = ["_build", "kinds"]
html_theme = "furo"
html_favicon = "../renderers/web/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_math_renderer = "mathml"
highlight_language = "none"  # Blocks of a terminal or of drawings are the most; those of Python say so.
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # A page that is opened from a file may not fetch the others.
show_warning_types = True

myst_enable_extensions = ["attrs_inline", "dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
nb_execution_mode = "off"  # Notebooks are shown as they are; the tests run them.

default_role = "py:obj"  # Docstrings have names in single backticks; those that are documented become links.
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
add_module_names = False
toc_object_entries_show_parents = "hide"
suppress_warnings = ["ref.python"]  # Types in signatures, such as Path, may be several classes: then there is no link.


def on_source_read(_app: Any, name: str, source: list[str]) -> None:
    """Write what CITATION.cff says into the page of how to cite."""
    if name == "citing":
        for field, said in {**CITATION, "author": author}.items():
            source[0] = source[0].replace(f"@{field}@", str(said))


def setup(app: Any) -> None:
    """Have Sphinx call what is above."""
    app.connect("source-read", on_source_read)
