"""The exit statuses of the command line."""

ANSWERED, BROKEN, BAD_INPUT, STOPPED = STATUSES = {
    0: "The question was answered. A proof that there is no solution is an answer, too.",
    1: "`check` found broken rules, `confirm` or `race` found a disagreement, or `verify` a wrong certificate.",
    2: "The input or an option is wrong, or an optional package is missing: one sentence says what.",
    3: "The search was stopped before there was an answer, by Ctrl-C, a time limit, or a solver that failed.",
}
"""The exit statuses, and what each means."""
