"""The two engines side by side: the same packs and choices, the same events."""

from __future__ import annotations

from penneech.engine.game import deal_pack, new_game, play, throw_up
from penneech.engine.state import Phase
from penneech.players.registry import player_named
from penneech.players.table import cut_for_deal, packs_of, play_game, seated


def engine_by_tape(rules, packs, tape, dealer, score=(0, 0)):
    """All that happens in the reference engine when a tape chooses; every bad hand is thrown up."""
    game, facts, played = new_game(rules, dealer, score), [], 0
    left = list(packs)
    while not game.over:
        if game.needs_pack:
            if not left:
                break
            game, more = deal_pack(game, left.pop(0))
        elif game.deal.phase is Phase.THROW_UP:
            game, more = throw_up(game, wanted=True)
        else:
            legal = game.deal.legal
            game, more = play(game, legal[tape[played % len(tape)] % len(legal)])
            played += 1
        facts += more
    return tuple(facts)


def engine_by_players(rules, players, seed, game):
    """All that happens in the reference engine in a game of a seed, the cuts included."""
    cuts, dealer = cut_for_deal(rules, seed, game)
    seats = [player_named(name) for name in players]
    steps = play_game(rules, dealer, seats, packs_of(seed, game), seated(seed, game))
    return cuts + tuple([fact for _, facts in steps for fact in facts])
