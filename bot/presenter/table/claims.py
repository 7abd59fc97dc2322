"""Laying down: objections, questions to the others, hands that lie face up."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.views import ExposedHand, TableView
from texas42.ai.findings.judgments import Objection
from texas42.engine import Tile, sort_hand

from ..words.ids import Verb
from ..words.parts import known
from ..words.render_context import RenderContext, tile_text
from ..words.spec import ButtonStyle, Message, Row
from .scene import PanelScene, Scene
from .seats import plays_alone, seat_name

ACCEPT = "accept"
PLAY_ON = "play-on"
ANYWAY = "anyway"


def claim_offer(table: TableView, context: RenderContext) -> Message:
    """Build the question that pings the others; ValueError without a claim."""
    scene = Scene.of(table, context)
    claim = known(scene.table.claim)
    users = [scene.table.seats[seat].user_id for seat in claim.waiting]
    asked = tuple(user_id for user_id in users if user_id is not None)
    text = scene.say(
        "{name} lays down and claims the rest: {tiles} {opponents}",
        name=seat_name(scene, claim.seat),
        tiles=" · ".join(
            tile_text(tile)
            for laid in scene.table.laid_down
            if laid.seat == claim.seat
            for tile in _sort(scene.table, laid)
        ),
        opponents=pings(asked),
    )
    return Message(content=text, rows=(answers(scene),), mentions=asked)


def pings(user_ids: Iterable[int]) -> str:
    """Mention people, which pings those whom the message may ping."""
    return " ".join(f"<@{user_id}>" for user_id in user_ids)


def claim_question(scene: Scene) -> str:
    """Explain what accepting a claim means; ValueError without a claim."""
    claim = known(scene.table.claim)
    name = seat_name(scene, claim.seat)
    others = len(claim.asked) - 1
    if not others:
        return scene.say("Accept to give {name} the rest.", name=name)
    if plays_alone(scene.table):
        return scene.say("Accept to give {name} the rest. Everyone else must agree too.", name=name)
    return scene.plural(
        "Accept to give {name} the rest (your partner must agree too).",
        "Accept to give {name} the rest (your partners must agree too).",
        others,
        name=name,
    )


def answers(scene: Scene) -> Row:
    """Build the answers to a claim as buttons."""
    grant = scene.press(Verb.CLAIM, scene.say("Accept"), arg=ACCEPT, style=ButtonStyle.SUCCESS)
    return Row((grant, scene.press(Verb.CLAIM, scene.say("Play on"), arg=PLAY_ON)))


def claim_line(scene: PanelScene) -> str:
    """Describe the state of the owner's own claim; empty without one."""
    claim = scene.table.claim
    if claim is None or claim.seat != scene.panel.seat:
        return ""
    if claim.refused:
        return not_granted(scene.context)
    names = scene.both(seat_name(scene, seat) for seat in claim.waiting)
    return scene.say(
        "You've laid down. Waiting for {names}. Playing a domino cancels it.", names=names
    )


def waiting_line(scene: PanelScene) -> str:
    """Say whose agreement a claim waits for, to players not asked; empty without one."""
    claim = scene.table.claim
    seat = scene.panel.seat
    if claim is None or not claim.waiting or seat is None or seat in claim.waiting:
        return ""
    names = scene.both(seat_name(scene, seat) for seat in claim.waiting)
    if seat in claim.accepted:
        return scene.say("You accepted. Waiting for {names}.", names=names)
    name = seat_name(scene, claim.seat)
    return scene.say("{name} laid down. {names} must agree.", name=name, names=names)


def face_up_lines(scene: Scene) -> list[str]:
    """List the hands that lie face up."""
    lines = []
    for laid in scene.table.laid_down:
        name = seat_name(scene, laid.seat)
        tiles = scene.context.tiles(_sort(scene.table, laid), scene.table.rules.game)
        claim = scene.table.claim
        if claim is not None and claim.waiting and claim.seat == laid.seat:
            lines.append(scene.say("{name} lays down: {tiles}", name=name, tiles=tiles))
        else:
            lines.append(scene.say("{name} plays on face up: {tiles}", name=name, tiles=tiles))
    return lines


def not_granted(context: RenderContext) -> str:
    """Refuse a claim without saying who or what was against it."""
    return context.say("They could still catch a trick. Keep playing.")


def objection_sentence(scene: Scene, objection: Objection | None) -> str:
    """Explain what could still refute a lay-down, from the leader's own view.

    It names a hand only if that hand lies face up, so it reveals nothing about the others.
    """
    if objection is None:
        return scene.say("I can't prove that you take every trick left.")
    tile = tile_text(objection.tile)
    lead = tile_text(objection.lead)
    if any(laid.seat == objection.seat for laid in scene.table.laid_down):
        name = seat_name(scene, objection.seat)
        return scene.say(
            "{name} holds the {tile} and could take a trick with it.", name=name, tile=tile
        )
    if objection.partner and objection.ruffs:
        return scene.say("Your partner could still hold a trump, the {tile}.", tile=tile)
    if objection.partner:
        return scene.say(
            "Your partner could hold the {tile} and beat your {lead}.", tile=tile, lead=lead
        )
    if objection.ruffs:
        return scene.say("An opponent could still hold a trump, the {tile}.", tile=tile)
    return scene.say(
        "An opponent could hold the {tile} and beat your {lead}.", tile=tile, lead=lead
    )


def _sort(table: TableView, laid: ExposedHand) -> tuple[Tile, ...]:
    return sort_hand(laid.tiles, None if table.view is None else table.view.contract)
