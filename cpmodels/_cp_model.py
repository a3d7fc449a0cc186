"""What `cpmodels._ortools` has, loaded when something of it is first asked for: that takes a third of a second.

All modules have CP-SAT from here, so what needs none, as a count by the states of a frontier, does without.
"""

import concurrent.futures.thread  # noqa: F401
import logging  # noqa: F401
import os
import threading
from typing import TYPE_CHECKING, Any

is_program = False
"""Whether this is the command line, where OR-Tools is to leave no file once it is loaded."""

_loading = threading.RLock()
"""Held while it is loaded, and at a fork: what a thread that was left behind has half loaded, would stay so in the
other process.  Of locks that are taken at a fork the last registered is the first: so those of what OR-Tools loads must
be there before.  Else the thread that loads waits for that of `logging`, and who forks for the thread; and that of
`concurrent.futures`, registered meanwhile, would be released without having been taken."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_loading.acquire, after_in_parent=_loading.release, after_in_child=_loading.release)

if TYPE_CHECKING:
    from cpmodels._ortools import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):  # What inspects modules asks for such names, of which there are no more.
            raise AttributeError(name)
        with _loading:
            from cpmodels import _ortools

            if is_program:
                _ortools.leave_no_file()
            found = globals()[name] = getattr(_ortools, name)
        return found
