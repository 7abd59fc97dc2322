"""Refusals of bids, plays, claims and hints."""

from __future__ import annotations

from typing import TypeGuard

from bot.tables.errors import (
    HintsOff,
    NoLayingDown,
    NotAsked,
    NothingToClaim,
    NotProven,
    NotYourTurn,
)
from bot.tables.views import TableView
from texas42.engine import (
    IllegalAction,
    NotationError,
    NotInTurn,
    Phase,
    PlayTile,
    Rule,
    SeatView,
)

from ..table.claims import not_granted
from ..table.refusals import hand_at_table, scene_of
from ..table.scene import Scene
from ..table.seats import seat_name
from ..words.bids import bid_advice
from ..words.contracts import legal_names, short_contract_name
from ..words.ids import Verb
from ..words.names import shown_name
from ..words.refusal import Offers, RefusedRequest, refusal
from ..words.render_context import RenderContext, tile_text
from .broken_rules import rule_sentence

NEEDS_ADVICE = frozenset(
    {Rule.WRONG_PHASE, Rule.NOT_HELD, Rule.TRUMP_NOT_ALLOWED, Rule.NOT_ALLOWED_HERE}
)
"""Rules whose sentences don't say what would work."""


def _illegal(error: IllegalAction, request: RefusedRequest) -> str:
    """Name the broken rule; with the person's own view, also say what would work."""
    table = request.table
    said = rule_sentence(error, request.context.words, None if table is None else table.rules)
    if table is None or request.view is None or error.rule not in NEEDS_ADVICE:
        return said
    instead = _what_now(table, request.view, request.context)
    return instead if error.rule is Rule.WRONG_PHASE and instead else f"{said} {instead}".rstrip()


def _not_in_turn(error: NotInTurn, request: RefusedRequest) -> str:
    seat = error.data.get("to_act")
    scene = scene_of(request)
    if scene is None or not isinstance(seat, int):
        return request.say("It isn't your turn. I'll call you.")
    return request.say("It's {name}'s turn. I'll call you.", name=seat_name(scene, seat))


def _unreadable(_: NotationError, request: RefusedRequest) -> str:
    """Suggest what to type instead of text that can't be parsed."""
    table = request.table
    view = request.view
    if _trump_is_bid(table):
        return request.say(
            "I can't read that. Name the trump with your bid, like {bid} fives, "
            "or use the buttons under My hand.",
            bid=table.rules.game.min_bid,
        )
    if table is not None and view is not None and view.legal:
        return request.say("I can't read that.") + " " + _what_now(table, view, request.context)
    return request.say(
        "I can't read that. Write a bid like 31 or 2 marks, a suit like fives, "
        "a domino like 6-4, or use the buttons under My hand."
    )


def _what_now(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Say what a player can do now, or whose turn it is; empty after the hand."""
    if not view.legal:
        return _waiting_for(table, view, context)
    match view.phase:
        case Phase.CALL:
            return context.say("We're still bidding.") + " " + bid_advice(view, context.words)
        case Phase.CONTRACT:
            names = dict.fromkeys(
                short_contract_name(contract, context.words) for contract in legal_names(view)
            )
            return context.say("You can name {names}.", names=context.words.either(names))
        case Phase.EXCHANGE:
            return context.say("Swap dominoes first: press My hand, or use /exchange.")
        case _:
            legal = {act.tile for act in view.legal if isinstance(act, PlayTile)}
            tiles = sorted(legal, reverse=True)
            return context.say(
                "You can play {tiles}.", tiles=context.words.either(map(tile_text, tiles))
            )


def _waiting_for(table: TableView, view: SeatView, context: RenderContext) -> str:
    if view.to_act is None:
        return ""
    name = seat_name(Scene.of(table, context), view.to_act)
    match view.phase:
        case Phase.CALL:
            return context.say("We're still bidding. It's {name}'s turn to bid.", name=name)
        case Phase.CONTRACT:
            return context.say("The bidding is over. {name} names the trump.", name=name)
        case Phase.EXCHANGE:
            return context.say("{name} is swapping dominoes.", name=name)
        case _:
            return context.say("It's {name}'s turn to play a domino.", name=name)


def _trump_is_bid(table: TableView | None) -> TypeGuard[TableView]:
    """Return True if the table waits for a bid that names the trump."""
    view = None if table is None else table.view
    return view is not None and view.phase is Phase.CALL and view.rules.trump_in_bid


def _not_your_turn(error: NotYourTurn, request: RefusedRequest) -> str:
    if error.name is None:
        return request.say("It's nobody's turn right now.")
    return request.say("It's {name}'s turn. I'll call you.", name=shown_name(error.name))


def _not_proven(error: NotProven, request: RefusedRequest) -> str:
    if error.leads:
        return not_granted(request.context)
    return request.say("You can lay down when it's your turn to lead.")


def _not_asked(error: NotAsked, request: RefusedRequest) -> str:
    if error.claimer is None:
        return request.say("Nobody has laid down right now.")
    return request.say(
        "{name} laid down, and only the other side answers.", name=shown_name(error.claimer)
    )


def _hints_off(error: HintsOff, request: RefusedRequest) -> str:
    if error.fixed:
        return request.say("No hints in an event or a match when people play each other.")
    return request.say("Hints are off here. The host can turn them on under Table….")


def _menu(error: HintsOff, request: RefusedRequest) -> Offers:
    scene = scene_of(request)
    if scene is None or error.fixed:
        return ()
    return (scene.press(Verb.MENU, scene.say("Table…")),)


REFUSALS = (
    refusal(IllegalAction, _illegal, hand_at_table),
    refusal(NotInTurn, _not_in_turn, hand_at_table),
    refusal(NotationError, _unreadable, hand_at_table),
    refusal(NotYourTurn, _not_your_turn),
    refusal(NotProven, _not_proven),
    refusal(
        NoLayingDown,
        lambda _, request: request.say(
            "There's no laying down in this hand. Play it to the end: My hand shows your next move."
        ),
        hand_at_table,
    ),
    refusal(
        NothingToClaim,
        lambda _, request: request.say(
            "There's nothing to lay down for in nel-o: every trick is a loss."
        ),
    ),
    refusal(NotAsked, _not_asked),
    refusal(HintsOff, _hints_off, _menu),
)
