"""Buttons that ask about a hand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.tables.past import Replay
from texas42.ai.findings.bid_chances import BidQuestion
from texas42.engine import Phase

from ..hand.replay_scene import ReplayScene
from ..table.seats import short_option
from ..words.ids import ComponentId, Verb
from ..words.parts import known
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle

GAME = "42"
NAME = 8
"""The letters of a name for which a button has room beside Back."""
_FORM = re.compile(r"bid-(?P<seat>[0-3])|play-(?P<step>[0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A question about a finished hand: a seat's bid, or with `seat` None, the play at a step."""

    seat: int | None = None
    step: int = 0

    def arg(self) -> str:
        """Format the question as the argument of an id."""
        return f"play-{self.step}" if self.seat is None else f"bid-{self.seat}"


def parse_asked_hand(arg: str) -> AskedHand | None:
    """Parse the argument of an id; None if it is malformed."""
    form = _FORM.fullmatch(arg)
    if form is None:
        return None
    return AskedHand(int(form["seat"])) if form["seat"] else AskedHand(step=int(form["step"]))


def asked_of_hand(replay: Replay, seat: int) -> BidQuestion:
    """Build the question of what a seat would bid, after the calls before its own.

    Raises BadQuestion for a hand without an auction.
    """
    deal = known(replay.moments[-1].game.deal)
    before = []
    for made in deal.calls:
        if made.seat == seat:
            break
        before.append(made.call)
    rules = replay.table.rules
    total = replay.moments[0].game.total
    ours = rules.game.side_of(seat)
    return BidQuestion.of(rules, deal.dealt[seat], before, (total[ours], total[1 - ours]))


def ask_button(scene: ReplayScene, own_seat: int | None) -> tuple[Button, ...]:
    """Build the button that asks about a moment of a replay: a bid or a play.

    The bid is that of the seat whose view is shown, else of the reader's seat, else of the seat in
    turn.
    """
    view = scene.view
    if view.rules.game.id != GAME or view.to_act is None:
        return ()
    if view.phase is Phase.CALL:
        seats = (scene.place.seat, own_seat, view.to_act)
        seat = next(seat for seat in seats if seat is not None)
        asked = AskedHand(seat)
        label = scene.say("Your bid?")
        if seat != own_seat:
            label = scene.say("{name}'s bid?", name=short_option(scene, seat, NAME))
    elif view.phase is Phase.PLAY:
        asked = AskedHand(step=scene.place.step)
        label = scene.say("Your play?")
        if view.to_act != own_seat:
            label = scene.say("{name}'s play?", name=short_option(scene, view.to_act, NAME))
    else:
        return ()
    table = scene.table
    return (Button(label, ComponentId(Verb.ASK_HAND, table.table_id, table.hand_no, asked.arg())),)


def ask_table_button(component_id: ComponentId, context: RenderContext) -> Button:
    """Build the button that puts a question to a vote."""
    return Button(context.say("Ask the table"), component_id, ButtonStyle.PRIMARY)
