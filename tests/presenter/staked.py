"""Hands with a given bid and contract, played to the end in the engine."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from texas42.engine import (
    FOLLOW_ME,
    Action,
    Call,
    CallKind,
    Contract,
    ContractKind,
    Deal,
    Game,
    Phase,
    PlayTile,
    Rules,
    Shake,
    Suit,
    Tile,
    apply,
    new_game,
    suit_contract,
)
from texas42.engine.calls import PASS, SHOOT_THE_MOON

SEEDS = 300
MOST = 4
Stake = tuple[Call, Contract]


@dataclass(frozen=True, slots=True)
class Hand:
    """A finished hand, as its page's sentences need it."""

    deal: Deal
    made: bool
    winner: int | None

    @property
    def bid(self) -> int:
        """The bid in marks, points or tricks, as it is called."""
        call = self.deal.bid
        return max(call.multiple, 1) if self.deal.rules.by_marks else self._in_points

    @property
    def _in_points(self) -> int:
        call = self.deal.bid
        return call.multiple * self.deal.rules.game.total or call.number

    def each(self, bidder: int, others: int | None = None) -> tuple[int, ...]:
        """Score the bidder's side, and each other side (by default: what it took)."""
        points = self.deal.points
        mine = self.deal.declaring
        return tuple(
            bidder if side == mine else points[side] if others is None else others
            for side in range(len(points))
        )

    @property
    def took(self) -> int:
        """The points, or in Moon the tricks, of the bidder's side."""
        return self.deal.points[self.deal.declaring]

    @property
    def lost(self) -> int:
        """The points of the others."""
        return sum(self.deal.points) - self.took


def stakes(rules: Rules) -> Iterator[Stake]:
    """Yield the bids of a table, each with every kind of contract that can be named on it."""
    game = rules.game
    if game.bid_unit == "tricks":
        numbers = [game.min_bid, game.hand_size, *([SHOOT_THE_MOON] if rules.bid_21 else [])]
        bids = [Call(CallKind.TRICKS, number) for number in numbers]
    else:
        most = 1 if rules.ladder == "to42" else rules.max_marks or MOST
        bids = [Call(CallKind.POINTS, game.min_bid), Call(CallKind.POINTS, game.total - 2)]
        bids += [Call(CallKind.MULTIPLE, number) for number in range(1, most + 1)]
        bids += [Call(CallKind.GAME)] if rules.game_bid else []
    plain = [suit_contract(Suit.ONES)]
    if FOLLOW_ME in rules.nameable:
        plain.append(suit_contract(FOLLOW_ME))
    for bid in bids:
        for contract in plain:
            yield bid, contract
        for kind in ContractKind:
            row = kind.overlay
            # A game bid may be any special contract; the tests of the engine play those.
            fits = row.is_played(rules) and row.level <= bid.multiple <= MOST
            if row.is_special and fits and row.may_name(rules, bid, False):
                yield bid, Contract(kind, doubles=row.doubles_rules(rules)[0])
    if rules.plunge:
        yield Call(CallKind.PLUNGE, 4), Contract(ContractKind.PLUNGE)


def ladder_to(bid: Call) -> list[Call]:
    """List the bids of the auction that ends with this one."""
    if bid.kind is CallKind.GAME:
        return [Call(CallKind.MULTIPLE, 2), bid]
    if bid.kind is CallKind.MULTIPLE and bid.number > 2:
        return [Call(CallKind.MULTIPLE, number) for number in range(2, bid.number + 1)]
    return [bid]


def best_tiles(rules: Rules, contract: Contract) -> list[Tile]:
    """List the set for the bidder of a contract, the most useful domino first."""
    high = rules.game.max_pip
    suit = 1 if contract.named is not FOLLOW_ME else high

    def use(tile: Tile) -> tuple[object, ...]:
        match contract.kind:
            case ContractKind.NELLO:
                return (tile.is_double, tile.high + tile.low)
            case ContractKind.SEVENS:
                return (abs(tile.pips - 7),)
            case ContractKind.PLUNGE | ContractKind.SPLASH:
                return (not tile.is_double, -tile.high)
        other = tile.low if tile.high == suit else tile.high
        return (not tile.has(suit), not tile.is_double, -other)

    return sorted(rules.game.tiles, key=use)


def deal_hands(
    rules: Rules, contract: Contract, bidder: int, strong: bool, rng: random.Random
) -> Shake:
    """Deal the best dominoes to the bidder, or to the player on their left; seat 0 shakes."""
    game = rules.game
    useful = best_tiles(rules, contract)
    rest = [tile for tile in useful if tile.has(1) and not tile.is_double]
    partner = game.partner(bidder)
    own: dict[int, list[Tile]] = {seat: [] for seat in range(game.seats)}
    pool = list(useful)

    def give(seat: int, tiles: list[Tile]) -> None:
        for tile in tiles[: game.hand_size - len(own[seat])]:
            if tile in pool:
                pool.remove(tile)
                own[seat].append(tile)

    if contract.kind.partner_names:
        give(bidder, useful[: game.hand_size] if strong else useful[3:7])
        give(partner, rest if strong else [])
    elif not strong:
        give(bidder, [Tile(1, 0)] if rules.first_bidder == "holder10" else [Tile(2, 1)])
        give(game.left_of(bidder), useful)
    else:
        give(bidder, useful)
    rng.shuffle(pool)
    for seat in range(game.seats):
        give(seat, list(pool))
    return Shake(0, tuple(tuple(own[seat]) for seat in range(game.seats)), tuple(pool))


def states_of(rules: Rules, stake: Stake, strong: bool, seed: int) -> Iterator[Game]:
    """Play a hand at random, the bidder's best dominoes first; stop early if the bid can't be."""
    rng = random.Random(seed)
    bid, contract = stake
    path = ladder_to(bid)
    bidder = len(path)
    shake = deal_hands(rules, contract, bidder, strong, rng)
    game = apply(new_game(rules), shake).game
    useful = best_tiles(rules, contract)
    yield game
    while game.deal.phase is not Phase.OVER:
        action = choose(game, path, contract, useful if strong else None, rng)
        if action is None:
            return
        game = apply(game, action).game
        yield game


def choose(
    game: Game,
    path: list[Call],
    contract: Contract,
    useful: list[Tile] | None,
    rng: random.Random,
) -> Action | None:
    """Choose the next act; `useful`: the bidder's dominoes in the order of leading, if any."""
    deal = game.deal
    legal = game.legal_actions()
    if deal.phase is Phase.CALL:
        bids = sum(made.call.is_bid for made in deal.calls)
        wanted = path[bids] if bids < len(path) else PASS
        found = [each for each in legal if replace(each.call, trump=None) == wanted]
        named = [each for each in found if each.call.trump in (None, contract.named)]
        return next(iter(named or found), None)
    if deal.phase is Phase.CONTRACT:
        own = [each for each in legal if each.contract == contract]
        return next(iter(own or [each for each in legal if each.contract.named is Suit.ONES]))
    if deal.phase is Phase.EXCHANGE:
        return min(legal, key=lambda each: len(each.take) + each.unseen)
    if useful is not None and deal.to_act == deal.bidder and not contract.kind.partner_names:
        return min(legal, key=lambda each: useful.index(each.tile))
    return rng.choice(legal)


def finished(rules: Rules, stake: Stake, made: bool) -> Hand:
    """Play hands until one ends as wanted."""
    for seed in range(SEEDS):
        *_, game = states_of(rules, stake, made, seed)
        result = game.deal.result
        if result is not None and result.made is made:
            assert game.deal.bid.kind is stake[0].kind
            assert game.deal.contract.kind is stake[1].kind
            return Hand(game.deal, made, game.winner)
    raise AssertionError(f"no hand of {stake} with made={made}")


def reneged(rules: Rules, stake: Stake, *, bidders: bool) -> Hand:
    """Play a hand that ends with a renege of one side, in its third trick or later."""
    for seed in range(SEEDS):
        for game in states_of(rules, stake, False, seed):
            deal = game.deal
            if deal.phase is not Phase.PLAY or len(deal.tricks) < 2:
                continue
            if (rules.game.side_of(deal.to_act) == deal.declaring) is bidders:
                held = (PlayTile(deal.to_act, tile) for tile in deal.hands[deal.to_act])
                for action in filter(game.is_renege, held):
                    done = apply(game, action).game
                    return Hand(done.deal, bool(done.deal.result.made), done.winner)
    raise AssertionError("nobody could renege")
