"""What tests ask of pages of results."""

import re


def numbers_in(text):
    """The numbers in a text, as they are written."""
    return set(re.findall(r"\d[\d,.]*\d|\d", text))
