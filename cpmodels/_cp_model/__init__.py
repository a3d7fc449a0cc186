"""What `_ortools` beside it has, loaded when something of it is first asked for: that takes a third of a second.

All modules have CP-SAT from here, so what needs none, as a count by the states of a frontier, does without.
"""

import concurrent.futures.thread  # noqa: F401
import logging  # noqa: F401
import os
import threading
from typing import TYPE_CHECKING, Any

is_program = False
"""Whether this is the command line, where OR-Tools is to leave no file once it is loaded."""


def lock_at_forks() -> threading.RLock:
    """A lock to be held while libraries are loaded, or compile, and that is taken at a fork, too.

    What a thread that was left behind has half loaded would stay so in the other process, and the locks that it holds
    would never be free there.  Of locks that are taken at a fork the last registered is the first: so those of what
    libraries load must be there before.  Else the thread that loads waits for that of `logging`, and who forks for the
    thread; and that of `concurrent.futures`, registered meanwhile, would be released without having been taken.
    """
    lock = threading.RLock()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock


_loading = lock_at_forks()

if TYPE_CHECKING:
    from cpmodels._cp_model._ortools import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        if name.startswith("_"):  # What inspects modules asks for such names, and an import for the module itself.
            raise AttributeError(name)
        with _loading:
            from cpmodels._cp_model import _ortools

            if is_program:
                _ortools.leave_no_file()
            found = globals()[name] = getattr(_ortools, name)
        return found
