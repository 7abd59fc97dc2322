"""Draws for the shake and for partners: pinned, verifiable, redrawn on ties."""

from dataclasses import replace
from itertools import count

import pytest

from texas42.library import game, load_rules
from texas42.records import draws
from texas42.records.draws import DrawSeries, draw_for_partners, draw_for_shake, draw_name, sides_of
from texas42.records.shake import shake
from texas42.records.shakefile import (
    drawn_dominoes,
    format_shake_file,
    parse_shake_file,
    shake_file,
    verify,
)

SECRET = bytes(range(32))
RULES = load_rules("42")


def series(number, name="42", seats=None):
    rules = load_rules(name)
    secret = bytes([number % 256, number // 256]) + bytes(30)
    seats = range(rules.game.seats) if seats is None else seats
    return draw_for_shake(rules, secret, "k3f9q2", 1, seats)


def partners(number, name="42"):
    return draw_for_partners(
        load_rules(name), bytes([number % 256, number // 256]) + bytes(30), "t", 3
    )


def test_each_seat_draws_the_first_tile_of_its_hand_in_the_named_deal():
    found = draw_for_shake(RULES, SECRET, "k3f9q2", 2, range(4)).draws[0]
    assert found.public == "draw-k3f9q2:2-1:"
    hands = shake(RULES, SECRET, found.public).hands
    assert found.drawn == tuple((seat, hand[0]) for seat, hand in enumerate(hands))


def test_most_pips_shake_first():
    for number in range(40):
        found = series(number)
        first = dict(found.draws[0].drawn)
        assert first[found.shaker].pips == max(tile.pips for tile in first.values())


def test_only_tied_players_draw_again_and_every_draw_is_recorded():
    tied = next(found for found in map(series, count()) if len(found.draws) > 1)
    first, second = (dict(draw.drawn) for draw in tied.draws[:2])
    best = max(tile.pips for tile in first.values())
    assert set(second) == {seat for seat, tile in first.items() if tile.pips == best}
    assert tied.shaker in second


@pytest.mark.parametrize("find", [series, partners])
def test_tied_players_draw_the_next_tiles_of_their_hands_so_that_none_is_drawn_twice(find):
    tied = [found for found in map(find, range(600)) if len(found.draws) > 1]
    assert len(tied) > 50
    for found in tied:
        (public,) = found.deals
        assert public.endswith("-1:")
        drawn = [tile for draw in found.draws for _, tile in draw.drawn]
        assert len(set(drawn)) == len(drawn)


def test_each_round_shows_the_tile_of_its_number_in_the_same_deal():
    found = next(found for found in map(series, count()) if len(found.draws) > 1)
    number = next(number for number in count() if series(number) == found)
    secret = bytes([number % 256, number // 256]) + bytes(30)
    hands = shake(RULES, secret, "draw-k3f9q2:1-1:").hands
    for at, draw in enumerate(found.draws):
        assert draw.public == "draw-k3f9q2:1-1:"
        assert draw.drawn == tuple((seat, hands[seat][at]) for seat, _ in draw.drawn)


def test_rounds_go_on_in_a_new_deal_when_the_hands_run_out(monkeypatch):
    twins = tuple(tile for tile in RULES.game.tiles if tile.pips == 6)[:2]

    def tied_deal(rules, secret, public):
        dealt = shake(rules, secret, public)
        if public.endswith("-1:"):
            return replace(dealt, hands=(twins[:1] * 7, twins[1:] * 7, *dealt.hands[2:]))
        return replace(dealt, hands=(dealt.hands[0], tuple(reversed(dealt.hands[0]))))

    monkeypatch.setattr(draws, "shake", tied_deal)
    found = draw_for_shake(RULES, SECRET, "t", 1, (0, 1))
    assert found.deals == ("draw-t:1-1:", "draw-t:1-2:")
    assert [draw.public for draw in found.draws[:8]] == [found.deals[0]] * 7 + [found.deals[1]]


def test_files_of_ties_drawn_by_the_older_rule_are_deals_like_any_other():
    first = shake_file(RULES, SECRET, "draw-t:1-1:")
    assert drawn_dominoes(first) == first.deal
    older = shake_file(RULES, SECRET, "draw-t:1-2:")
    assert verify(older) == ()
    assert drawn_dominoes(older) == ()


def test_only_the_losers_draw_under_losers_draw():
    found = series(5, seats=(1, 3))
    assert {seat for draw in found.draws for seat, _ in draw.drawn} <= {1, 3}
    assert found.shaker in (1, 3)


@pytest.mark.parametrize("name", ["42", "88", "84x8"])
def test_two_highest_are_partners_and_only_deciding_ties_are_redrawn(name):
    spec = game(name)
    size = spec.seats // 2
    for number in range(60):
        found = partners(number, name)
        first = {seat: tile.pips for seat, tile in found.draws[0].drawn}
        ranked = sorted(first.values(), reverse=True)
        upper, lower = sides_of(found.order, spec.sides)
        assert (len(upper), len(lower)) == (size, size)
        assert min(first[seat] for seat in upper) >= max(first[seat] for seat in lower)
        decides = ranked[0] == ranked[1] or ranked[size - 1] == ranked[size]
        assert (len(found.draws) > 1) is decides


def test_draw_is_verified_like_a_deal():
    name = draw_name("k3f9q2", 1, 1)
    file = shake_file(RULES, SECRET, f"{name}:")
    assert verify(parse_shake_file(format_shake_file(file))) == ()
    found = draw_for_shake(RULES, SECRET, "k3f9q2", 1, range(4))
    assert [hand[0] for hand in file.deal] == [
        f"{tile.high}{tile.low}" for _, tile in found.draws[0].drawn
    ]
    assert isinstance(found, DrawSeries)
