"""The Python surface: games played, stepped through, read, judged."""

from __future__ import annotations

import json

import pytest
from commands import run

import penneech
from penneech.errors import CardError, IllegalPlayError, PenneechError
from penneech.records import record_to_data

VARIANTS = [one.id for one in penneech.variants()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_stepped_through_by_players_is_the_game_that_play_plays(variant):
    game = penneech.Game(variant, seed=11, game=3)
    while not game.is_over:
        game.play_by("greedy")
    whole = penneech.play(variant, "greedy", seed=11, game=3)
    stepped = game.record()
    assert (stepped.deals, stepped.score, stepped.winner) == (
        whole.deals,
        whole.score,
        whole.winner,
    )
    assert stepped.heading.cut == whole.heading.cut
    assert game.score == whole.score
    assert game.winner is whole.winner
    assert game.legal == ()


def test_play_plays_what_simulate_plays(tmp_path):
    path = tmp_path / "games.jsonl"
    run(
        "simulate", "gamerules", "--players", "greedy,random", "--games", "2", "--seed", "9",
        "--swap", "--records", str(path),
    )  # fmt: skip
    records = penneech.read_records(path)
    played = [
        penneech.play("gamerules", "greedy,random", seed=9, game=game, swapped=swapped)
        for game in (0, 1)
        for swapped in (False, True)
    ]
    assert list(records) == played


def test_a_view_has_no_card_of_the_other_player():
    game = penneech.Game("parlett", seed=2)
    held = game.record().deals[0].hands
    me, view = game.view.me, game.view
    assert set(view.hand) == set(held[me])
    assert not set(held[me.other]) & set(view.hand)


def test_a_card_may_be_named_in_any_of_its_ways():
    game = penneech.Game("parlett", seed=2)
    card = game.legal[0]
    facts = penneech.Game("parlett", seed=2).play(card)
    assert game.play(card.sign) == facts


def test_a_card_that_may_not_be_played_is_refused_and_changes_nothing():
    game = penneech.Game("parlett", seed=2)
    before = game.record()
    with pytest.raises(IllegalPlayError):
        game.play(next(card for card in before.deals[0].hands[game.view.me.other]))
    with pytest.raises(CardError, match="is not a card"):
        game.play("ZZ")
    with pytest.raises(IllegalPlayError):
        game.throw_up(wanted=True)
    assert game.record() == before


def test_a_game_that_is_over_is_over():
    game = penneech.Game("parlett", seed=2)
    while not game.is_over:
        game.play_by("random")
    for do in (lambda: game.play("AS"), lambda: game.throw_up(wanted=False), lambda: game.view):
        with pytest.raises(IllegalPlayError, match="the game is over"):
            do()
    assert "over" in repr(game)


def test_throwing_up_is_asked_and_answered():
    for number in range(200):
        game = penneech.Game("cotton-1674", seed=1, game=number)
        if game.asks_to_throw_up:
            break
    else:
        pytest.fail("no hand of two hundred may be thrown up")
    assert game.legal == ()
    game.throw_up(wanted=True)
    assert game.record().deals[0].thrown_up


def test_open_sits_at_no_table_where_cards_are_hidden():
    with pytest.raises(PenneechError, match="sees all cards"):
        penneech.Game("parlett", seed=1).play_by("open")


@pytest.mark.parametrize("players", ["a,b,c", ("greedy", "greedy", "greedy"), ""])
def test_two_players_are_named(players):
    with pytest.raises(PenneechError):
        penneech.play("parlett", players, seed=1)


def test_a_record_saved_is_a_record_read(tmp_path):
    one = penneech.play("parlett", seed=4)
    one.save(tmp_path / "one.json")
    assert penneech.read_records(tmp_path / "one.json") == (one,)
    assert one.to_dict() == record_to_data(one)
    with pytest.raises(PenneechError, match="cannot be written"):
        one.save(tmp_path / "none" / "one.json")


def test_a_notebook_shows_every_deal_of_a_record():
    one = penneech.play("parlett", seed=4)
    html = one._repr_html_()
    assert html.count("<tr>") == 1 + len(one.deals)
    assert f"{one.score[0]} to {one.score[1]}" in html
    assert one._repr_markdown_().count("\n| ") == 1 + len(one.deals) + 1


def test_which_rescore_and_solve_answer_as_their_commands(tmp_path):
    path = tmp_path / "one.json"
    one = penneech.play("parlett", seed=4)
    one.save(path)
    found = penneech.which(one)
    assert found.to_dict() == json.loads(run("which", str(path), "--json").out)
    assert "parlett" in found.variants
    assert found.readings("honours") == ("all_suits",)
    assert "all_suits" in found._repr_html_()
    again = penneech.rescore(one, "gamerules")
    told = json.loads(run("rescore", str(path), "--variant", "gamerules", "--json").out)
    assert again.to_dict() == told["games"][0]
    assert "gamerules" in again._repr_html_()
    solved = penneech.solve(one, "greedy", seed=1)
    told = json.loads(run("solve", str(path), "--player", "greedy", "--seed", "1", "--json").out)
    assert solved.to_dict() == told["games"][0]
    assert f"A gave away {solved.given[0]} points" in solved._repr_html_()


def test_which_takes_several_games():
    games = [penneech.play("parlett", seed=4, game=n) for n in range(3)]
    assert penneech.which(games).games == 3
    assert len(penneech.which(games).remaining) <= len(penneech.which(games[0]).remaining)
