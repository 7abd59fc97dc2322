"""The auction: whose turn it is, the ladder of bids, and which calls are legal."""

from collections.abc import Iterable
from functools import lru_cache

from texas42.engine.calls import PASS, SHOOT_THE_MOON, Call, CallKind, format_call
from texas42.engine.deal import Deal, MakeCall
from texas42.engine.errors import IllegalAction, Rule
from texas42.engine.overlays import ContractKind
from texas42.engine.rules import Rules
from texas42.engine.tiles import DOUBLES, FOLLOW_ME, Suit, Tile, all_of, one_of

_HOLDER = Tile(1, 0)
"""Its holder bids first if the option `first_bidder` says so (003:15)."""
_POINTS84_CEILING = {"step": 4, "any": 4, "none": 2}


def first_bidder(rules: Rules, shaker: int, hands: tuple[tuple[Tile, ...], ...]) -> int:
    """Find the first bidder: left of the shaker (000:44), or the holder of the 1-0 (003:15)."""
    if rules.first_bidder == "holder10":
        return next(seat for seat, hand in enumerate(hands) if _HOLDER in hand)
    return rules.game.left_of(shaker)


def ceiling(rules: Rules) -> int | None:
    """Return the highest multiple of T that an ordinary bid may reach, None if unlimited (8.2)."""
    if rules.ladder == "to42":
        return 1
    if rules.ladder == "points84":
        limit = _POINTS84_CEILING[rules.after84]
        return limit if rules.max_marks is None else min(limit, rules.max_marks)
    return rules.max_marks


def _raises(rules: Rules, standing: int) -> Iterable[int]:
    """List the multiples that may follow a standing one, ascending (ruling 8.2)."""
    limit = ceiling(rules)
    if standing == 0:
        most = rules.open_max_marks if limit is None else min(limit, rules.open_max_marks)
        return range(1, most + 1)
    raised = {standing + 1}
    if rules.ladder == "points84" and rules.after84 == "any" and standing > 1:
        raised.update(range(standing + 1, _POINTS84_CEILING["any"] + 1))
    if rules.ladder == "marks" and rules.raise_marks == "plus1_or_double":
        raised.add(2 * standing)
    if rules.ladder == "marks" and rules.raise_marks == "plus2":
        raised.add(standing + 2)
    return sorted(number for number in raised if limit is None or number <= limit)


def _tricks_ladder(rules: Rules, standing: Call | None) -> list[Call]:
    """List Moon's bids above the standing one (001:175, 001:188, ruling 8.17)."""
    lowest = rules.game.min_bid if standing is None else standing.number + 1
    numbers = list(range(lowest, rules.game.hand_size + 1))
    if rules.bid_21 and lowest <= SHOOT_THE_MOON:
        numbers.append(SHOOT_THE_MOON)
    return [Call(CallKind.TRICKS, number) for number in numbers]


def plunge_number(rules: Rules, standing: Call | None) -> int | None:
    """Return the multiple that a plunge would bid, None if it cannot be called (8.6)."""
    if not rules.plunge or (standing and standing.kind is CallKind.GAME):
        return None
    least = ContractKind.PLUNGE.overlay.level
    number = max(least, standing.multiple + 1 if standing else 0)
    limit: int | None = least
    if rules.ladder == "marks":
        limit = None if rules.max_marks is None else max(least, rules.max_marks)
    return number if limit is None or number <= limit else None


@lru_cache(maxsize=4096)
def ladder(rules: Rules, standing: Call | None) -> tuple[Call, ...]:
    """List the ordinary bids above a standing one, ascending, without trump (8.2, 8.3, 8.17).

    Plunges are left out, since they depend on the hand.
    """
    if rules.game.bid_unit == "tricks":
        return tuple(_tricks_ladder(rules, standing))
    if standing and standing.kind is CallKind.GAME:
        return ()
    level = standing.multiple if standing else 0
    bids = []
    if level == 0:
        lowest = standing.number + 1 if standing else rules.game.min_bid
        bids = [
            Call(CallKind.POINTS, number)
            for number in range(rules.game.min_bid, rules.game.total, rules.game.bid_step)
            if number >= lowest
        ]
    bids += [Call(CallKind.MULTIPLE, number) for number in _raises(rules, level)]
    if rules.game_bid and level > 1:
        bids.append(Call(CallKind.GAME))
    return tuple(bids)


def suits_held(rules: Rules, hand: Iterable[Tile]) -> tuple[Suit, ...]:
    """List the trumps that a hand may bid: suits it holds, and follow-me (8.17)."""
    tiles = tuple(hand)
    return tuple(suit for suit in rules.nameable if _holds(suit, tiles))


def _holds(suit: Suit, tiles: tuple[Tile, ...]) -> bool:
    if suit is FOLLOW_ME:
        return True
    if suit is DOUBLES:
        return any(tile.is_double for tile in tiles)
    return any(tile.has(suit.pip) for tile in tiles)


def is_forced(deal: Deal) -> bool:
    """Return True if the seat in turn must bid: the last one, after passes only (8.4)."""
    return (
        deal.rules.all_pass in {"forced30", "forced31"}
        and len(deal.calls) == deal.rules.game.seats - 1
        and deal.standing is None
    )


@lru_cache(maxsize=8192)
def _legal_calls(
    rules: Rules,
    seat: int,
    standing: Call | None,
    forced: bool,
    plunge: bool,
    suits: tuple[Suit, ...] | None,
) -> tuple[MakeCall, ...]:
    bids: list[Call] = list(ladder(rules, standing))
    if suits is not None:
        bids = [Call(bid.kind, bid.number, suit) for bid in bids for suit in suits]
    if forced and rules.all_pass == "forced31":  # noqa: S105 - no password
        bids.remove(Call(CallKind.POINTS, rules.game.min_bid))
    number = plunge_number(rules, standing) if plunge else None
    if number is not None:
        bids.append(Call(CallKind.PLUNGE, number))
    if not forced:
        bids.insert(0, PASS)
    return tuple(MakeCall(seat, bid) for bid in bids)


def count_doubles(hand: Iterable[Tile]) -> int:
    """Count the doubles in a hand."""
    return sum(tile.is_double for tile in hand)


def legal_calls(deal: Deal, seat: int) -> tuple[MakeCall, ...]:
    """List the calls that a seat could make if it were in turn: pass first, then bids ascending."""
    rules = deal.rules
    hand = deal.hands[seat]
    standing = deal.standing
    may_plunge = rules.plunge and count_doubles(hand) >= ContractKind.PLUNGE.overlay.doubles
    return _legal_calls(
        rules,
        seat,
        standing.call if standing else None,
        is_forced(deal),
        may_plunge,
        suits_held(rules, hand) if rules.trump_in_bid else None,
    )


def next_caller(deal: Deal) -> int | None:
    """Return the seat whose turn it is to call, None if the auction is over.

    Each seat calls once (000:44); in rounds a seat that has passed is skipped, and the auction ends
    when all have passed or all but the bidder (ruling 8.18). Shooting the moon ends it at once.
    """
    game = deal.rules.game
    calls = deal.calls
    last = calls[-1]
    if last.call.kind is CallKind.TRICKS and last.call.number == SHOOT_THE_MOON:
        return None
    if game.auction == "one-turn":
        return game.left_of(last.seat) if len(calls) < game.seats else None
    passed = {made.seat for made in calls if not made.call.is_bid}
    standing = deal.standing
    seat = game.left_of(last.seat)
    while seat in passed:
        if len(passed) == game.seats:
            return None
        seat = game.left_of(seat)
    return None if standing is not None and standing.seat == seat else seat


def _height(call: Call) -> tuple[int, int]:
    return call.multiple, 0 if call.multiple else call.number


def verify_call(deal: Deal, action: MakeCall) -> None:
    """Check a call of the seat in turn; raises IllegalAction."""
    legal = legal_calls(deal, action.seat)
    if action in legal:
        return
    rules = deal.rules
    call = action.call
    lowest = Call(CallKind.POINTS, rules.game.min_bid)
    if not call.is_bid or (is_forced(deal) and call == lowest):
        least = legal[0].call
        raise IllegalAction(
            Rule.MUST_BID,
            f"Everybody passed, so you must bid {format_call(least, rules)} or more.",
            {"call": call, "legal": least},
        )
    text = format_call(call, rules)
    _verify_kind(deal, action, text)
    _verify_trump(deal, action)
    made = deal.standing
    standing = made.call if made else None
    data = {"call": call, "standing": standing}
    if standing and _height(call) <= _height(standing):
        over = format_call(standing, rules)
        raise IllegalAction(Rule.MUST_OUTBID, f"{text} does not go over {over}.", data)
    raise IllegalAction(Rule.NOT_ON_LADDER, f"{text} cannot be bid now.", data)


def _verify_kind(deal: Deal, action: MakeCall, text: str) -> None:
    rules = deal.rules
    kind = action.call.kind
    allowed = {
        CallKind.PLUNGE: rules.plunge,
        CallKind.GAME: rules.game_bid,
        CallKind.TRICKS: rules.game.bid_unit == "tricks",
        CallKind.POINTS: rules.game.bid_unit == "points",
        CallKind.MULTIPLE: rules.game.bid_unit == "points",
    }
    if not allowed[kind]:
        raise IllegalAction(
            Rule.NOT_ALLOWED_HERE, f"{text} is not played at this table.", {"what": text}
        )
    need = ContractKind.PLUNGE.overlay.doubles
    held = count_doubles(deal.hands[action.seat])
    if kind is CallKind.PLUNGE and held < need:
        raise IllegalAction(
            Rule.NEEDS_DOUBLES,
            f"A plunge needs {need} doubles and you hold {held}.",
            {"need": need, "held": held},
        )


def _verify_trump(deal: Deal, action: MakeCall) -> None:
    rules = deal.rules
    trump = action.call.trump
    data = {"trump": trump}
    if rules.trump_in_bid and trump is None:
        raise IllegalAction(Rule.TRUMP_NOT_ALLOWED, "Name the trump with the bid.", data)
    if trump is None:
        return
    if not rules.trump_in_bid:
        sentence = "The trump is not named with the bid."
        raise IllegalAction(Rule.TRUMP_NOT_ALLOWED, sentence, data)
    if trump not in rules.nameable:
        sentence = f"{all_of(trump).capitalize()} cannot be trump at this table."
        raise IllegalAction(Rule.TRUMP_NOT_ALLOWED, sentence, data)
    if trump not in suits_held(rules, deal.hands[action.seat]):
        sentence = f"To bid {all_of(trump)} you must hold {one_of(trump)}."
        raise IllegalAction(Rule.HOLDS_NO_TRUMP, sentence, data)
