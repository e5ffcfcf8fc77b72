"""How a message quotes what it found, lists what is allowed, and guesses what was meant."""

from __future__ import annotations

import pytest

from penneech.files.spelling import listed, meant, nearest, shown


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (7, "7"),
        (-0.5, "-0.5"),
        ({"a": 1}, "a set of entries"),
        ([1, 2], "a list"),
        ("perché", '"perché"'),
        ('a "b"', r'"a \"b\""'),
        ("a\nb\u202e", r'"a\nb\u202e"'),
        ("k" * 40, f'"{"k" * 40}"'),
        ("k" * 41, f'"{"k" * 40}..."'),
        (10**39, "1" + "0" * 39),
        (10**40, "1" + "0" * 39),
    ],
)
def test_a_value_is_quoted_as_what_it_was_read_as(value, said):
    assert shown(value) == said


NAMES = ["parlett", "cotton-1674", "cotton-bare", "turn_up_credit"]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("parlet", "parlett"),
        ("PARLETT", "parlett"),
        ("cotton_1674", "cotton-1674"),
        ("turn-up credit", "turn_up_credit"),
        ("pralett", "parlett"),
        ("cott", "cotton-1674"),
        ("cot", None),
        ("turn", "turn_up_credit"),
        ("zzzzzz", None),
        ("", None),
    ],
)
def test_the_known_word_that_is_nearest_is_found(word, name):
    assert nearest(word, NAMES) == name


@pytest.mark.parametrize(("word", "name"), [("a-", "a_"), ("a ", "a_"), ("a_", "a-"), ("A", "a")])
def test_capitals_and_the_kind_of_a_stroke_make_no_other_word(word, name):
    assert nearest(word, [name]) == name


def test_the_same_letters_are_nearer_than_the_same_beginning():
    assert nearest("C47", ["C48", "C74", "C471"]) == "C74"
    assert nearest("abcd", ["abcde", "abdc"]) == "abdc"


def test_the_same_beginning_is_nearer_than_most_of_the_letters():
    assert nearest("bare", ["bars", "bare-cotton"]) == "bare-cotton"


def test_what_has_less_than_six_letters_in_ten_in_common_is_not_meant():
    assert nearest("abcdexxxx", ["abcdeyyyy"]) is None  # ten of eighteen
    assert nearest("abcxx", ["abcyy"]) == "abcyy"  # six of ten


def test_a_word_of_more_than_eighty_letters_is_not_guessed_at():
    name = "k" * 80
    assert nearest("k" * 79 + "l", [name]) == name
    assert nearest("k" * 81, [name]) is None


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("parlet", "; did you mean parlett?"),
        ("parlett", ""),  # it is none of them here, though it has the name
        ("zzzzzz", ""),
        (7, ""),
        (None, ""),
    ],
)
def test_a_guess_is_the_end_of_a_message(word, said):
    assert meant(word, NAMES) == said


@pytest.mark.parametrize(
    ("count", "told", "rest"),
    [
        (0, 0, ""),
        (2, 2, ""),
        (24, 24, ""),
        (25, 25, ""),  # "and 1 more" would be no shorter
        (26, 24, " and 2 more"),
        (100, 24, " and 76 more"),
    ],
)
def test_of_a_long_list_two_dozen_are_told(count, told, rest):
    names = [f"n{number}" for number in range(count)]
    assert listed(names) == ", ".join(names[:told]) + rest
