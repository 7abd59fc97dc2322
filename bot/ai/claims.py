"""A lay-down, proved: a leader's hand that takes every trick however the rest lies."""

from bot.ai.knowledge import Knowledge, know
from bot.ai.trick_order import places_of, trick_order
from bot.engine import ContractKind, SeatView, Tile

_NO_SUITS = (ContractKind.NELLO, ContractKind.SEVENS)


def lay_down(view: SeatView) -> tuple[Tile, ...] | None:
    """Return the hand in an order in which it takes every trick left, None where that is not sure.

    The seat must be in turn to lead. The proof holds against every possible holding, the
    partner's included, since a partner who has to overtake would lead next. It never errs, but a
    hand that is good only by what others must throw away is not found.
    """
    if view.contract is None or view.contract.kind in _NO_SUITS or view.trick is None:
        return None
    if view.trick.plays or view.to_act != view.seat or not view.hand:
        return None
    known = know(view, trick_order(view.rules.game, view.contract))
    trumps = known.hand & known.order.trump
    if not _draws_trumps(known, trumps):
        return None
    plain = known.hand & ~known.order.trump
    if any(not _is_master(known, place) for place in places_of(plain)):
        return None
    return tuple(reversed(known.order.tiles(known.hand)))


def _draws_trumps(known: Knowledge, trumps: int) -> bool:
    """Say whether these trumps are the highest and enough to draw all that one seat may hold."""
    may = 0
    for seat in known.others():
        may |= known.may[seat]
    out = may & known.order.trump
    if any(known.order.stronger[place] & out for place in places_of(trumps)):
        return False
    only_trumps = not known.hand & ~known.order.trump
    most = max((_most_trumps(known, seat) for seat in known.others()), default=0)
    return only_trumps or trumps.bit_count() >= most


def _most_trumps(known: Knowledge, seat: int) -> int:
    held = (known.may[seat] & known.order.trump).bit_count()
    return min(held, known.view.hand_sizes[seat])


def _is_master(known: Knowledge, place: int) -> bool:
    """Say whether nobody can hold a stronger tile of its suit, tiles of this hand apart."""
    suit = known.order.follows[known.order.led(known.order.line[place])]
    may = 0
    for seat in known.others():
        may |= known.may[seat]
    return not suit & ~known.order.trump & known.order.stronger[place] & may
