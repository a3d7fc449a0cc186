"""What the benchmarks run on: the machine, the versions of packages, and the state of this project."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
from functools import cache
from pathlib import Path

from cpmodels.search._sources import cores

PACKAGES = (
    "cpmodels", "ortools", "xcover", "clingo", "numba", "cpmpy", "python-constraint2", "multi-puzzle-solver",
    "puzzlekit",
)  # fmt: skip


@cache
def versions() -> dict[str, str]:
    """The versions of Python and of installed packages, and the commit of a checkout without changes."""
    found = {"python": platform.python_version()}
    if commit := _commit():
        found["commit"] = commit
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


@cache
def machine() -> str:
    """The machine in words: processor, cores, memory, system."""
    there, usable = os.cpu_count() or 1, cores()
    number = f"{there} cores" if usable == there else f"{usable} of {there} cores"
    words = [_processor(), number, _memory(), platform.system()]
    return ", ".join(word for word in words if word)


def _commit() -> str:
    """The commit of this folder; empty where there is none, or files differ from it."""
    git = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--abbrev=10", "--exclude=*", "--dirty"]
    try:
        said = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
    return "" if said.endswith("-dirty") else said


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
    except (AttributeError, ValueError, OSError):
        return ""
