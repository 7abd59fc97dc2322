"""What a contract asks, in the few words that a picture has room for."""

from __future__ import annotations

from dataclasses import replace

from texas42.engine import CallKind, Phase, SeatView

from ..words.bids import short_call_name, short_number
from ..words.contracts import must_lose_all, ranking_notes, special_of
from ..words.language import Words
from ..words.parts import known
from .position import points_count, takes_all
from .scene import Scene


def short_bid(scene: Scene) -> str:
    """Write the bid in a word or two, without its trump; "splash 2" for a splash."""
    view = scene.view
    special = special_of(view)
    if view.bid is None:
        return ""
    bid = replace(view.bid, trump=None)
    is_splash = special is not None and known(view.contract).kind.partner_names
    if special is not None and is_splash and bid.kind is not CallKind.PLUNGE:
        name = special.name(scene.words)
        number = short_number(bid, view.rules)
        return scene.say("{contract} {number}", contract=name, number=number)
    return short_call_name(bid, view.rules, scene.words)


def asked_of(scene: Scene, side: int) -> str:
    """Say what the bidder's side must do if its points count for nothing; else empty."""
    view = scene.view
    bids = view.bidder is not None and view.rules.game.side_of(view.bidder) == side
    if not bids or points_count(view):
        return ""
    if must_lose_all(view):
        return scene.say("no trick")
    return scene.say("every trick") if takes_all(view) else ""


def contract_notes(view: SeatView, words: Words) -> tuple[str, ...]:
    """Describe how dominoes rank during the play, where the contract says so."""
    if view.contract is None or view.phase is not Phase.PLAY:
        return ()
    return ranking_notes(view.contract, view.rules, words)
