"""The result of a deal: early decision, made or set, and each side's score."""

from texas42.engine.calls import SHOOT_THE_MOON, Call, CallKind
from texas42.engine.contracts import Contract
from texas42.engine.deal import Deal, DealResult, Ended
from texas42.engine.overlays import Goal
from texas42.engine.rules import Rules


def _bid_of(deal: Deal) -> tuple[int, Call, Contract]:
    """Return the bidder's side, the bid and the contract of a played deal."""
    if deal.declaring is None or deal.bid is None or deal.contract is None:
        raise ValueError("nothing was bid")
    return deal.declaring, deal.bid, deal.contract


def goal(bid: Call, contract: Contract) -> Goal:
    """Return the goal of the bidder's side: every trick for a bid of T and more (8.12)."""
    own = contract.overlay.goal
    return Goal.ALL if own is Goal.BID and bid.multiple else own


def points_needed(bid: Call, hand_size: int) -> int:
    """Return the points (Moon: tricks) that a bid below T needs; 21 needs every trick."""
    shoots = bid.kind is CallKind.TRICKS and bid.number == SHOOT_THE_MOON
    return hand_size if shoots else bid.number


def bid_needs(rules: Rules, bid: Call, contract: Contract | None) -> int | None:
    """Return the points that the bidder's side needs, None if it must take all or nothing."""
    if bid.multiple:
        return None
    if contract is not None and goal(bid, contract) is not Goal.BID:
        return None
    return points_needed(bid, rules.game.hand_size)


def is_made(deal: Deal) -> bool:
    """Return True if the bidder's side has made its bid with the finished tricks (ruling 8.12)."""
    side, bid, contract = _bid_of(deal)
    match goal(bid, contract):
        case Goal.ALL:
            return sum(deal.points) == deal.points[side]
        case Goal.NONE:
            return deal.points[side] == 0
        case Goal.BID:
            return deal.points[side] >= points_needed(bid, deal.rules.game.hand_size)


def is_exact(rules: Rules, bid: Call, contract: Contract) -> bool:
    """Return True if the hand scores the bid and nothing else (000:155, 8.10, 8.11)."""
    if bid.multiple == 0:
        return False
    is_multiple = bid.kind is CallKind.MULTIPLE
    plain = is_multiple and not contract.overlay.exact
    return rules.by_marks or rules.exact_42plus or not plain


def early_end(deal: Deal) -> Ended | None:
    """Return how the deal ends early after its finished tricks, None if it goes on (8.10)."""
    rules = deal.rules
    side, bid, contract = _bid_of(deal)
    if rules.early_stop == "none":
        return None
    target = goal(bid, contract)
    if target is not Goal.BID:
        lost = not is_made(deal) and is_exact(rules, bid, contract)
        return Ended.SET if lost else None
    if rules.early_stop != "decided" or not rules.by_marks:
        return None
    if deal.points[side] >= bid.number:
        return Ended.MADE
    others = sum(deal.points) - deal.points[side]
    return Ended.SET if others > rules.game.total - bid.number else None


def _gain(gainers: tuple[int, ...], amount: int, sides: int) -> tuple[int, ...]:
    return tuple(amount if side in gainers else 0 for side in range(sides))


def _bid_value(rules: Rules, bid: Call) -> int:
    """Compute the value of a bid, in marks or points."""
    if rules.by_marks:
        return max(bid.multiple, 1)
    return bid.multiple * rules.game.total or bid.number


def _score_tricks(deal: Deal, total: tuple[int, ...], made: bool) -> tuple[int, ...]:
    """Score Moon: tricks for the others, the table's rule for the bidder's side (3.5, 8.21).

    A made 21 wins the game, from below zero too (001:174).
    """
    rules = deal.rules
    side, bid, _ = _bid_of(deal)
    own = -bid.number
    if made and bid.number == SHOOT_THE_MOON:
        own = max(bid.number, rules.target - total[side])
    elif made:
        own = bid.number if rules.moon_made == "bid" else deal.points[side]
    return tuple(own if other == side else taken for other, taken in enumerate(deal.points))


def _score(deal: Deal, total: tuple[int, ...], made: bool, offender: int | None) -> tuple[int, ...]:
    """Compute each side's score; `offender` is the side that reneged (ruling 8.19)."""
    rules = deal.rules
    side, bid, contract = _bid_of(deal)
    if bid.kind is CallKind.TRICKS:
        return _score_tricks(deal, total, made)
    sides = rules.game.sides
    gainers = tuple(other for other in range(sides) if (other == side) is made)
    if bid.kind is CallKind.GAME:
        # The side that wins the game reaches exactly the target (ruling 8.3).
        return _gain(gainers, rules.target - total[gainers[0]], sides)
    amount = _bid_value(rules, bid)
    if rules.by_marks or is_exact(rules, bid, contract):
        return _gain(gainers, amount, sides)
    if not made:
        own = deal.points
        return tuple(amount + own[other] if other in gainers else 0 for other in range(sides))
    if offender is not None or bid.multiple:
        return _gain(gainers, amount, sides)
    return deal.points


def winner_of_game(
    rules: Rules, total: tuple[int, ...], declaring: int, made: bool, bid: Call
) -> int | None:
    """Return the side that has won the game with these totals, or None (8.13)."""
    if bid.kind is CallKind.GAME:
        return declaring if made else (declaring + 1) % rules.game.sides
    there = [side for side, score in enumerate(total) if score >= rules.target]
    if rules.by_marks and rules.win_by_two:
        there = [side for side in there if _leads_by_two(total, side)]
    if not there:
        return None
    if rules.tie_250 == "bidder" and made and declaring in there:
        return declaring
    best = max(total[side] for side in there)
    highest = [side for side in there if total[side] == best]
    if len(highest) == 1:
        return highest[0]
    return declaring if made and declaring in highest else None


def _leads_by_two(total: tuple[int, ...], side: int) -> bool:
    return all(total[side] - score >= 2 for other, score in enumerate(total) if other != side)


def next_shaker(rules: Rules, shaker: int, winner: int | None) -> int | None:
    """Return the next shaker: the seat to the left, or after a game the table's choice (8.20)."""
    game = rules.game
    left = game.left_of(shaker)
    if winner is None or rules.next_game_shaker == "rotate":
        return left
    if rules.next_game_shaker in {"draw", "loser-draw", "winner-choice"}:
        return None
    seats = [(left + step) % game.seats for step in range(game.seats)]
    wanted = rules.next_game_shaker == "winner"
    return next(seat for seat in seats if (game.side_of(seat) == winner) is wanted)


def result_of_throw_in(deal: Deal) -> DealResult:
    """Compute the result of a hand thrown in unplayed (001:46, ruling 8.16)."""
    zeros = (0,) * deal.rules.game.sides
    after = next_shaker(deal.rules, deal.shaker, None)
    return DealResult(Ended.PASSED_OUT, None, zeros, zeros, after)


def result_of(
    deal: Deal, total: tuple[int, ...], ended: Ended, offender: int | None
) -> tuple[DealResult, int | None]:
    """Compute the result of a played deal, and the side that has won the game.

    `total`: the score before the deal; `offender`: the side that reneged, or None.
    """
    rules = deal.rules
    side, bid, _ = _bid_of(deal)
    made = is_made(deal) if offender is None else offender != side
    score = _score(deal, total, made, offender)
    after = tuple(before + gained for before, gained in zip(total, score, strict=True))
    winner = winner_of_game(rules, after, side, made, bid)
    shaker = next_shaker(rules, deal.shaker, winner)
    return DealResult(ended, made, deal.points, score, shaker), winner
