"""Placeholder: what there is to see of a puzzle, free of any renderer."""


class Diagram:
    """To be written."""
