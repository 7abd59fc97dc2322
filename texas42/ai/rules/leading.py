"""Leads by rule, for the bidder, the bidder's partner and the defenders."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.valuation.trick_value import has_trump, keeping, stake
from texas42.engine import PlayTile, Suit

_COUNT_AT_RISK = 0.5
"""The cost of each point of count at risk beyond its loss, since it could wait for a partner."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A possible lead, with the leader's knowledge about it."""

    play: PlayTile
    place: int
    suit: Suit
    chance: float
    sure: bool
    master: bool
    is_trump: bool
    count: int


def lead(know: Knowledge, legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    """Choose the tile to lead, with the reason."""
    leads = [_lead(know, play) for play in legal]
    if len(leads) == 1:
        return leads[0].play, Reason(ReasonKind.ONLY_LEGAL, leads[0].play.tile)
    plans = _DECLARING if know.declaring else _DEFENDING
    for plan in plans:
        found = plan(know, leads)
        if found is not None:
            chosen, kind = found
            return chosen.play, _because(know, chosen, kind)
    chosen = max(leads, key=lambda each: (_value(know, each), -each.place))
    return chosen.play, _because(know, chosen, _loose(know, chosen))


def explain_lead(know: Knowledge, play: PlayTile) -> Reason:
    """Explain a lead that another player chose."""
    chosen = _lead(know, play)
    return _because(know, chosen, _kind(know, chosen))


def _kind(know: Knowledge, chosen: Lead) -> ReasonKind:
    drawing = chosen.is_trump and bool(know.order.trump & know.opponents_may())
    if drawing and (chosen.sure or know.declaring):
        return ReasonKind.PULL_TRUMPS if chosen.sure else ReasonKind.FORCE_HIGH_TRUMP
    if chosen.sure:
        walks = not (chosen.play.tile.is_double or chosen.is_trump)
        return ReasonKind.WALKER if walks else ReasonKind.SURE_WINNER
    if chosen.master and not chosen.is_trump:
        draws = not know.declaring and know.points_of(know.order.follows[chosen.suit] & know.unseen)
        return ReasonKind.DRAW_COUNT if draws else ReasonKind.LIKELY_WINNER
    return _loose(know, chosen)


def _lead(know: Knowledge, play: PlayTile) -> Lead:
    place = know.order.places[play.tile]
    suit = know.order.suit_led(play.tile, play.declared)
    return Lead(
        play=play,
        place=place,
        suit=suit,
        chance=know.chance_ours(suit, know.me, place, tuple(know.others())),
        sure=know.is_sure(place, suit),
        master=know.is_master(place, suit),
        is_trump=bool(know.order.trump >> place & 1),
        count=know.count(place),
    )


Found = tuple[Lead, ReasonKind] | None
Plan = Callable[[Knowledge, list[Lead]], Found]


def _pull_trumps(know: Knowledge, leads: list[Lead]) -> Found:
    """Draw the opponents' trumps with the highest one (000:80 ff., 002:58)."""
    trumps = [each for each in leads if each.is_trump]
    out = know.order.trump & know.opponents_may()
    if not trumps or not out:
        return None
    if know.me != know.view.bidder and not _may_pull_for_bidder(know):
        return None
    masters = [each for each in trumps if each.sure]
    rest = len(leads) - len(trumps)
    if masters:
        last_one = len(trumps) == 1 and not know.every_trick and out.bit_count() == 1
        if last_one and rest and not _has_winners(know, leads):
            return None
        return max(masters, key=lambda each: each.place), ReasonKind.PULL_TRUMPS
    return _force_high_trump(know, trumps, out, leads)


def _may_pull_for_bidder(know: Knowledge) -> bool:
    bidder = know.view.bidder
    return bidder is not None and know.friend(bidder) and know.chance(bidder, know.order.trump) > 0


def _force_high_trump(know: Knowledge, trumps: list[Lead], out: int, leads: list[Lead]) -> Found:
    """Lead a small trump without count to force out the highest one (000:94)."""
    if know.me != know.view.bidder:
        return None
    above = (out & know.order.stronger[max(each.place for each in trumps)]).bit_count()
    enough = len(trumps) >= 3 or (len(trumps) == 2 and out.bit_count() > 1)
    if not enough or (above == out.bit_count() and above <= 1 and not _has_winners(know, leads)):
        return None
    small = min(trumps, key=lambda each: (each.count, each.place))
    return small, ReasonKind.FORCE_HIGH_TRUMP


def _has_winners(know: Knowledge, leads: Iterable[Lead]) -> bool:
    return any(each.master and not each.is_trump for each in leads) and bool(know.hand)


def _cash_winners(know: Knowledge, leads: list[Lead]) -> Found:
    """Lead unbeatable tiles: count first, a double before the tile that then walks."""
    sure = [each for each in leads if each.sure]
    if not sure:
        return None
    plain = [each for each in sure if not each.is_trump]
    trumps = [each for each in sure if each.is_trump]
    losers = len(leads) - len(sure)
    spare = know.every_trick or not losers or (len(trumps) > 1 and know.declaring)
    if trumps and spare and (know.every_trick or not plain):
        return max(trumps, key=lambda each: each.place), ReasonKind.SURE_WINNER
    if plain:
        chosen = max(plain, key=lambda each: _cashing(know, each))
        walks = ReasonKind.SURE_WINNER if chosen.play.tile.is_double else ReasonKind.WALKER
        return chosen, walks
    return None


def _cashing(know: Knowledge, each: Lead) -> tuple[float, ...]:
    in_suit = know.order.follows[each.suit]
    drawn = know.points_of(in_suit & know.unseen)
    companions = (in_suit & know.hand).bit_count() - 1
    if know.every_trick:
        return (-companions, each.play.tile.is_double, each.place)
    return (each.count + 0.8 * drawn, companions, each.place)


def _good_chances(know: Knowledge, leads: list[Lead]) -> Found:
    """Lead the highest tile of a suit if it will probably win."""
    return _best_master(know, leads, 0.5, 0.0, ReasonKind.LIKELY_WINNER)


def _hit_hard(know: Knowledge, leads: list[Lead]) -> Found:
    """Against a bid lead doubles that draw count (000:143, 004:411)."""
    return _best_master(know, leads, 0.3, 2.0, ReasonKind.DRAW_COUNT)


def _best_master(
    know: Knowledge, leads: list[Lead], least: float, eager: float, kind: ReasonKind
) -> Found:
    """Choose the highest tile of a suit that wins with at least this chance."""
    able = [each for each in leads if each.master and not each.is_trump and each.chance >= least]
    best = max(able, key=lambda each: _value(know, each) + eager * each.chance, default=None)
    return None if best is None else (best, kind)


_DECLARING: tuple[Plan, ...] = (_pull_trumps, _cash_winners, _good_chances)
_DEFENDING: tuple[Plan, ...] = (_cash_winners, _hit_hard)


def _value(know: Knowledge, each: Lead) -> float:
    """Value an unsure lead: its chance, its risk, and what it gives up."""
    order = know.order
    trick_points = know.view.rules.game.trick_points
    unseen_count = know.points_of(order.follows[each.suit] & know.unseen)
    value = stake(know, trick_points + each.count + round(0.5 * unseen_count), each.chance)
    value -= keeping(know, each.place) + _COUNT_AT_RISK * each.count * (1 - each.chance)
    if not each.master and not each.is_trump:
        value -= _leads_away(know, each)
    if each.is_trump:
        value -= _trump_cost(know)
    if not know.declaring and not each.master and has_trump(know):
        value += _through_bidder(know, each)
    return value


def _leads_away(know: Knowledge, each: Lead) -> float:
    """Return the cost of leading low from a suit with its highest tile in hand."""
    suit = know.order.follows[each.suit] & ~know.order.trump
    higher = suit & know.order.stronger[each.place]
    mine = higher & know.hand
    if not mine:
        return 0.0
    top = mine.bit_length() - 1
    return 8.0 if not suit & know.unseen & know.order.stronger[top] else 1.5


def _trump_cost(know: Knowledge) -> float:
    trumps = know.hand & know.order.trump
    out = know.order.trump & know.opponents_may()
    if not know.declaring:
        return 4.0
    if trumps.bit_count() == 1 and not know.every_trick:
        return 6.0
    return 1.0 if out else 2.0


def _through_bidder(know: Knowledge, each: Lead) -> float:
    """Return the cost of leading a suit in which the bidder is void and can trump."""
    bidder = know.view.bidder
    if bidder is None or not know.may[bidder] & know.order.trump:
        return 0.0
    return -3.0 if not know.may[bidder] & know.order.follows[each.suit] else 0.0


def _loose(know: Knowledge, each: Lead) -> ReasonKind:
    beaters = know.order.beaters(each.suit, each.play.tile) & know.order.follows[each.suit]
    if any(know.chance(seat, beaters) >= 0.4 for seat in know.friends()):
        return ReasonKind.TO_PARTNER
    return ReasonKind.LEAST_BAD_LEAD


def _because(know: Knowledge, chosen: Lead, kind: ReasonKind) -> Reason:
    drawn = know.points_of(know.order.follows[chosen.suit] & know.unseen)
    return Reason(kind, chosen.play.tile, chosen.suit, points=drawn, chance=chosen.chance)
