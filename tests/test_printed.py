"""A print is searched without regard to how it was set, and only so far."""

from __future__ import annotations

import doctest

import pytest
from fixture_tei import HYPHEN, chapter, gap, tei, write
from hypothesis import given, settings
from hypothesis import strategies as st

import penneech.render.bibliography
import penneech.transcription.compositor
import penneech.transcription.lemmas
import penneech.transcription.printed
from penneech.transcription.plain import normalise
from penneech.transcription.printed import Page, Print, Span
from penneech.transcription.tei import read_book

SENTENCE = "The Dealer shews his lowest Trump, and so the Pool is his"


def book(tmp_path, *paragraphs):
    return read_book(write(tmp_path, tei(chapter(*paragraphs)))).print


def found(text, lemma):
    return [text.text[place.span.start : place.span.end] for place in text.find(lemma, text.whole)]


@pytest.mark.parametrize(
    ("printed", "quoted"),
    [
        ("the \u017fame \u017fuit", "the same suit"),
        ("a ﬁt diﬀerence, juﬅ \u017fo", "a fit difference, just so"),
        ("the pro\u00adfit", "the profit"),
        ("the pro\u00ad\ffit", "the profit"),
        ("the pro-\nfit", "the profit"),
        ("a Coat-Card", "a CoatCard"),
        ("a Coat-\nCard", "a CoatCard"),
        ("two\n lines,\ftwo\u00a0pages ", "two lines, two pages"),
        ("turn\u2019d “up”", 'turn\'d "up"'),
        ("TR\u01b2MP", "TRUMP"),
    ],
)
def test_a_setting_falls_away(printed, quoted):
    assert normalise(printed) == quoted


@given(
    st.text(
        alphabet=st.sampled_from("a\u017fsﬁ-\u00ad \n\f¬\u2010•◊〈〉\u2019\u01b2.\u200b\u0301T"),
        max_size=40,
    )
)
def test_what_was_normalised_stays_as_it_is(text):
    assert normalise(normalise(text)) == normalise(text)


@given(st.text(max_size=60))
def test_any_text_that_was_normalised_stays_as_it_is(text):
    assert normalise(normalise(text)) == normalise(text)


@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_hyphens_at_any_places_do_not_hide_a_lemma(tmp_path_factory, data):
    lemma = "lowest Trump, and so the Pool"
    inner = [n for n in range(1, len(SENTENCE)) if SENTENCE[n - 1 : n + 1].isalpha()]
    breaks = data.draw(st.lists(st.sampled_from(inner), max_size=6, unique=True))
    mark = st.sampled_from(
        (
            HYPHEN,
            f"{HYPHEN}\n",
            f'{HYPHEN}\n<pb n="7"/>\n',
            "-\n",
            f"<hi>{HYPHEN}</hi>",
        )
    )
    set_text = SENTENCE
    for place in sorted(breaks, reverse=True):
        set_text = set_text[:place] + data.draw(mark) + set_text[place:]
    text = book(tmp_path_factory.mktemp("tei"), f"{set_text}.")
    assert [normalise(one) for one in found(text, lemma)] == [lemma]


@settings(deadline=None, max_examples=50)
@given(
    blanks=st.lists(
        st.sampled_from(
            (
                "\n",
                "\n    ",
                "  ",
                '\n<pb n="9" facs="tcp:3"/>',
                '<pb n="9"/>',
                " <hi>\n</hi>",
                "<lb/>",
            )
        ),
        min_size=12,
        max_size=12,
    )
)
def test_blanks_lines_and_pages_between_words_do_not_hide_a_lemma(tmp_path_factory, blanks):
    words = SENTENCE.split()
    set_text = "".join(word + blank for word, blank in zip(words, blanks, strict=True))
    text = book(tmp_path_factory.mktemp("tei"), f"{set_text}.")
    assert len(found(text, SENTENCE)) == 1


def test_a_lemma_is_whole_words():
    text = Print.of("seventh trump, seven trumps", ())
    assert not found(text, "seven trump")
    assert found(text, "seven trumps") == ["seven trumps"]


@pytest.mark.parametrize("lemma", ["", " ", "-", "\u00ad\n"])
def test_a_lemma_of_no_letters_is_nowhere(lemma):
    assert not found(Print.of("seven trumps", ()), lemma)
    assert not found(Print.of("", ()), lemma)


def test_capitals_points_and_spelling_are_part_of_a_lemma():
    text = Print.of("He deals, and they play", ())
    assert not found(text, "he deals")
    assert not found(text, "He deals and")
    assert not found(text, "they plays")


def test_a_lost_letter_agrees_with_any_letter_and_is_said(tmp_path):
    text = book(tmp_path, f"the lowe{gap()}t Trump is{gap(2)} his")
    (place,) = text.find("the lowest Trump", text.whole)
    assert place.lost
    assert not found(text, "the lower Trump")


def test_what_can_be_read_whole_comes_before_what_cannot(tmp_path):
    text = book(tmp_path, f"my lowe{gap()}t Trump", "my lowest Trump")
    assert [place.lost for place in text.find("my lowest Trump", text.whole)] == [False, True]


def test_a_lost_word_agrees_with_any_word_but_not_with_two(tmp_path):
    lost = '<gap reason="illegible" extent="1 word"><desc>〈◊〉</desc></gap>'
    text = book(tmp_path, f"shews his {lost} Trump")
    assert found(text, "shews his lowest Trump")
    assert not found(text, "shews his very lowest Trump")


def test_a_lost_point_agrees_with_a_point_or_with_none(tmp_path):
    text = book(tmp_path, 'lowest Trump<g ref="char:punc">▪</g> and so')
    assert found(text, "lowest Trump, and so")
    assert found(text, "lowest Trump and so")
    assert not found(text, "lowest Trumps and so")


def test_a_lemma_of_which_most_is_lost_is_not_found(tmp_path):
    text = book(tmp_path, f"the {gap(6)} Tr{gap(3)}")
    assert not found(text, "the lowest Trump")
    assert not found(book(tmp_path, gap(9)), "trump")


def test_words_at_a_page_break_stand_on_both_pages():
    text = Print.of("\fA card is\fturned up", (Page(0, "12"), Page(10, "13")))
    (over,) = text.find("card is turned", text.whole)
    (after,) = text.find("turned up", text.whole)
    assert (str(over), str(after)) == ("pp. 12-13", "p. 13")


def test_a_page_without_a_number_is_named_by_its_image():
    assert str(Page(0, "", "tcp:56740:3")) == "unnumbered page (tcp:56740:3)"


def test_a_sentence_ends_at_a_point_before_a_capital_in_the_same_paragraph():
    text = Print.of("Head\n\nIt ends. He, viz. the Dealer,\nturns it. Then more\n\nNext", ())
    (place,) = text.find("the Dealer", text.whole)
    span = text.sentence(place.span)
    assert text.text[span.start : span.end] == "He, viz. the Dealer,\nturns it."


def test_the_nearest_place_has_most_of_the_words():
    text = Print.of("One card. The lowest Trump of the two is his. Another card.", ())
    near = text.nearest("the highest Trump of the two", text.whole)
    assert near is not None
    assert text.text[near.span.start : near.span.end] == "The lowest Trump of the two"
    assert text.nearest("zounds odsbodikins", text.whole) is None
    assert text.nearest("anything", Span(3, 3)) is None


@pytest.mark.parametrize(
    "module",
    [
        penneech.transcription.compositor,
        penneech.transcription.lemmas,
        penneech.transcription.printed,
        penneech.render.bibliography,
    ],
)
def test_the_examples_in_the_docstrings_are_true(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
