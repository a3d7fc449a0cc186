"""The docstrings, which are plain prose, as the reference shows them: lists of parameters, signatures, links."""

from __future__ import annotations

import inspect
import re
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from itertools import groupby
from typing import Any

from sphinx.application import Sphinx

import cpmodels
from cpmodels.base._docstrings import items_of

LITERAL = re.compile(r"(``.*?``|`[^`]+`|(?<![\w*])\*\w[^*]*\w\*(?![\w*]))", re.DOTALL)
ERROR = re.compile(rf"(?<![\w.])({'|'.join(name for name in cpmodels.__all__ if name.endswith('Error'))})(?![\w])")


def names_of(thing: Any) -> set[str]:
    """The parameters of a function, or the fields and attributes of a class: what a docstring lists by name."""
    names: set[str] = set()
    if inspect.isclass(thing):
        for cls in thing.__mro__:
            names |= {*vars(cls), *vars(cls).get("__annotations__", ())}
        thing = thing.__init__ if not is_dataclass(thing) else thing
    with suppress(TypeError, ValueError):  # Some have no signature.
        names |= set(inspect.signature(thing).parameters)
    return names


def plain(text: str) -> str:
    """Prose as reStructuredText: names of errors are links, what is in backticks or stars stays as it is."""
    parts = LITERAL.split(text)
    for i in range(0, len(parts), 2):
        escaped = re.sub(r"(?<=\w)_(?!\w)|[*|]", lambda at: "\\" + at[0], parts[i])
        parts[i] = ERROR.sub(r":py:exc:`\1 <cpmodels.\1>`", escaped)
    return "".join(parts)


def as_restructured_text(_app: Sphinx, what: str, _name: str, thing: Any, _options: Any, lines: list[str]) -> None:
    """Rewrite a docstring: lists of parameters and fields become lists, all else that is no example plain prose."""
    names, made = names_of(thing), []
    for blank, group in groupby(inspect.cleandoc("\n".join(lines)).splitlines(), key=lambda line: not line.strip()):
        block = list(group)
        if blank or block[0].startswith((">>>", " ")):
            if block[0].startswith(" ") and not made[-2].endswith("::"):
                made += ["::", ""]  # Code, drawings or formulas of a line of their own.
            made += block
            continue
        items = items_of(block, names)
        if items is None:
            made += plain("\n".join(block)).splitlines()
        else:
            for item, text in items:
                made += [f"``{item}``", f"    {plain(text)}"]
    lines[:] = [*made, "", *(names_elsewhere(thing) if what == "module" else ())]


def names_elsewhere(module: Any) -> list[str]:
    """A paragraph that leads to the public names of a module that have their place on the pages of `cpmodels`."""
    names = [name for name in getattr(module, "__all__", ()) if is_told_elsewhere(name, getattr(module, name))]
    if not names or module is cpmodels:
        return []
    return [f"Also in this module: {', '.join(f':py:obj:`cpmodels.{name}`' for name in names)}.", ""]


def is_told_elsewhere(name: str, thing: Any) -> bool:
    """Whether a name of a module is one that `cpmodels` itself offers on its own pages."""
    return name in cpmodels.__all__ and getattr(cpmodels, name) is thing


def fields_as_signature(
    _app: Sphinx, what: str, _name: str, thing: Any, _options: Any, signature: str | None, returned: str | None
) -> tuple[str | None, str | None] | None:
    """Show how a dataclass is made, with the types that its fields were given; nothing of those that take anything."""
    if what == "class" and is_dataclass(thing):
        parts, keywords = [], False
        for field in fields(thing):
            if not field.init:
                continue
            if field.kw_only and not keywords:
                parts.append("*")
                keywords = True
            kind = field.type if isinstance(field.type, str) else inspect.formatannotation(field.type)
            has_default = field.default is not MISSING or field.default_factory is not MISSING
            value = repr(field.default) if field.default is not MISSING else "..."
            value = "..." if len(value) > 40 or "<" in value else value
            parts.append(f"{field.name}: {kind}" + f" = {value}" * has_default)
        return f"({', '.join(parts)})", None
    if signature and signature.startswith("(*_args"):
        return "", None
    return signature, returned


def is_left_out(_app: Sphinx, what: str, name: str, thing: Any, _skip: bool, _options: Any) -> bool | None:
    """Leave out the fields of named tuples, and of a module's page what `cpmodels` itself offers on its own pages."""
    if type(thing).__name__ == "_tuplegetter" or (what == "module" and is_told_elsewhere(name, thing)):
        return True
    return None


def setup(app: Sphinx) -> dict[str, Any]:
    """Have them rewritten."""
    app.connect("autodoc-process-docstring", as_restructured_text)
    app.connect("autodoc-process-signature", fields_as_signature)
    app.connect("autodoc-skip-member", is_left_out)
    return {"parallel_read_safe": True}
