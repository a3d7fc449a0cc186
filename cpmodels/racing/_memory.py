"""The memory that a process took."""

from __future__ import annotations

from pathlib import Path


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
