"""The exit statuses of the command line, and the sentence that a package is missing."""

ANSWERED, BROKEN, BAD_INPUT, STOPPED = STATUSES = {
    0: "The question was answered. A proof that there is no solution is an answer, too.",
    1: "`check` found broken rules, `confirm` or `race` found a disagreement, or `verify` a wrong certificate.",
    2: "The input or an option is wrong, or an optional package is missing: one sentence says what.",
    3: "The search was stopped before there was an answer, by Ctrl-C, a time limit, or a solver that failed.",
}
"""The exit statuses, and what each means."""


def incomplete(error: ImportError) -> str:
    """The sentence for a package that comes with this one and is not there, or does not go with the others."""
    how = "activate the environment that cpmodels is installed in, or install it again"
    return f"a package that cpmodels needs cannot be loaded ({error}): {how}"
