"""What the benchmarks run on: the machine, and the versions of packages."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from functools import cache
from pathlib import Path

PACKAGES = (
    "cpmodels",
    "ortools",
    "xcover",
    "clingo",
    "numba",
    "cpmpy",
    "python-constraint2",
    "multi-puzzle-solver",
    "puzzlekit",
)


@cache
def versions() -> dict[str, str]:
    """The versions of Python and of the packages that are installed."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


@cache
def machine() -> str:
    """The machine in words: processor, cores, memory, system."""
    words = [_processor(), f"{os.cpu_count()} cores", _memory(), platform.system()]
    return ", ".join(word for word in words if word)


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
