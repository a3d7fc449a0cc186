"""Crashes of machine code, such as OR-Tools, in processes of our own: they end in one sentence, and leave no file."""

from __future__ import annotations

import os
import sys


def quiet_crashes() -> int:
    """Let what machine code writes to standard error as it crashes, pages of addresses, go nowhere from now on.

    `sys.stderr` writes to standard error as ever, by a descriptor of its own, which is given back.
    """
    if sys.stderr is None:
        return 2
    kept = os.dup(2)
    encoding, errors = sys.stderr.encoding, sys.stderr.errors
    sys.stderr = sys.__stderr__ = os.fdopen(kept, "w", 1, encoding, errors)  # type: ignore[misc]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return kept


def leave_no_file() -> None:
    """Let OR-Tools, which this loads, write no file of what it crashes at from now on."""
    from ortools.init.python import init  # type: ignore[import-untyped]

    flags = init.CppFlags()
    flags.cp_model_dump_prefix = f"{os.devnull}/"  # The beginning of the names of all its files.
    init.CppBridge.set_flags(flags)
