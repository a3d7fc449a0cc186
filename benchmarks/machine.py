"""What the benchmarks run on: the machine, the versions of packages, and the memory that a process took."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from functools import cache
from pathlib import Path

PACKAGES = ("cpmodels", "ortools", "xcover", "numba", "cpmpy", "python-constraint2", "multi-puzzle-solver")


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


def peak_memory(process: int | None = None) -> float | None:
    """The most memory that a process (by default this one) took so far, in MiB; None where the system does not tell.

    Linux tells in /proc.  What it counts for `os.wait4` holds the parent's memory as well.
    """
    try:
        lines = Path(f"/proc/{process or 'self'}/status").read_text().splitlines()
    except OSError:
        return None
    peak = next((line.split()[1] for line in lines if line.startswith("VmHWM:")), None)
    return None if peak is None else round(int(peak) / 2**10, 1)
