"""The one sentence with which a file, text or solution that is wrong is refused."""

import pytest

from cpmodels import PuzzleError


def refusal(function, *arguments, **keywords):
    """The sentence of the PuzzleError that a call raises, which is short and on one line."""
    with pytest.raises(PuzzleError) as caught:
        function(*arguments, **keywords)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 600
    return text
