"""Invariants of every game, under every preset and random mixes of options.

FORTYTWO_LAWS sets how many deals are played per table (1 by default).
"""

import os
import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.engine.support import deal_in, random_shake
from tests.support.mixtures import PRESETS, TABLES, mixed
from texas42.engine import (
    Action,
    Deal,
    Ended,
    Game,
    IllegalAction,
    MakeCall,
    MakeExchange,
    NameContract,
    PlayTile,
    Suit,
    Tile,
    apply,
    format_action,
    new_game,
    parse_action,
    parse_call,
    parse_contract,
    view_for,
)
from texas42.library import load_rules

DEALS = int(os.environ.get("FORTYTWO_LAWS", "1"))


def pick(game: Game, rng: random.Random) -> Action:
    """Pick a legal action, favoring low bids and special contracts."""
    legal = game.legal_actions()
    if isinstance(legal[0], NameContract):
        kinds = sorted({a.contract.kind for a in legal if isinstance(a, NameContract)})
        kind = rng.choice(kinds)
        legal = tuple(a for a in legal if isinstance(a, NameContract) and a.contract.kind == kind)
    if isinstance(legal[0], MakeCall) and rng.random() < 0.6:
        return legal[0]
    return rng.choice(legal)


def all_tiles_of(deal: Deal) -> Counter[Tile]:
    """Count every tile of a deal: in hands, in the kitty and in tricks."""
    every = Counter(tile for hand in deal.hands for tile in hand)
    every.update(deal.kitty)
    tricks = deal.tricks if deal.trick is None else (*deal.tricks, deal.trick)
    every.update(play.tile for trick in tricks for play in trick.plays)
    return every


def check_illegal(game: Game, rng: random.Random) -> None:
    """Check that illegal actions raise IllegalAction and change nothing."""
    deal = deal_in(game)
    seat = deal.to_act
    rules = game.rules
    assert seat is not None
    legal = set(game.legal_actions())
    tries: list[Action] = [PlayTile(seat, tile) for tile in rng.sample(rules.game.tiles, 6)]
    tries += [PlayTile(seat, tile, Suit(str(tile.low))) for tile in rng.sample(rules.game.tiles, 3)]
    tail = " 5" if rules.trump_in_bid else ""
    tries += [MakeCall(seat, parse_call(f"{n}{tail}", rules)) for n in (1, 30, 31, 60, 84, 88, 132)]
    tries += [NameContract(seat, parse_contract(text, rules)) for text in ("5", "sevens", "plunge")]
    hand = deal.dealt[seat]
    tries += [
        MakeExchange(seat, rng.sample(deal.undealt, k=min(1, len(deal.undealt))), (tile,))
        for tile in rng.sample(hand, 2)
    ]
    tries += [replace(a, seat=(seat + 1) % rules.game.seats) for a in list(legal)[:2]]
    before = repr(game)
    for action in tries:
        if action in legal:
            continue
        if isinstance(action, PlayTile) and rules.renege == "forfeit":
            continue
        with pytest.raises(IllegalAction) as caught:
            game.verify(action)
        assert str(caught.value).endswith(".")
        assert not game.accepts(action)
    assert repr(game) == before


def check_step(game: Game) -> None:
    deal = deal_in(game)
    spec = game.rules.game
    assert all_tiles_of(deal) == Counter(spec.tiles)
    assert sum(deal.points) == sum(trick.points for trick in deal.tricks)
    passes = [made.seat for made in deal.calls if not made.call.is_bid]
    assert len(passes) == len(set(passes))  # a pass is final
    for seat in range(spec.seats):
        in_turn = seat == deal.to_act
        view = view_for(game, seat)
        assert bool(view.legal) is in_turn
        assert len(set(view.legal)) == len(view.legal)


def check_end(game: Game, before: Game) -> None:
    deal = deal_in(game)
    rules = game.rules
    result = deal.result
    assert result is not None
    assert game.total == tuple(a + b for a, b in zip(before.total, result.score, strict=True))
    assert game.deals_played == before.deals_played + 1
    if result.ended is Ended.PASSED_OUT:
        assert not any(result.score)
        assert deal.tricks == ()
    if result.ended is Ended.PLAYED_OUT:
        left = [tile for hand in deal.hands for tile in hand] + list(deal.kitty)
        count = sum(rules.game.tile_count(tile) for tile in left)
        assert sum(result.points) == rules.game.total - count
        assert len(deal.tricks) == rules.game.hand_size
    if result.ended in {Ended.MADE, Ended.SET}:
        assert len(deal.tricks) < rules.game.hand_size
    if rules.by_marks and result.made is not None and game.winner is None:
        assert sorted(result.score)[0] == 0 < sorted(result.score)[1]


@pytest.mark.parametrize(("name", "preset", "mixture"), TABLES)
def test_invariants_hold_at_every_step_of_random_deals(
    name: str, preset: str, mixture: int
) -> None:
    rng = random.Random(f"{name} {preset} {mixture}")
    for _ in range(DEALS):
        rules = mixed(name, preset, mixture, rng)
        before = new_game(rules, total=tuple(rng.randrange(8) for _ in range(rules.game.sides)))
        action: Action = random_shake(rules, rng, rng.randrange(rules.game.seats))
        log = [action]
        game = apply(before, action).game
        while deal_in(game).to_act is not None:
            check_step(game)
            check_illegal(game, rng)
            action = pick(game, rng)
            assert game.accepts(action)
            seat = deal_in(game).to_act
            assert seat is not None
            text = format_action(action, rules)
            assert parse_action(text, deal_in(game).phase, seat, rules) == action
            log.append(action)
            game = apply(game, action).game
        assert all_tiles_of(deal_in(game)) == Counter(rules.game.tiles)
        check_end(game, before)
        again = before
        for action in log:
            again = apply(again, action).game
        assert again == game


def redeal_hidden(game: Game, seat: int | None, rng: random.Random) -> Game:
    """Redeal the tiles that are hidden from a seat."""
    deal = deal_in(game)
    view = view_for(game, seat)
    hidden = [t for s, hand in enumerate(deal.hands) if s != seat for t in hand]
    if view.kitty is None:
        hidden += deal.kitty
    rng.shuffle(hidden)
    hands = [
        hand if s == seat else tuple(sorted(hidden.pop() for _ in hand))
        for s, hand in enumerate(deal.hands)
    ]
    kitty = deal.kitty if view.kitty is not None else tuple(hidden)
    dealt = tuple(
        deal.dealt[s] if s == seat else rng.sample(hand, len(hand)) for s, hand in enumerate(hands)
    )
    exchange = deal.exchange
    if exchange is not None and seat != deal.bidder:
        exchange = replace(
            exchange,
            take=tuple(rng.choices(game.rules.game.tiles, k=len(exchange.take))),
            give=tuple(rng.choices(game.rules.game.tiles, k=len(exchange.give))),
        )
    undealt = deal.undealt if view.kitty is not None else kitty
    return replace(
        game,
        deal=replace(
            deal,
            hands=tuple(hands),
            dealt=tuple(map(tuple, dealt)),
            kitty=kitty,
            undealt=undealt,
            exchange=exchange,
        ),
    )


@pytest.mark.parametrize(("name", "preset", "mixture"), TABLES)
def test_view_does_not_depend_on_hidden_tiles(name: str, preset: str, mixture: int) -> None:
    rng = random.Random(f"view {name} {preset} {mixture}")
    for _ in range(DEALS):
        rules = mixed(name, preset, mixture, rng)
        game = apply(new_game(rules), random_shake(rules, rng, 0)).game
        while deal_in(game).to_act is not None:
            for seat in (*range(rules.game.seats), None):
                other = redeal_hidden(game, seat, rng)
                assert view_for(other, seat) == view_for(game, seat)
            game = apply(game, pick(game, rng)).game


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_random_game_ends_with_a_winner_at_the_target(name: str, preset: str) -> None:
    rng = random.Random(f"game {name} {preset}")
    rules = load_rules(name, {"preset": preset})
    by_points = rules.game.bid_unit == "points" and not rules.by_marks
    rules = replace(rules, target=2 * rules.game.total if by_points else 3)
    game = new_game(rules)
    while game.winner is None:
        assert game.deals_played < 500
        shaker = 0 if game.next_shaker is None else game.next_shaker
        game = apply(game, random_shake(rules, rng, shaker)).game
        while deal_in(game).to_act is not None:
            game = apply(game, pick(game, rng)).game
    assert game.total[game.winner] >= rules.target
