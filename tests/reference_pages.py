"""The pages of the reference, and the public names that they are to show."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import cpmodels as cm

DIRECTIVE = re.compile(r"^\.\. auto(module|function|class|exception|data):: (\S+)\n((?:   :.*\n)*)", re.MULTILINE)
PAGES = sorted((Path(__file__).parents[1] / "docs" / "reference").glob("*.rst"))


def public_names():
    """The classes, functions and exceptions that the pages are to show, by the names under which they do."""
    found = {}
    for page in PAGES:
        for sort, name, options in DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            owner, _, last = name.rpartition(".")
            names = [(owner, last)] if sort != "module" else []
            if sort == "module" and ":no-members:" not in options:
                hidden = re.findall(r"[\w.]+", "".join(re.findall(r":exclude-members:(.*)", options)))
                names = [(name, public) for public in import_module(name).__all__ if public not in hidden]
            for module, public in names:
                thing = getattr(import_module(module), public)
                if inspect.isclass(thing) or inspect.isroutine(inspect.unwrap(thing)):
                    told = public in cm.__all__ and getattr(cm, public) is thing
                    found[f"{'cpmodels' if told else module}.{public}"] = thing
    return found


def documented():
    """Where the things are defined that the pages are to show."""
    return {f"{thing.__module__}.{getattr(thing, '__qualname__', thing.__name__)}" for thing in public_names().values()}
