"""Laying down: what keeps the leader from it, what the others are asked, what lies face up."""

from __future__ import annotations

from bot.engine import Tile, sort_hand
from bot.tables.views import Doubt, LaidDown, PanelView, TableView

from ..words.ids import Verb
from ..words.names import plays_alone, seat_name
from ..words.parts import press
from ..words.render_context import RenderContext, tile_text
from ..words.spec import ButtonStyle, Message, Row

ACCEPT = "accept"
PLAY_ON = "play-on"
ANYWAY = "anyway"


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
        "{name} lays down and claims the rest: {tiles} {opponents}",
        name=seat_name(table, claim.seat, context),
        tiles=" · ".join(
            tile_text(tile)
            for laid in table.laid_down
            if laid.seat == claim.seat
            for tile in _sorted(table, laid)
        ),
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


def waiting_line(panel: PanelView, context: RenderContext) -> str:
    """Return whose agreement a claim waits for, for those who only watch it; empty without one."""
    table, say = panel.table, context.words.say
    claim = table.claim
    if claim is None or not claim.waiting or panel.seat is None or panel.seat in claim.waiting:
        return ""
    names = context.words.both(seat_name(table, seat, context) for seat in claim.waiting)
    if panel.seat in claim.accepted:
        return say("You accepted. Waiting for {names}.", names=names)
    name = seat_name(table, claim.seat, context)
    return say("{name} laid down. {names} must agree.", name=name, names=names)


def face_up_lines(table: TableView, context: RenderContext) -> list[str]:
    """Return whose dominoes lie face up, and which."""
    say = context.words.say
    lines = []
    for laid in table.laid_down:
        name = seat_name(table, laid.seat, context)
        tiles = context.tiles(_sorted(table, laid), table.rules.game)
        if table.claim is not None and table.claim.waiting and table.claim.seat == laid.seat:
            lines.append(say("{name} lays down: {tiles}", name=name, tiles=tiles))
        else:
            lines.append(say("{name} plays on face up: {tiles}", name=name, tiles=tiles))
    return lines


def not_granted(context: RenderContext) -> str:
    """Return what the claimer reads, no matter who or what was against it."""
    return context.words.say("They could still catch a trick. Keep playing.")


def doubt_sentence(table: TableView, doubt: Doubt | None, context: RenderContext) -> str:
    """Return what the leader's own view leaves possible against a lay-down.

    Only a hand that lies face up is named: nothing else says who holds what.
    """
    say = context.words.say
    if doubt is None:
        return say("I can't prove that you take every trick left.")
    tile, lead = tile_text(doubt.tile), tile_text(doubt.lead)
    if any(laid.seat == doubt.seat for laid in table.laid_down):
        name = seat_name(table, doubt.seat, context)
        return say("{name} holds the {tile} and could take a trick with it.", name=name, tile=tile)
    if doubt.partner and doubt.ruffs:
        return say("Your partner could still hold a trump, the {tile}.", tile=tile)
    if doubt.partner:
        return say("Your partner could hold the {tile} and beat your {lead}.", tile=tile, lead=lead)
    if doubt.ruffs:
        return say("An opponent could still hold a trump, the {tile}.", tile=tile)
    return say("An opponent could hold the {tile} and beat your {lead}.", tile=tile, lead=lead)


def _sorted(table: TableView, laid: LaidDown) -> tuple[Tile, ...]:
    return sort_hand(laid.tiles, None if table.view is None else table.view.contract)
