"""A claim to the rest: what the opponents are asked, and what the claimer sees meanwhile."""

from __future__ import annotations

from bot.tables.views import PanelView, TableView

from .ids import Verb
from .names import seat_name
from .parts import press
from .render_context import RenderContext
from .spec import ButtonStyle, Message, Row

ACCEPT = "accept"
PLAY_ON = "play-on"


def is_asked(panel: PanelView) -> bool:
    """Return whether a claim waits for the answer of the panel's owner."""
    claim = panel.table.claim
    return claim is not None and panel.seat in claim.waiting


def claim_offer(table: TableView, context: RenderContext) -> Message:
    """Return the question to the opponents, which calls them; ValueError without a claim."""
    claim = table.claim
    if claim is None:
        raise ValueError("nobody claims the rest")
    users = [table.seats[seat].user_id for seat in claim.waiting]
    asked = tuple(user_id for user_id in users if user_id is not None)
    text = context.words.say(
        "{name} claims the rest. {opponents}",
        name=seat_name(table, claim.seat, context),
        opponents=" ".join(f"<@{user_id}>" for user_id in asked),
    )
    return Message(content=text, rows=(answers(table, context),), mentions=asked)


def answers(table: TableView, context: RenderContext) -> Row:
    """Return the buttons of those who are asked."""
    say = context.words.say
    grant = press(table, Verb.CLAIM, say("Accept"), arg=ACCEPT, style=ButtonStyle.SUCCESS)
    return Row((grant, press(table, Verb.CLAIM, say("Play on"), arg=PLAY_ON)))


def claim_line(panel: PanelView, context: RenderContext) -> str:
    """Return what has become of the owner's claim at this lead; empty where he made none."""
    table, say = panel.table, context.words.say
    claim = table.claim
    if claim is None or claim.seat != panel.seat:
        return ""
    if claim.refused:
        return not_granted(context)
    names = context.words.both(seat_name(table, seat, context) for seat in claim.waiting)
    return say("You claim the rest. Waiting for {names}; if you play, it is off.", names=names)


def refused_line(table: TableView, context: RenderContext) -> str:
    """Return what everybody is told of a claim that was not granted at this lead, if any was."""
    claim = table.claim
    if claim is None or not claim.refused:
        return ""
    name = seat_name(table, claim.seat, context)
    return context.words.say("{name} claimed the rest. The hand is played on.", name=name)


def not_granted(context: RenderContext) -> str:
    """Return what a claimer is told, whoever or whatever was against it."""
    return context.words.say("I can't prove that the rest is yours, and the others play on.")
