"""The files of kinds and solvers that are not installed, as modules: ``cpmodels.loaded.lamps`` is ``lamps.py``.

`load` runs such a file, ``cpmodels --load FILE`` does so before a command, and the environment variable
``CPMODELS_LOAD`` names files, set apart as in ``PATH``, that are run when they are first needed.  Other processes, such
as those of sweeps and races, inherit this variable, and so they know the classes of these files, too: to unpickle one,
they import this module.

>>> lamps = load("lamps.py").Lamps(3, 4, on=5)  # doctest: +SKIP
"""

from cpmodels.base.kinds import VARIABLE, load, load_files

__all__ = ["VARIABLE", "load"]

load_files()
