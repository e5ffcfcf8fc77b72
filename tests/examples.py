"""How many examples a test tries, and how much more of everything where there is much time."""

from __future__ import annotations

from hypothesis import settings

USUAL = 25
"""Examples of a property that says nothing else; the profiles stand in conftest.py."""


def times():
    """How many times as many examples as usual the profile has that is loaded."""
    return max(1, settings.default.max_examples // USUAL)


def examples(number):
    """Settings of so many examples, and of so many times more in a longer profile."""
    return settings(max_examples=number * times())


def step(number):
    """Of many cases each so manieth is tried as a rule, and every one in a longer profile."""
    return max(1, number // times())
