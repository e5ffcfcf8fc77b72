"""The session over the whole rule space: what may be played, seen, taken back and kept."""

from __future__ import annotations

import json
import re
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice, rules
from table import rules as usual_rules

from penneech import kernel
from penneech.cards import in_pack_order, parse_card
from penneech.engine.state import Phase
from penneech.errors import IllegalPlayError, PenneechError
from penneech.events import Dealt, Played, Player, Scored, ThrownUp, TurnedUp
from penneech.players.pimc import MOST_CARDS
from penneech.records import record_from_data, record_text
from penneech.screens.face import face_of
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.variant import load_variant

OPPONENTS = st.sampled_from(["greedy", "random", "human"])
SEEDS = st.integers(0, 2**64 - 1)
TELLTALE = st.one_of(
    rules(),
    rules(game_end="turn_ups_then_count", penneech_in_hand="held_when_trump"),
    rules(redeal_scope="own_hand", redeal="no_ace_or_face"),
)
"""Any rules, and often those under which something is known to one player alone."""
FEW = 40
"""So many steps of a game are enough to meet two deals and more of small hands."""


def step(session, dice):
    """Do whatever the session waits for; people choose by dice."""
    match session.waits:
        case Waits.DEAL:
            session.deal()
        case Waits.CURTAIN:
            session.hand_over()
        case Waits.COMPUTER:
            session.go_on()
        case Waits.ANSWER:
            session.throw_up(wanted=dice.throw(2) > 0)
        case Waits.CARD:
            session.play(dice.pick(session.legal))


def moments(some_rules, opponent, seed, most=FEW):
    """A session at each of its first moments; it is the same one that goes on."""
    session, dice = Session.new(some_rules, opponent, seed=seed), Dice(seed)
    for _ in range(most):
        yield session
        if session.is_over:
            return
        step(session, dice)


def played_out(session, dice, most=FEW):
    """The record of a session after some more steps."""
    for _ in range(most):
        if session.is_over:
            break
        step(session, dice)
    return session.save()


def again(session):
    """The session as it comes back from its file."""
    return Session.load(record_from_data(json.loads(record_text(session.save()))))


def seen_by(session, player):
    """All cards that a player has been shown, by the engine's own steps."""
    seen = [card for cut in session.heading.cut for card in cut]
    for _, facts in session._sitting.steps:  # noqa: SLF001  # what the face hides is what is asked for
        for fact in facts:
            match fact:
                case Dealt():
                    seen += fact.hands[player]
                case ThrownUp():
                    seen += [*fact.hand, *(fact.drawn if fact.player is player else ())]
                case TurnedUp() | Played():
                    seen.append(fact.card)
                case Scored() if fact.card is not None:
                    seen.append(fact.card)
                case _:
                    pass
    return set(seen)


def cards_in(*values):
    """Every card that stands anywhere in some values."""
    return {parse_card(text) for text in re.findall(r"Card\((..)\)", repr(values))}


@given(rules(), OPPONENTS, SEEDS)
def test_the_cards_that_may_be_played_are_the_engines_and_no_others(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed):
        deal = session._sitting.game.deal  # noqa: SLF001  # it is set beside the engine
        if session.waits is not Waits.CARD:
            assert session.legal == ()
            continue
        assert session.legal == deal.legal
        for card in set(session.face.hand) - set(session.legal):
            with pytest.raises(IllegalPlayError, match="following="):
                session.play(card)


@given(TELLTALE, OPPONENTS, SEEDS)
def test_nobody_is_shown_a_hidden_card(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed):
        # The rules name the penneech; everything else on the table must have been seen.
        on_the_table = [
            getattr(session.face, field.name)
            for field in fields(session.face)
            if field.name != "rules"
        ]
        shown = cards_in(on_the_table, session.events())
        assert shown <= seen_by(session, session.facing)


@given(rules(), OPPONENTS, SEEDS)
def test_what_is_shown_is_the_same_whatever_the_hidden_cards_are(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed):
        sitting = session._sitting  # noqa: SLF001  # its hidden cards are exchanged
        if sitting.game.deal is None or session.waits is Waits.ANSWER:
            continue
        game, facts = sitting.steps[-1]
        steps = (*sitting.steps[:-1], (exchanged(game, session.facing, seed), facts))
        assert face_of(sitting.__class__(*_parts(sitting, steps))) == session.face


def exchanged(game, me, seed):
    """The same state with the other's hand and the stock mixed."""
    deal, dice = game.deal, Dice(seed, 1)
    other, stock = deal.hands[me.other], deal.pack[deal.top :]
    hidden = [*other, *stock]
    mixed = [hidden.pop(dice.throw(len(hidden))) for _ in range(len(hidden))]
    hands = [deal.hands[0], deal.hands[1]]
    hands[me.other] = in_pack_order(mixed[: len(other)])
    pack = deal.pack[: deal.top] + tuple(mixed[len(other) :])
    return game._replace(deal=deal._replace(hands=tuple(hands), pack=pack))


def _parts(sitting, steps):
    return sitting.rules, sitting.heading, sitting.opening, steps, sitting.facing


@given(rules(), SEEDS)
def test_while_the_curtain_is_down_no_hand_is_shown(some_rules, seed):
    for session in moments(some_rules, "human", seed):
        if session.waits is Waits.CURTAIN:
            dealt = [fact for fact in session.events() if isinstance(fact, Dealt)]
            assert session.face.hand == session.legal == ()
            assert all(fact.hands == ((), ()) for fact in dealt)


@given(rules(), OPPONENTS, SEEDS, st.integers(0, FEW))
def test_a_game_loaded_at_any_moment_goes_on_as_it_would_have(some_rules, opponent, seed, at):
    for number, session in enumerate(moments(some_rules, opponent, seed)):
        if number == at and not session.is_over:
            break
    if session.is_over:
        return
    loaded = again(session)
    if session.waits is Waits.DEAL and loaded.moment > session.moment:
        session.deal()  # after void hands a record has the next ones
    keep_what_was_kept(loaded, session)
    assert record_text(loaded.save()) == record_text(session.save())
    assert played_out(loaded, Dice(seed, 2)) == played_out(session, Dice(seed, 2))


def keep_what_was_kept(loaded, session):
    """A record does not tell that a hand was kept of which nothing has come: it is asked anew."""
    while loaded.moment < session.moment:
        if loaded.waits is Waits.CURTAIN:
            loaded.hand_over()
        assert loaded.waits is Waits.ANSWER
        loaded.throw_up(wanted=False)
    # Of two people the one who had played may sit there still; so the dice fall alike.
    if loaded.facing is not session.facing:
        loaded._sitting = session._sitting  # noqa: SLF001  # all but who sits there is the same


@given(rules(), OPPONENTS, SEEDS)
def test_taking_back_shows_nothing_that_was_hidden_before(some_rules, opponent, seed):
    before = None
    for session in moments(some_rules, opponent, seed):
        if session.may_undo:
            me = session.facing
            now, known = session.face, seen_by(session, me)
            since = session.events(session.moment - 1)
            assert [type(fact) for fact in since] == [Played]
            assert since[0].player is me
            led = now.led
            session.undo()
            assert session.face == before
            assert known == seen_by(session, me) | {led}
            assert led in session.face.hand
            session.play(led)
            assert session.face == now
        before = session.face


@given(rules(), OPPONENTS, SEEDS)
def test_a_lead_can_be_taken_back_until_the_reply_and_nothing_else_can(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed):
        face = session.face
        mine = face.led is not None and face.leader is face.me
        assert session.may_undo == mine
        if not mine:
            with pytest.raises(IllegalPlayError, match="nothing can be taken back"):
                session.undo()


@given(rules(), OPPONENTS, SEEDS)
def test_the_pegs_stand_at_the_score_and_behind_it(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed):
        face = session.face
        assert (face.pegs[0][1], face.pegs[1][1]) == face.score
        assert all(behind <= front for behind, front in face.pegs)


@given(rules(), OPPONENTS, SEEDS)
def test_events_since_a_moment_are_the_end_of_all_events(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed):
        everything = session.events()
        for since in range(1, session.moment + 1):
            later = session.events(since)
            assert everything[len(everything) - len(later) :] == later
        assert session.events(session.moment or 1) == ()


def parlett(opponent="greedy", seed=5):
    return Session.new(load_variant("parlett").rules, opponent, variant="parlett", seed=seed)


def at_a_lead(session):
    """Go on until the person is to lead."""
    while not (session.waits is Waits.CARD and session.face.led is None):
        step(session, Dice(1))
    return session


def test_a_thought_over_a_lead_that_was_taken_back_is_dropped():
    session = at_a_lead(parlett())
    session.play(session.legal[0])
    reply = session.think()
    session.undo()
    assert not session.go_on(reply)
    assert session.waits is Waits.CARD
    session.play(session.legal[-1])
    assert session.go_on()
    assert session.face.history[-1].led is not reply.choice


def test_the_seed_of_a_session_gives_the_cards_of_the_same_simulated_game():
    session = parlett(seed=1674)
    session.deal()
    dealt = next(fact for fact in session.events() if isinstance(fact, Dealt))
    other = parlett(seed=1674)
    other.deal()
    assert other.face == session.face
    assert dealt.hands[Player.B] == ()
    fresh = parlett(seed=None)
    assert 0 <= fresh.heading.seed < 2**64


def test_a_rematch_has_the_next_cards_of_the_seed_and_the_same_players():
    session = parlett()
    other = session.rematch()
    assert other.heading.game == session.heading.game + 1
    assert other.players == session.players
    assert other.heading.seed == session.heading.seed
    session.deal()
    other.deal()
    assert session.face.hand != other.face.hand


def test_after_the_last_game_of_a_seed_comes_its_first_and_can_be_kept():
    last = Session.new(load_variant("parlett").rules, seed=1, game=2**64 - 1)
    session = last.rematch()
    session.deal()
    again = Session.load(record_from_data(json.loads(record_text(session.save()))))
    assert again.heading.game == 0
    assert again.save() == session.save()


def test_of_two_people_only_the_one_at_the_screen_may_play():
    session = at_a_lead(parlett("human"))
    session.play(session.legal[0])
    assert session.waits is Waits.CURTAIN
    with pytest.raises(PenneechError, match="not this person's turn"):
        session.play(session._sitting.game.deal.legal[0])  # noqa: SLF001  # a card of the other's
    session.hand_over()
    assert session.waits is Waits.CARD
    assert not session.may_undo
    with pytest.raises(IllegalPlayError):
        session.hand_over()


def test_throwing_up_is_asked_and_the_hand_thrown_up_is_shown_to_both():
    some = usual_rules(redeal="no_ace_or_face", card_points={}, target=1000)
    for seed in range(200):
        session = Session.new(some, "human", seed=seed)
        session.deal()
        if session.waits is Waits.CURTAIN:
            session.hand_over()
        if session.waits is Waits.ANSWER:
            break
    hand = session.face.hand
    session.throw_up(wanted=True)
    assert session.waits is Waits.DEAL
    assert session._sitting.game.deal.phase is Phase.VOID  # noqa: SLF001  # nothing is left of it
    assert any(isinstance(fact, ThrownUp) and fact.hand == hand for fact in session.events())
    with pytest.raises(IllegalPlayError, match="no hand may be thrown up"):
        session.throw_up(wanted=True)


def test_a_hint_is_what_a_strong_player_sees_to_be_best_and_changes_nothing():
    session = at_a_lead(parlett())
    record, hint = session.save(), session.advise()
    assert hint.card in session.legal
    assert hint.player == "infer:128"
    assert session.save() == record
    session.play(hint.card)
    with pytest.raises(PenneechError, match="nothing to choose"):
        session.advise()


def test_without_numba_greedy_gives_hints_and_pimc_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert at_a_lead(parlett()).advise().player == "greedy"
    with pytest.raises(PenneechError) as refused:
        parlett("pimc:32")
    assert "\n" not in str(refused.value)
    assert "greedy" in str(refused.value)


def test_hands_too_large_for_a_player_that_searches_are_refused_at_once():
    large = usual_rules(hand_size=MOST_CARDS + 1)
    with pytest.raises(PenneechError, match=f"at most {MOST_CARDS} cards"):
        Session.new(large, "pimc:32", seed=1)
    session = at_a_lead(Session.new(large, "greedy", seed=1))
    assert session.advise().player == "greedy"


def test_the_largest_hand_to_search_is_the_kernels():
    solving = pytest.importorskip("penneech.kernel.solving")
    assert solving.LARGEST_HAND == MOST_CARDS


def test_whoever_sees_all_cards_is_no_opponent():
    with pytest.raises(PenneechError, match="sees all cards"):
        parlett("open")
    with pytest.raises(PenneechError, match="no player is called"):
        parlett("gredy")


def changed(session, **changes):
    data = json.loads(record_text(session.save()))
    data.update(changes)
    return record_from_data(data, check=False)


def test_a_record_whose_cards_are_not_its_seeds_cannot_be_gone_on_with():
    session = at_a_lead(parlett())
    with pytest.raises(PenneechError, match="not those of the record's seed"):
        Session.load(changed(session, seed="6"))


def test_a_record_without_a_person_cannot_be_gone_on_with():
    session = at_a_lead(parlett())
    players = {"A": "greedy", "B": "greedy"}
    with pytest.raises(PenneechError, match="no person plays"):
        Session.load(changed(session, players=players))


def test_a_game_that_is_over_cannot_be_gone_on_with():
    session = parlett()
    while not session.is_over:
        step(session, Dice(3))
    with pytest.raises(PenneechError, match="is over"):
        Session.load(session.save())


def test_the_other_person_may_be_a_record_of_any_seat():
    session = at_a_lead(parlett())
    record = changed(session, players={"A": "greedy", "B": "human"})
    assert Session.load(record).facing is Player.B
