"""Endgames of every game and contract, valued by plain minimax without the engine."""

from dataclasses import replace
from functools import lru_cache
from random import Random

from tests.support.plain_rules import (
    PlainTable,
    best_play,
    legal,
    trick_points,
)
from texas42.engine import (
    Call,
    CallKind,
    Contract,
    ContractKind,
    Deal,
    Phase,
    PlayTile,
    Rules,
    Trick,
    format_contract,
    format_tile,
    legal_plays,
)
from texas42.engine.contracts import led_suit
from texas42.engine.tricks import next_to_play


def ending(rules: Rules, contract: Contract, bid: Call, size: int, rng: Random) -> Deal:
    """Build a random deal with its last `size` tricks still to be played."""
    game = rules.game
    pool = list(game.tiles)
    rng.shuffle(pool)
    hands = tuple(tuple(sorted(pool[i * size : (i + 1) * size])) for i in range(game.seats))
    bidder = rng.randrange(game.seats)
    out = game.partner(bidder) if contract.kind is ContractKind.NELLO else None
    leader = rng.choice([seat for seat in range(game.seats) if seat != out])
    gone = [0] * game.sides
    tricks = _earlier(rules, contract, bidder, game.hand_size - size, rng, gone)
    return Deal(
        rules=rules,
        shaker=0,
        dealt=hands,
        undealt=(),
        hands=hands,
        kitty=(),
        phase=Phase.PLAY,
        to_act=leader,
        points=tuple(gone),
        bidder=bidder,
        bid=bid,
        contract=contract,
        tricks=tricks,
        trick=Trick(leader),
    )


def with_tiles_on_table(deal: Deal, number: int, rng: Random) -> Deal:
    """Return the deal after this many random plays to the current trick."""
    for _ in range(number):
        assert deal.trick is not None
        assert deal.to_act is not None
        assert deal.contract is not None
        play = rng.choice(legal_plays(deal))
        held = list(deal.hands[play.seat])
        held.remove(play.tile)
        led = deal.trick.led
        if not deal.trick.plays and deal.contract.kind is not ContractKind.SEVENS:
            led = led_suit(play.tile, deal.contract, play.declared)
        deal = replace(
            deal,
            hands=(*deal.hands[: play.seat], tuple(held), *deal.hands[play.seat + 1 :]),
            trick=replace(deal.trick, plays=(*deal.trick.plays, play), led=led),
            to_act=next_to_play(deal, play.seat),
        )
    return deal


def _earlier(
    rules: Rules, contract: Contract, bidder: int, number: int, rng: Random, points: list[int]
) -> tuple[Trick, ...]:
    """Invent the earlier tricks: who won them, and their points."""
    game = rules.game
    tricks = []
    for _ in range(number):
        winner = rng.randrange(game.seats)
        if contract.kind is ContractKind.NELLO:
            winner = game.left_of(bidder)
        elif contract.kind in (ContractKind.SEVENS, ContractKind.PLUNGE):
            winner = bidder
        worth = game.trick_points + (rng.choice([0, 0, 5]) if game.counts else 0)
        points[game.side_of(winner)] += worth
        tricks.append(Trick(winner, (), None, winner, worth))
    return tuple(tricks)


def _text(play: PlayTile) -> str:
    return format_tile(play.tile) + (f"@{play.declared}" if play.declared else "")


class Plain:
    """Brute-force minimax of an ending, from the declarer's side."""

    def __init__(self, deal: Deal) -> None:
        assert deal.contract is not None
        assert deal.bidder is not None
        rules = deal.rules
        self.deal = deal
        self.rules = rules
        self.bidder = deal.bidder
        self.contract = format_contract(deal.contract, rules)
        if deal.contract.kind is ContractKind.FOLLOW_ME and deal.contract.doubles != "high":
            self.contract = f"follow-me {deal.contract.doubles}"
        self.table = PlainTable(
            max_pip=rules.game.max_pip,
            trick_points=rules.game.trick_points,
            counts=rules.game.counts,
            declared_leads=tuple(format_tile(tile) for tile in rules.game.low_end_leads),
            small_end_first_lead=rules.small_end_first_lead,
            must_lead_trump=rules.must_lead_trump,
            doubles_follow_pip=rules.doubles_follow_pip,
            sevens_tie=rules.sevens_tie,
            sevens_lead=rules.sevens_lead,
        )
        seats = rules.game.seats
        out = deal.sitting_out
        self.seats = [seat for seat in range(seats) if seat != out]
        self.first = not deal.tricks
        self.value = lru_cache(None)(self._value)

    def declaring(self, seat: int) -> bool:
        sides = self.rules.game.sides
        return seat % sides == self.bidder % sides

    def start(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(format_tile(tile) for tile in hand) for hand in self.deal.hands)

    def after(self, play: PlayTile, goal: str) -> int:
        """Return what the declarer's side still takes after this play, in points or tricks."""
        trick = self.deal.trick
        assert trick is not None
        on_table = tuple(_text(each) for each in trick.plays)
        return self._after(self.start(), trick.leader, on_table, _text(play), goal, self.first)

    def _turn(self, leader: int, played: int) -> int:
        at = self.seats.index(leader)
        return self.seats[(at + played) % len(self.seats)]

    def _value(
        self,
        hands: tuple[tuple[str, ...], ...],
        leader: int,
        trick: tuple[str, ...],
        goal: str,
        first: bool,
    ) -> int:
        seat = self._turn(leader, len(trick))
        if not hands[seat]:
            return 0
        options = sorted(
            legal(list(hands[seat]), list(trick), self.contract, self.table, first_trick=first)
        )
        values = [self._after(hands, leader, trick, play, goal, first) for play in options]
        wants_most = self.declaring(seat) == (goal != "none")
        return max(values) if wants_most else min(values)

    def _after(
        self,
        hands: tuple[tuple[str, ...], ...],
        leader: int,
        trick: tuple[str, ...],
        play: str,
        goal: str,
        first: bool,
    ) -> int:
        seat = self._turn(leader, len(trick))
        held = list(hands[seat])
        held.remove(play[:2])
        hands = (*hands[:seat], tuple(held), *hands[seat + 1 :])
        trick = (*trick, play)
        if len(trick) < len(self.seats):
            return self.value(hands, leader, trick, goal, first)
        order = [self._turn(leader, place) for place in range(len(trick))]
        bidders = [place for place, who in enumerate(order) if self.declaring(who)]
        winner = order[best_play(list(trick), self.contract, self.table, bidders)]
        worth = trick_points(list(trick), self.table) if goal == "points" else 1
        won = worth if self.declaring(winner) else 0
        return won + self.value(hands, winner, (), goal, False)


def bid_of(rules: Rules, contract: Contract, rng: Random) -> Call:
    """Pick a bid that fits the contract."""
    if contract.kind in (ContractKind.NELLO, ContractKind.SEVENS):
        return Call(CallKind.MULTIPLE, 1)
    if contract.kind.partner_names:
        return Call(CallKind.PLUNGE, 4)
    if rules.game.bid_unit == "tricks":
        return Call(CallKind.TRICKS, rng.choice([4, 5, 6, 7]))
    if rng.random() < 0.3:
        return Call(CallKind.MULTIPLE, 1)
    low = rules.game.min_bid
    high = rules.game.total
    return Call(CallKind.POINTS, rng.randrange(low, high, rules.game.bid_step))
