"""How many examples Hypothesis tries, each for as long as it takes.

A sixth of what a test asks for (but ten where it asks for as many), and all of them with the option
``--hypothesis-profile=thorough``.
"""

from hypothesis import settings

for profile in ("thorough", "quick"):
    settings.register_profile(profile, deadline=None)
settings.load_profile("quick")


def examples(number, **more):
    """Settings of a test that is to try this many examples, with `more` settings."""
    if settings.get_current_profile_name() != "thorough":
        number = max(number // 6, min(number, 10))
    return settings(max_examples=number, **more)
