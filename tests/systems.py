"""What tests need of the system that they run on; elsewhere they are skipped, and say why."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from cpmodels.engines import ENGINES

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals from process to process")
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
needs_devices = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


def needs(*engines):
    """Skip where the libraries of engines are not installed, as on systems that they have no wheels for."""
    absent = [engine for engine in engines if not ENGINES[engine].is_installed]
    return pytest.mark.skipif(bool(absent), reason=f"not installed: {', '.join(absent)}")


def descendants(process, words):
    """The processes with these words in their command lines that a process has begun, or one that it has begun, as the
    guard of a command does, and that are not over.
    """
    found = set()
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{process}/task").glob("*/children"):
            for child in map(int, task.read_text().split()):
                is_one = words in Path(f"/proc/{child}/cmdline").read_text()
                found |= {child} if is_one else descendants(child, words)
    return found


def alive(process):
    """Whether a process is there, and not a zombie, which is over and not waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
