"""A recorded game on the screen, card by card, with every point where it was earned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from penneech.engine.state import Phase
from penneech.events import Dealt, Played, Player, Scored, Source, ThrownUp, TrickWon, TurnedUp
from penneech.records.naming import game_title
from penneech.render.columns import Column, Columns
from penneech.render.script import printable
from penneech.render.tally import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from penneech.cards import Card
    from penneech.events import Event, Pair
    from penneech.records import DealRecord, Record, Replayed, Step, Viewed
    from penneech.render.script import Script

_FOR = {
    Source.TURN_UP: "turned up",
    Source.TRICK: "in the trick",
    Source.PENNEECH_IN_HAND: "penneech in hand",
    Source.EXCESS: "excess of cards",
}


def game_sheet(
    replayed: Replayed, script: Script, only: int | None = None, line: int = 0
) -> RenderableType:
    """A game that holds: its heading, its deals, and how it ended.

    Args:
        replayed: the record, played again.
        script: how cards are written.
        only: the number of the one deal that is wanted, from 1.
        line: the number of its line in a file of many records, else 0.
    """
    record = replayed.record
    parts: list[RenderableType] = [_heading(record, script, line)]
    before = record.heading.start_score
    for number, steps in enumerate(replayed.deals, 1):
        sheet = _Sheet(script, record, number, before)
        sheet.fill(steps)
        before = sheet.score
        if only in (None, number):
            parts += [Text(), sheet.show()]
    if only is None:
        parts += [Text(), _ending(record, script)]
    return Group(*parts)


def view_sheet(
    viewed: Viewed, script: Script, only: int | None = None, line: int = 0
) -> RenderableType:
    """A game some of whose cards are hidden: what its reader has seen of it; `only` as above."""
    record = viewed.record
    parts: list[RenderableType] = [_heading(record, script, line)]
    for number, deal in enumerate(record.deals, 1):
        if only in (None, number):
            parts += [Text(), *_seen_of(deal, number, script)]
    held = f"A view, with {counted(record.hidden, 'card')} hidden: what it shows holds"
    parts += [Text(), Text(f"{held}{viewed.reserve}.")]
    return Group(*parts)


def _seen_of(deal: DealRecord, number: int, script: Script) -> Iterator[Text]:
    """What the reader of a view has seen of one deal."""
    yield _title(number, deal.dealer, script)
    for entry in deal.thrown_up:
        line = script.hand(entry.hands[entry.by]).append(f" (dealt by {entry.dealer.name})")
        yield _labelled(f"{entry.by.name} throws up", line)
    for who in Player:
        yield _labelled(f"{who.name}'s hand", script.hand(deal.hands[who]))
    yield _labelled("turned", Text(" ").join(script.card(card) for card in deal.turn_ups))
    yield _labelled("played", Text(" ").join(script.card(card) for card in deal.plays))
    if deal.score is not None:
        yield _labelled("points", Text(f"A {deal.score[0]}, B {deal.score[1]}"))


def _heading(record: Record, script: Script, line: int) -> RenderableType:
    heading, dot = record.heading, script.between()
    first = [game_title(heading, line)]
    first += [] if heading.seed is None else [f"seed {heading.seed}"]
    first += [] if heading.variant is None else [f"variant {printable(heading.variant)}"]
    parts: list[RenderableType] = [Text(dot.join(first), style="bold")]
    if heading.players is not None:
        names = heading.names or heading.players
        who = [
            f"{seat.name}: {printable(names[seat])}"
            + (f" ({printable(heading.players[seat])})" * (names[seat] != heading.players[seat]))
            for seat in Player
        ]
        parts.append(Text(dot.join(who)))
    parts += [
        Text("Cut: A ") + script.card(cut.a) + Text(", B ") + script.card(cut.b)
        for cut in heading.cut
    ]
    if heading.start_score != (0, 0):
        a, b = heading.start_score
        parts.append(Text(f"The game begins at A {a}, B {b}."))
    return Group(*parts)


def _ending(record: Record, script: Script) -> Text:
    a, b = record.score or record.heading.start_score
    ended = "No winner" if record.winner is None else f"{record.winner.name} wins"
    plays = sum(len(deal.plays) for deal in record.deals)
    events = sum(len(deal.events or ()) for deal in record.deals)
    line = Text(f"{ended}: A {a}, B {b}", style="bold")
    held = (len(record.deals), "deal"), (plays, "card"), (events, "score")
    what = ", ".join(counted(number, one) for number, one in held)
    line.append(f"{script.between()}the record holds ({what})", style="not bold")
    return line


def _title(number: int, dealer: Player, script: Script) -> Text:
    title = Text(f"Deal {number}", style="bold")
    text = f"{script.between()}{dealer.name} deals, {dealer.other.name} is the elder hand"
    return title.append(text, style="not bold")


def _labelled(label: str, text: Text) -> Text:
    # The style of the first piece would spread over the rest.
    return Text().append(f"  {label:<12}", style="dim").append_text(text)


class _Sheet:
    """One deal, taken down fact by fact."""

    def __init__(self, script: Script, record: Record, number: int, before: Pair) -> None:
        self.score = before
        self._script, self._number = script, number
        self._hand_size = record.rules.hand_size
        self._above: list[Text] = []
        self._rows: list[list[Text]] = []
        self._waiting: list[Text] | None = None
        self._turn_up: Card | None = None
        self._dealer = Player.A
        self._hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
        self._led: Played | None = None
        self._tricks = 0
        self._open = False

    def fill(self, steps: Iterable[Step]) -> None:
        """Take down a deal."""
        for game, facts in steps:
            self._open = game.deal is not None and game.deal.phase is Phase.LEAD
            for fact in facts:
                self._take(fact)
        if self._led is not None or self._open:
            self._begin_row(str(self._tricks + 1), self._turn_up, self._led)
        self._end_row()

    def show(self) -> RenderableType:
        """The sheet of the deal."""
        title = _title(self._number, self._dealer, self._script)
        hands = [
            _labelled(f"{who.name}'s hand", self._script.hand(self._hands[who])) for who in Player
        ]
        return Group(title, *self._above, *hands, Columns(_COLUMNS, self._rows))

    def _take(self, fact: Event) -> None:
        match fact:
            case Dealt():
                self._dealer, self._hands = fact.dealer, fact.hands
            case ThrownUp():
                self._throw_up(fact)
            case TurnedUp():
                self._turn(fact)
            case Played() if self._led is None:
                self._led = fact
            case TrickWon():
                self._take_trick(fact)
            case Scored():
                self._earn(fact)
            case _:
                pass

    def _throw_up(self, fact: ThrownUp) -> None:
        line = self._script.hand(fact.hand)
        if fact.drawn:
            line.append(" and draws a new hand")
            kept = self._hands[fact.player.other]
            self._hands = (kept, fact.drawn) if fact.player else (fact.drawn, kept)
        else:
            line.append(f" (dealt by {self._dealer.name})")
        self._above.append(_labelled(f"{fact.player.name} throws up", line))

    def _turn(self, fact: TurnedUp) -> None:
        self._turn_up = fact.card
        if fact.trick == self._hand_size:
            self._begin_row("", fact.card)

    def _take_trick(self, fact: TrickWon) -> None:
        self._begin_row(str(fact.trick), self._turn_up, self._led, fact)
        self._led, self._tricks = None, fact.trick

    def _earn(self, fact: Scored) -> None:
        a, b = self.score
        self.score = (a, b + fact.points) if fact.player else (a + fact.points, b)
        what = Text(f"{fact.player.name} {fact.points:>2}  ")
        if fact.card is not None:
            what += self._script.card(fact.card) + Text(" ")
        what.append(_FOR[fact.source])
        if fact.trick != self._tricks:
            what.append(f" (trick {fact.trick})")
        if self._waiting is None:
            self._begin_row("")
        self._end_row(what)

    def _begin_row(
        self,
        trick: str,
        turn_up: Card | None = None,
        led: Played | None = None,
        won: TrickWon | None = None,
    ) -> None:
        """Begin the row of a trick; the first points that it brings stand in it as well."""
        self._end_row()
        cells = [Text(), Text(), Text(), Text()]
        trumps = None if turn_up is None else turn_up.suit
        if turn_up is not None:
            cells[0] = self._script.card(turn_up)
        if led is not None:
            cells[1].append(f"{led.player.name} ")
            cells[1].append_text(self._script.card(led.card, trumps))
        if led is not None and won is not None:
            cells[2].append(f"{led.player.other.name} ")
            cells[2].append_text(self._script.card(won.reply, trumps))
            cells[3].append(won.player.name)
        self._waiting = [Text(trick), *cells]

    def _end_row(self, what: Text | None = None) -> None:
        if self._waiting is None:
            return
        a, b = self.score
        self._rows.append([*self._waiting, what or Text(), Text(str(a)), Text(str(b))])
        self._waiting = None


_COLUMNS = (
    Column("trick", on_right=True), Column("turned"), Column("led"), Column("played"),
    Column("taken by"), Column("points"), Column("A", on_right=True), Column("B", on_right=True),
)  # fmt: skip
