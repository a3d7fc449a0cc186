"""What `cpmodels._ortools` has, loaded when something of it is first asked for: that takes a third of a second.

All modules have CP-SAT from here, so what needs none, as a count by the states of a frontier, does without.
"""

from typing import TYPE_CHECKING, Any

from cpmodels.base._checkpoints import lock_at_forks

is_program = False
"""Whether this is the command line, where OR-Tools is to leave no file once it is loaded."""

_loading = lock_at_forks()

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
