"""How many examples Hypothesis tries.

A sixth of what a test asks for (but ten where it asks for as many), and all of them with the option
``--hypothesis-profile=thorough``.
"""

from hypothesis import settings

settings.register_profile("thorough")


def examples(number, **more):
    """Settings of a test that is to try so many examples, with `more` settings."""
    if settings.get_current_profile_name() != "thorough":
        number = max(number // 6, min(number, 10))
    return settings(max_examples=number, deadline=None, **more)
