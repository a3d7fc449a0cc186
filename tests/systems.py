"""What tests need of the system that they run on; elsewhere they are skipped, and say why."""

import os
import sys
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
