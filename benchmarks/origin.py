"""Where the figures of a page are from, in words, with links to the glossary and to how they are cited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ORIGIN = """\
*Where this is from.* {what} by `{command}`; the text of that module says how it is measured. Machine: {machine}. \
Versions: {versions}. The [glossary](../../../docs/glossary.md) explains the words, and \
[Results](../../../docs/results/index.md#how-to-cite) how to cite."""


def origin(command: str, facts: Mapping[str, Any], what: str = "This page is made of [rows.jsonl](rows.jsonl)") -> str:
    """A paragraph of a page of results, which lies in a folder of `benchmarks/results`.

    facts: the machine and the versions, in words.
    """
    return ORIGIN.format(what=what, command=command, machine=facts["machine"], versions=facts["versions"])
