"""Laying down: what the others are asked, and what the claimer sees meanwhile."""

from __future__ import annotations

from bot.tables.views import PanelView, TableView

from .ids import Verb
from .names import plays_alone, seat_name
from .parts import press
from .render_context import RenderContext
from .spec import ButtonStyle, Message, Row

ACCEPT = "accept"
PLAY_ON = "play-on"


def is_asked(panel: PanelView) -> bool:
    """Return whether a claim waits for the panel's owner."""
    claim = panel.table.claim
    return claim is not None and panel.seat in claim.waiting


def claim_offer(table: TableView, context: RenderContext) -> Message:
    """Return the question that pings the others; ValueError without a claim."""
    claim = table.claim
    if claim is None:
        raise ValueError("nobody claims the rest")
    users = [table.seats[seat].user_id for seat in claim.waiting]
    asked = tuple(user_id for user_id in users if user_id is not None)
    text = context.words.say(
        "{name} lays down and claims the rest. {opponents}",
        name=seat_name(table, claim.seat, context),
        opponents=" ".join(f"<@{user_id}>" for user_id in asked),
    )
    return Message(content=text, rows=(answers(table, context),), mentions=asked)


def claim_question(table: TableView, context: RenderContext) -> str:
    """Return what accepting a claim means; ValueError without a claim."""
    words, claim = context.words, table.claim
    if claim is None:
        raise ValueError("nobody claims the rest")
    name, others = seat_name(table, claim.seat, context), len(claim.asked) - 1
    if not others:
        return words.say("Accept to give {name} the rest.", name=name)
    if plays_alone(table):
        return words.say("Accept to give {name} the rest. Everyone else must agree too.", name=name)
    return words.plural(
        "Accept to give {name} the rest (your partner must agree too).",
        "Accept to give {name} the rest (your partners must agree too).",
        others,
        name=name,
    )


def answers(table: TableView, context: RenderContext) -> Row:
    """Return the answers to a claim as buttons."""
    say = context.words.say
    grant = press(table, Verb.CLAIM, say("Accept"), arg=ACCEPT, style=ButtonStyle.SUCCESS)
    return Row((grant, press(table, Verb.CLAIM, say("Play on"), arg=PLAY_ON)))


def claim_line(panel: PanelView, context: RenderContext) -> str:
    """Return how the owner's claim at this lead stands; empty without one."""
    table, say = panel.table, context.words.say
    claim = table.claim
    if claim is None or claim.seat != panel.seat:
        return ""
    if claim.refused:
        return not_granted(context)
    names = context.words.both(seat_name(table, seat, context) for seat in claim.waiting)
    return say("You've laid down. Waiting for {names}. Playing a domino cancels it.", names=names)


def refused_line(table: TableView, context: RenderContext) -> str:
    """Return that a claim at this lead was refused; empty where none was."""
    claim = table.claim
    if claim is None or not claim.refused:
        return ""
    name = seat_name(table, claim.seat, context)
    return context.words.say("{name} laid down, but play goes on.", name=name)


def not_granted(context: RenderContext) -> str:
    """Return what the claimer reads, no matter who or what was against it."""
    return context.words.say("They could still catch a trick. Keep playing.")
