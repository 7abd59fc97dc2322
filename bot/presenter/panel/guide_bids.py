"""The guide before the first lead: partners, the game, the bid, and the contract."""

from __future__ import annotations

from texas42.ai.findings.judgments import ReasonKind
from texas42.engine import (
    DOUBLES,
    FOLLOW_ME,
    MakeCall,
    NameContract,
    SeatView,
    Suit,
    Tile,
    suit_contract,
)

from ..table.scene import PanelScene, Scene
from ..table.seats import FOUR, short_seat_name
from ..words.contracts import SPECIAL
from ..words.parts import capital
from ..words.render_context import RenderContext, tile_text
from .guide_topics import held, partners
from .holdings import longest

STRONG = frozenset({ReasonKind.STRONG_HAND, ReasonKind.ALL_TRICKS, ReasonKind.SAMPLED})
"""Reasons for a bid that say less than what the player holds of the suit."""


def before_bidding(scene: PanelScene) -> str:
    """Say that the hand is dealt as a lesson, and who the partner is."""
    view = scene.view
    seats = scene.view.rules.game.seats
    mates = partners(view)
    names = scene.both(short_seat_name(scene, seat) for seat in mates)
    if not mates:
        who = scene.say("You play alone, against the others.")
    elif len(mates) > 1:
        who = scene.say("Your partners: {names}.", names=names)
    elif seats != FOUR:
        who = scene.say("{name} is your partner.", name=names)
    else:
        who = scene.say("{name}, across from you, is your partner.", name=names)
    if scene.table.deals.explained:
        return scene.say("This hand is dealt for you.") + " " + who
    return f"{who} {_of_game(view, scene.context)}".rstrip()


def _of_game(view: SeatView, context: RenderContext) -> str:
    """Explain what is special about this game; empty for 42."""
    game = view.rules.game
    if view.rules.bid_21:
        return context.say("A bid of 21 promises every trick.")
    if not game.counts:
        return context.say("There's no count: only tricks matter.")
    if game.copies > 1 and view.rules.trump_in_bid:
        return context.say("A bid names its trump. Of two alike, the first played wins.")
    if game.copies > 1:
        return context.say("Of two alike, the first played wins.")
    if game.low_end_leads:
        leads = context.both(_low_end_lead(tile, context) for tile in sorted(game.low_end_leads))
        return context.say("You can lead {leads}.", leads=leads)
    return ""


def _low_end_lead(tile: Tile, context: RenderContext) -> str:
    suit = context.words.suit(Suit(str(tile.low)))
    return context.say("the {tile} as {suit}", tile=tile_text(tile), suit=suit)


def of_bid(scene: PanelScene) -> str:
    """Say what the player's hand is good for; empty if the better call's own reason says more."""
    better = scene.panel.better
    if better is None:
        return _best_suit(scene, longest(scene.view))
    call = better.action.call if isinstance(better.action, MakeCall) else None
    if call is None or not call.is_bid or better.reason.kind not in STRONG:
        return ""
    contract = better.reason.contract
    suit = longest(scene.view) if contract is None else contract.named
    return _best_suit(scene, suit if call.trump is None else call.trump)


def of_contract(scene: PanelScene) -> str:
    """Say what the trump, or the better contract, means to the player who names it."""
    better = None if scene.panel.better is None else scene.panel.better.action
    contract = better.contract if isinstance(better, NameContract) else None
    special = None if contract is None else SPECIAL.get(contract.kind)
    if special is not None and (meaning := special.naming(scene.words)):
        return meaning
    if contract is not None and contract.named is FOLLOW_ME:
        return scene.say("Only the suit led can win a trick.")
    return scene.say("Your trump beats every other suit.")


def _best_suit(scene: Scene, suit: Suit | None) -> str:
    """Say what the player holds of a suit that looks best; empty without one."""
    if suit is None:
        return ""
    if suit is FOLLOW_ME:
        return scene.say("Follow me looks best: you're high in most suits.")
    own = held(scene.view.hand, suit_contract(suit), suit)
    name = capital(scene.words.suit(suit))
    count = scene.words.spelled(len(own))
    if suit is DOUBLES:
        return scene.say("Doubles look best: you hold {count}.", count=count)
    doubles = sum(tile.is_double for tile in own)
    if doubles == len(own) == 1:
        return scene.say("{suit} look best: you hold only the double.", suit=name)
    if doubles > 1:
        return scene.say(
            "{suit} look best: you hold {count}, with both doubles.", suit=name, count=count
        )
    if doubles:
        return scene.say(
            "{suit} look best: you hold {count}, with the double.", suit=name, count=count
        )
    return scene.say("{suit} look best: you hold {count}, no double.", suit=name, count=count)
