"""Backtracking in machine code: the searches that people write by hand, on the descriptions that puzzles give.

No solver is involved: a search lays one piece after the other, or grows a path cell by cell, and takes back what does
not fit.  It learns nothing, and tries ten or twenty million choices a second, where CP-SAT weighs each.  So it is
the quickest on small and tight puzzles and on bordered edge matching, and lost where early choices show late
that they were wrong.
"""
