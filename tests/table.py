"""A table at which a deal is set up by hand: given hands, stock and plays, what happened there?

The dealer is A and the elder hand B, unless said otherwise. The rules are those of Parlett's page,
but no hand may be thrown up; a ruling names the readings on which it rests. Hands are as small as
the ruling needs. What is scored is told as "seat points source card trick", in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from strategies import Dice

from penneech.cards import PACK, in_pack_order, parse_card
from penneech.chance import shuffled
from penneech.engine.game import deal_pack, new_game, play, throw_up
from penneech.engine.state import Phase
from penneech.events import Dealt, Played, Player, Scored, TrickWon, TurnedUp
from penneech.players.view import view_of
from penneech.rules import RULE_POINTS, Rules

if TYPE_CHECKING:
    from penneech.engine.state import Game
    from penneech.events import Event

DEALER, ELDER = Player.A, Player.B

READINGS = {
    "first_dealer": "cut_lowest_ace_low",
    "redeal": "never",
    "redeal_timing": "before_turn_up",
    "redeal_scope": "both_hands",
    "redeal_dealer": "same_dealer",
    "penneech_rank": "top_diamond",
    "following": "follow_or_trump",
    "honours": "all_suits",
    "honours_credit": "trick_winner",
    "penneech_in_hand": "won_when_trump",
    "turn_up_credit": "turner",
    "first_turn_up": "dealer",
    "last_turn_up": "honours_and_penneech",
    "excess_cards": "trick_cards",
    "excess_claim": "either_player",
    "game_end": "first_to_peg",
}
PARAMETERS = {
    "hand_size": 7,
    "target": 61,
    "card_points": {"A": 5, "K": 4, "Q": 3, "J": 2},
    "penneech": {"card": "7D", "turned_up": 14, "in_hand": 7},
    "excess_over": 7,
}


def readings(point):
    """All readings of a rule point, by their ids."""
    return [reading.value for reading in RULE_POINTS[point]]


def resolved(**changes):
    """The resolved form of the usual rules with these readings and parameters changed."""
    unknown = changes.keys() - READINGS.keys() - PARAMETERS.keys()
    assert not unknown, f"neither rule points nor parameters: {sorted(unknown)}"
    points = {point: changes.get(point, usual) for point, usual in READINGS.items()}
    figures = {name: changes.get(name, usual) for name, usual in PARAMETERS.items()}
    return {"rules": points, **figures}


def rules(**changes):
    """The usual rules with these readings and parameters changed."""
    return Rules.from_resolved(resolved(**changes))


def cards(text):
    """The cards of a line like "7D TD AS"."""
    return tuple(parse_card(card) for card in text.split())


def line(some):
    """The line for these cards."""
    return " ".join(str(card) for card in some)


def pack(elder, dealer, stock):
    """A pack that deals these hands and has this stock; the other cards lie below, in order."""
    both = zip(cards(elder), cards(dealer), strict=True)
    top = [card for one_each in both for card in one_each] + list(cards(stock))
    assert len(set(top)) == len(top), "a card stands twice in this pack"
    return (*top, *(card for card in PACK if card not in top))


class Table:
    """One game at which everything is done by hand; `facts` is all that has happened so far.

    Args:
        elder_has, dealer_has: the points with which the seats of the first deal begin.
        changes: readings and parameters other than the usual ones.
    """

    def __init__(self, *, elder_has=0, dealer_has=0, **changes):
        self.game: Game = new_game(rules(**changes), DEALER, (dealer_has, elder_has))
        self.facts: list[Event] = []

    def _note(self, step):
        self.game, facts = step
        self.facts += facts
        return self

    def deal(self, elder, dealer, stock):
        """Deal these hands from a pack with this stock."""
        return self._note(deal_pack(self.game, pack(elder, dealer, stock)))

    def say(self, *answers):
        """Answer whoever is asked: "throw" or "keep"."""
        for answer in answers:
            self._note(throw_up(self.game, wanted={"throw": True, "keep": False}[answer]))
        return self

    def play(self, plays):
        """Play these cards, each for the player whose turn it is."""
        for card in cards(plays):
            self._note(play(self.game, card))
        return self

    @property
    def now(self):
        """The deal in play, or the one that was played last."""
        assert self.game.deal is not None
        return self.game.deal

    @property
    def asked(self):
        """The seat that is asked whether to throw up, if one is."""
        return self.seat(self.now.to_move) if self.now.phase is Phase.THROW_UP else None

    @property
    def legal(self):
        """What the player to move may play."""
        return line(self.now.legal)

    @property
    def winner(self):
        """The seat in the last deal of the player who has won the game, if one has."""
        return None if self.game.winner is None else self.seat(self.game.winner)

    @property
    def over(self):
        """Whether the game is over: nobody is to move and no pack is to be dealt."""
        idle = self.now.phase is Phase.OVER and not self.game.needs_pack and not self.now.legal
        assert idle or not self.game.over
        return self.game.over

    def seat(self, player, dealer=None):
        """The seat that a player has, in the last deal unless its dealer is given."""
        return "dealer" if player is (self.now.dealer if dealer is None else dealer) else "elder"

    def of(self, kind):
        """The facts of one kind, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def told(self):
        """Every score, in order, as "seat points source card trick"; "-" where no card scored."""
        lines, dealer = [], None
        for fact in self.facts:
            if isinstance(fact, Dealt):
                dealer = fact.dealer
            if isinstance(fact, Scored):
                seat = self.seat(fact.player, dealer)
                lines.append(f"{seat} {fact.points} {fact.source} {fact.card or '-'} {fact.trick}")
        return lines

    @property
    def turned(self):
        """The cards turned, in order."""
        return line(fact.card for fact in self.of(TurnedUp))

    @property
    def turners(self):
        """Who turned them, by name."""
        return "".join(fact.player.name for fact in self.of(TurnedUp))

    @property
    def played(self):
        """The cards led and played, in order."""
        return line(fact.card for fact in self.of(Played))

    @property
    def takers(self):
        """Who took each trick, by name."""
        return "".join(fact.player.name for fact in self.of(TrickWon))

    @property
    def dealers(self):
        """Who dealt each time, by name."""
        return "".join(fact.dealer.name for fact in self.of(Dealt))


def one_deal(elder, dealer, stock, plays="", **changes):
    """Deal these hands, play these cards, and give the table; hands are as large as the elder's."""
    changes.setdefault("hand_size", len(elder.split()))
    return Table(**changes).deal(elder, dealer, stock).play(plays)


def trick_won(led, reply, turned, **changes):
    """Which card of a single trick takes it: "lead" or "reply"."""
    (won,) = one_deal(led, reply, turned, f"{led} {reply}", **changes).of(TrickWon)
    return "lead" if won.player is ELDER else "reply"


def hand_of(table, player):
    """The cards that a player holds."""
    return line(table.now.hands[player])


def states(some_rules, seed, packs=2):
    """The states of a game by a tape in which somebody is to choose."""
    dice, game = Dice(seed), new_game(some_rules, DEALER)
    for number in range(packs):
        if game.over:
            return
        game, _ = deal_pack(game, shuffled(seed, 0, 0, number))
        while not game.needs_pack and not game.over:
            yield game
            if game.deal.phase is Phase.THROW_UP:
                game, _ = throw_up(game, wanted=dice.throw(3) > 0)
            else:
                game, _ = play(game, dice.pick(game.deal.legal))


def with_other_hidden_cards(game, seed):
    """The same state, but that all cards that the player to move cannot see change places.

    A penneech of which the pegs have told whether the other held it stays where it is.
    """
    deal, me = game.deal, game.deal.to_move
    other = deal.hands[me.other]
    hidden = [card for card in PACK if card in {*other, *deal.pack[deal.top :]}]
    dice = Dice(seed, len(hidden))
    mixed = [hidden.pop(dice.throw(len(hidden))) for _ in range(len(hidden))]
    penneech = deal.umpire.penneech
    if view_of(game).other_held is not None and penneech in mixed:
        before, after = [*other, *deal.pack[deal.top :]].index(penneech), mixed.index(penneech)
        mixed[before], mixed[after] = mixed[after], mixed[before]
    hands = [deal.hands[0], deal.hands[1]]
    hands[me.other] = in_pack_order(mixed[: len(other)])
    pack = deal.pack[: deal.top] + tuple(mixed[len(other) :])
    return game._replace(deal=deal._replace(hands=tuple(hands), pack=pack))
