"""What happened at a moment of a replay: a call, a contract, an exchange, a play."""

from __future__ import annotations

from texas42.engine import MakeCall, MakeExchange, NameContract, PlayTile

from ..table.scene import Scene
from ..table.seats import seat_name
from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.render_context import tile_text
from .replay_scene import ReplayScene


def act_line(scene: ReplayScene) -> str:
    """Describe an act; an exchange in full only if all hands are open."""
    rules = scene.table.rules
    action = scene.action
    if not isinstance(action, (MakeCall, NameContract, MakeExchange, PlayTile)):
        return scene.say("{name} shook this hand:", name=who_was(scene, scene.view.shaker))
    if action.seat == scene.reader:
        return _own_act_line(scene, action)
    name = seat_name(scene, action.seat)
    match action:
        case MakeCall(call=call) if call.is_bid:
            return scene.say(
                "{name} bids {bid}.", name=name, bid=call_name(call, rules, scene.words)
            )
        case MakeCall():
            return scene.say("{name} passes.", name=name)
        case NameContract(contract=contract):
            named = contract_name(contract, rules, scene.words)
            return scene.say("{name} names {contract}.", name=name, contract=named)
        case MakeExchange():
            return _exchange_line(scene, name, action)
        case PlayTile():
            return _play_line(scene, name, action)


def _own_act_line(
    scene: ReplayScene, action: MakeCall | NameContract | MakeExchange | PlayTile
) -> str:
    """Describe an act of the reader's."""
    rules = scene.table.rules
    words = scene.words
    match action:
        case MakeCall(call=call) if call.is_bid:
            return scene.say("You bid {bid}.", bid=call_name(call, rules, words))
        case MakeCall():
            return scene.say("You pass.")
        case NameContract(contract=contract):
            named = contract_name(contract, rules, words)
            return scene.say("You name {contract}.", contract=named)
        case MakeExchange():
            return _exchange_line(scene, scene.say("You"), action)
        case PlayTile(tile=tile, declared=declared):
            if declared is not None:
                suit = words.suit(declared)
                return scene.say("You lead {tile} as {suit}.", tile=tile_text(tile), suit=suit)
            if _is_lead(scene, action):
                return scene.say("You lead {tile}.", tile=tile_text(tile))
            return scene.say("You play {tile}.", tile=tile_text(tile))


def who_was(scene: ReplayScene, seat: int) -> str:
    """Name a seat at the start of a sentence about the past; the reader's own is "You"."""
    return scene.say("You") if seat == scene.reader else seat_name(scene, seat)


def _is_lead(scene: Scene, action: PlayTile) -> bool:
    """Return True if a play opened its trick."""
    view = scene.view
    trick = view.trick if view.trick is not None and view.trick.plays else None
    if trick is None and view.tricks:
        trick = view.tricks[-1]
    return trick is not None and trick.plays[0] == action


def _exchange_line(scene: ReplayScene, name: str, action: MakeExchange) -> str:
    count = len(action.take) + action.unseen
    if not count:
        return scene.say("{name} kept the hand as dealt.", name=name)
    if scene.place.seat is None and action.take:
        return scene.say(
            "{name} took {take} and put back {give}.",
            name=name,
            take=scene.context.tiles(action.take, scene.table.rules.game),
            give=scene.context.tiles(action.give, scene.table.rules.game),
        )
    return scene.plural(
        "{name} swapped {n} domino.", "{name} swapped {n} dominoes.", count, name=name
    )


def _play_line(scene: Scene, name: str, action: PlayTile) -> str:
    tile = tile_text(action.tile)
    if action.declared is not None:
        suit = scene.words.suit(action.declared)
        return scene.say("{name} leads {tile} as {suit}.", name=name, tile=tile, suit=suit)
    if _is_lead(scene, action):
        return scene.say("{name} leads {tile}.", name=name, tile=tile)
    return scene.say("{name} plays {tile}.", name=name, tile=tile)
