"""Patterns of bids and plays, by which repeated mistakes are recognized as habits."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType

from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.inference.trick_order import has_points
from texas42.engine import PlayTile, SeatView, Tile


class Pattern(StrEnum):
    """A way to bid or to play that is often wrong."""

    PASSES_GOOD_HANDS = "passes-good-hands"
    BIDS_TOO_MUCH = "bids-too-much"
    # Leads.
    AWAY_FROM_DOUBLE = "away-from-double"
    TRUMPS_LEFT_OUT = "trumps-left-out"
    TRUMPS_FOR_BIDDER = "trumps-for-bidder"
    COUNT_LED = "count-led"
    # Following.
    OVER_PARTNER = "over-partner"
    TRICK_LET_GO = "trick-let-go"
    COUNT_TO_THEM = "count-to-them"
    COUNT_KEPT = "count-kept"


def _away_from_double(known: Knowledge, play: PlayTile) -> bool:
    """Return True if an off is led from a suit whose double stays in hand."""
    order = known.order
    tile = play.tile
    if _is_trump(known, tile) or tile.is_double:
        return False
    suit = order.follows[order.suit_led(tile, play.declared)]
    return any(each.is_double for each in order.tiles(suit & known.hand))


def _trumps_left_out(known: Knowledge, play: PlayTile) -> bool:
    """Return True if the bidder leads an off while the opponents may still hold trumps."""
    out = known.order.trump & known.opponents_may()
    return known.me == known.view.bidder and bool(out) and not _is_trump(known, play.tile)


def _trumps_for_bidder(known: Knowledge, play: PlayTile) -> bool:
    return not known.declaring and _is_trump(known, play.tile)


def _count_led(known: Knowledge, play: PlayTile) -> bool:
    """Return True if count is led that an opponent may catch."""
    place = known.order.places[play.tile]
    sure = known.is_sure(place, known.order.suit_led(play.tile, play.declared))
    return bool(known.count(place)) and not sure


def _over_partner(known: Knowledge, play: PlayTile) -> bool:
    return known.friend(known.best_seat) and _beats(known, play)


def _trick_let_go(known: Knowledge, play: PlayTile) -> bool:
    return _theirs(known) and not _beats(known, play)


def _count_to_them(known: Knowledge, play: PlayTile) -> bool:
    counts = bool(known.count(known.order.places[play.tile]))
    return counts and _theirs(known) and not _beats(known, play)


def _count_kept(known: Knowledge, play: PlayTile) -> bool:
    counts = bool(known.count(known.order.places[play.tile]))
    return known.friend(known.best_seat) and not counts


def _theirs(known: Knowledge) -> bool:
    return known.best_seat is not None and not known.friend(known.best_seat)


def _beats(known: Knowledge, play: PlayTile) -> bool:
    return known.wins(known.order.places[play.tile])


def _is_trump(known: Knowledge, tile: Tile) -> bool:
    return bool(known.order.trump >> known.order.places[tile] & 1)


Shows = Callable[[Knowledge, PlayTile], bool]
_LEADS: Mapping[Pattern, Shows] = MappingProxyType(
    {
        Pattern.AWAY_FROM_DOUBLE: _away_from_double,
        Pattern.TRUMPS_LEFT_OUT: _trumps_left_out,
        Pattern.TRUMPS_FOR_BIDDER: _trumps_for_bidder,
        Pattern.COUNT_LED: _count_led,
    }
)
_ANSWERS: Mapping[Pattern, Shows] = MappingProxyType(
    {
        Pattern.OVER_PARTNER: _over_partner,
        Pattern.TRICK_LET_GO: _trick_let_go,
        Pattern.COUNT_TO_THEM: _count_to_them,
        Pattern.COUNT_KEPT: _count_kept,
    }
)


def plays_by_pattern(view: SeatView) -> Mapping[Pattern, frozenset[PlayTile]]:
    """List the patterns of play that a seat in turn can follow or avoid, each with its plays.

    If every play fits a pattern, or none does, there is no choice and so no habit. Empty in
    contracts without suits, and in those to take no trick. If a play fits several, the one to
    report comes first.
    """
    if view.contract is None or not has_points(view.contract):
        return {}
    known = know(view)
    plays = tuple(each for each in view.legal if isinstance(each, PlayTile))
    rows = _LEADS if known.led is None else _ANSWERS
    found = {
        pattern: frozenset(play for play in plays if shows(known, play))
        for pattern, shows in rows.items()
    }
    return {pattern: these for pattern, these in found.items() if 0 < len(these) < len(plays)}
