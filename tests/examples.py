"""How many examples Hypothesis tries.

A quarter of what a test asks for, and all of them with ``pytest --hypothesis-profile=thorough``.
"""

from hypothesis import settings

settings.register_profile("thorough")


def examples(number, **more):
    """Settings of a test that is to try so many examples, with `more` settings."""
    thorough = settings.get_current_profile_name() == "thorough"
    return settings(max_examples=number if thorough else max(number // 4, 10), deadline=None, **more)
