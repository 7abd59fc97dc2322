"""A player may lay down only if no possible holding of the others can win a trick."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from tests.ai.positions import exposing, playing, shaken, tiles
from texas42.ai.inference.knowledge import know
from texas42.ai.inference.matching import fill
from texas42.ai.inference.trick_order import has_points, trick_order
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.claims import _bins, _holds, _sure_and_rest, believes, lay_down, refutation
from texas42.engine import (
    OVERLAYS,
    Phase,
    PlayTile,
    SeatView,
    Tile,
    apply,
    format_tile,
    led_suit,
    new_game,
    view_for,
)
from texas42.library import load_rules

pytestmark = pytest.mark.slow


def test_top_trumps_and_masters_are_laid_down_trumps_first() -> None:
    view = playing("55 65 54 53 66 00 11", "", contract="5")
    order = lay_down(view)
    assert order is not None
    assert {tile.high for tile in order[:4]} <= {5, 6}
    assert set(order) == set(view.hand)


@pytest.mark.parametrize(
    "hand",
    [
        "55 65 53 52 66 00 11",  # one seat may hold three trumps, including the 5-4
        "55 65 53 66 00 11 22",
        "55 65 66 00 11 22 33",  # one seat may hold three trumps
        "55 65 54 53 66 62 11",  # the 6-2 is not a master while a six is out
    ],
)
def test_hand_that_can_lose_a_trick_cannot_lay_down(hand: str) -> None:
    assert lay_down(playing(hand, "", contract="5")) is None


def test_walker_wins_once_higher_tiles_are_gone() -> None:
    plays = "22 21 42 20 | 62 32 52 31"
    assert lay_down(playing("55 66 65 64 63", plays, contract="2")) is not None
    assert lay_down(playing("55 66 63 64 10", plays, contract="2")) is None


def test_low_trump_wins_if_all_higher_trumps_must_be_drawn() -> None:
    # The 5-3, the 5-1 and the 5-0 are out: three leads draw them from any seat.
    assert lay_down(playing("55 65 54 52 66 00 11", "", contract="5")) is not None


def test_low_tile_wins_if_its_suit_must_be_exhausted() -> None:
    # No trump is out, and only one six, the 6-1: it falls on the 6-6, and then the 6-0 is good.
    plays = "55 65 51 50 | 54 64 63 62"
    assert lay_down(playing("53 52 66 60 11", plays, contract="5")) is not None
    assert lay_down(playing("53 52 61 60 11", plays, contract="5")) is None


def test_seat_that_showed_out_of_trumps_cannot_ruff() -> None:
    # Seats 1 and 2 did not follow a trump lead, and seat 3 holds at most the 5-0.
    plays = "55 64 63 51 | 65 62 61 52 | 54 20 21 53"
    assert lay_down(playing("66 60 50 11", plays, contract="5")) is not None


def test_only_the_leader_can_lay_down() -> None:
    assert lay_down(playing("66 65 64 63 62 61 60", "55", contract="5")) is None


def doubted(view: SeatView) -> str:
    """Describe the refutation of a lay-down: the tile, the lead that it takes, and how."""
    found = refutation(view)
    if found is None:
        return ""
    how = "ruffs" if found.ruffs else "beats"
    who = "partner" if found.partner else "opponent"
    return f"{who}: {format_tile(found.tile)} {how} {format_tile(found.lead)}"


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("55 65 53 52 66 00 11", "opponent: 54 beats 53"),
        ("55 65 54 53 66 62 11", "opponent: 64 beats 62"),
        ("55 65 54 66 44 00 11", "opponent: 53 ruffs 66"),
        ("55 65 54 53 52 51 43", "opponent: 44 beats 43"),
    ],
)
def test_refutation_names_an_outstanding_tile(hand: str, why: str) -> None:
    assert doubted(playing(hand, "", contract="5")) == why


def test_possible_outstanding_trump_refutes_a_lay_down() -> None:
    plays = "66 60 61 62"
    assert doubted(playing("65 64 63 11 00 55", plays, contract="4")) == "opponent: 44 beats 64"
    assert doubted(playing("65 55 44 11 00 22", plays, contract="3")) == "opponent: 33 ruffs 55"


def test_proved_hands_and_seats_not_on_lead_have_no_refutation() -> None:
    assert refutation(playing("55 65 54 53 66 00 11", "", contract="5")) is None
    assert refutation(playing("66 65 64 63 62 61 60", "55", contract="5")) is None


def test_lay_down_and_refutation_use_face_up_hands() -> None:
    view = playing("53 66 00 11", "55 64 63 51 | 65 62 61 52 | 54 20 21 50", contract="5")
    order = lay_down(view)
    assert order is not None
    hidden = playing("66 44 11 43", "55 64 63 51 | 65 62 61 52 | 54 20 21 50", contract="5")
    assert doubted(hidden) == "opponent: 53 ruffs 66"
    partners = exposing(hidden, {2: "53 00 10 22"})
    assert doubted(partners) == "partner: 53 ruffs 66"


def test_computer_accepts_a_claim_only_if_face_up_hands_prove_it() -> None:
    view = playing("55 65 54 53 52 51 66", "", contract="5")
    answering = _seen_by(view, 1, frozenset(tiles("50 64 63 62 61 60 44")))
    assert not believes(answering, 0)
    assert not believes(exposing(answering, {0: "55 65 54 53 52 51 43"}), 0)
    assert believes(exposing(answering, {0: "55 65 54 53 52 51 66"}), 0)


FAMILY = (
    ("42", {"early_stop": "none"}),
    ("42", {"preset": "house"}),
    ("84x6", {}),
    ("88", {}),
    ("moon", {}),
    ("moon4", {}),
)


def leads_of(game_id: str, options: dict[str, object], hands: int) -> Iterator[SeatView]:
    """Collect leaders' views in hands of the plain player, from the third-last lead on or later."""
    rules = load_rules(game_id, options)
    rng = Random(9)
    for hand in range(hands):
        state = apply(new_game(rules), shaken(rules, hand % rules.game.seats, rng)).game
        while state.deal is not None and (seat := state.deal.to_act) is not None:
            view = view_for(state, seat)
            if view.phase is Phase.PLAY and view.trick is not None and not view.trick.plays:
                yield view
            state = apply(state, RulesPlayer().choose(view, 1.0)).game


def can_take(view: SeatView, order: Sequence[Tile], hand: frozenset[Tile], seat: int) -> bool:
    """Return True if a seat with this hand can win a trick against these leads."""
    assert view.contract is not None
    assert view.seat is not None
    row = OVERLAYS[view.contract.kind]
    rules = view.rules
    side = rules.game.side_of(view.bidder or 0)
    reached = {hand}
    for tile in order:
        lead = PlayTile(view.seat, tile)
        led = led_suit(tile, view.contract)
        after = set()
        for held in reached:
            for reply in row.may_follow(sorted(held), lead, led, view.contract, rules):
                plays = (lead, PlayTile(seat, reply))
                if row.winner(plays, led, view.contract, rules, side) != view.seat:
                    return True
                after.add(held - {reply})
        reached = after
    return False


def holdings(view: SeatView, count: int) -> Iterator[dict[int, frozenset[Tile]]]:
    """Sample hands of the others that fit what a leader has seen."""
    assert view.contract is not None
    known = know(view)
    bins = _bins(known)
    rng = Random(count)
    for _ in range(count):
        hands = fill(list(bins.values()), known.unseen, rng)
        assert hands is not None
        dealt = zip(bins, hands, strict=True)
        yield {seat: frozenset(known.order.tiles(hand)) for seat, hand in dealt if seat >= 0}


@pytest.mark.parametrize(("game_id", "options"), FAMILY)
def test_no_holding_wins_a_trick_against_a_lay_down(
    game_id: str, options: dict[str, object]
) -> None:
    proved = 0
    for view in leads_of(game_id, options, 24):
        order = lay_down(view)
        if order is None:
            continue
        proved += len(view.hand) > 1
        assert sorted(order) == sorted(view.hand)
        for hands in holdings(view, 12):
            for seat, hand in hands.items():
                assert not can_take(view, order, hand, seat)
    assert proved > 2


def test_unproved_hand_loses_to_some_holding_with_any_lead_order() -> None:
    """With few tiles the samples cover every holding, so the proof must be complete."""
    failed = 0
    for view in leads_of("42", {"early_stop": "none"}, 40):
        if view.contract is None or not has_points(view.contract):
            continue
        if len(view.hand) > 3 or lay_down(view) is not None:
            continue
        some = list(holdings(view, 300))
        for order in permutations(view.hand):
            assert any(
                can_take(view, order, hand, seat) for hands in some for seat, hand in hands.items()
            )
        failed += 1
    assert failed > 20


def test_refuting_tile_wins_a_trick_in_some_holding() -> None:
    """The named seat holds the tile in some holding, and some reply wins the lead."""
    ruffed = beaten = 0
    for view in leads_of("42", {"early_stop": "none"}, 40):
        found = refutation(view)
        if view.contract is None or len(view.hand) > 3 or found is None:
            continue
        known = know(view)
        led, _ = _sure_and_rest(known)
        leads = [*(known.order.line[place] for place in led), found.lead]
        rest = [tile for tile in view.hand if tile not in leads]
        against = [
            hands[found.seat] for hands in holdings(view, 300) if found.tile in hands[found.seat]
        ]
        assert any(can_take(view, [*leads, *rest], hand, found.seat) for hand in against)
        ruffed = ruffed + found.ruffs
        beaten = beaten + (not found.ruffs)
    assert ruffed
    assert beaten


def test_claim_that_holds_with_open_hands_cannot_be_beaten() -> None:
    """Few valid claims are missed: only those in which one tile has to serve two suits."""
    found = 0
    missed = 0
    lost = 0
    for view in leads_of("42", {"early_stop": "none"}, 24):
        if view.contract is None or not has_points(view.contract) or len(view.hand) > 4:
            continue
        assert view.seat is not None
        order = trick_order(view.rules.game, view.contract)
        for hands in holdings(view, 6):
            held = {seat: order.mask(sorted(hand)) for seat, hand in hands.items()}
            held[view.seat] = order.mask(view.hand)
            fails = all(
                any(can_take(view, leads, hand, seat) for seat, hand in hands.items())
                for leads in permutations(view.hand)
            )
            holds = _holds(order, held, view.seat)
            assert not (holds and fails)
            found = found + holds
            missed = missed + (not holds and not fails)
            lost = lost + fails
    assert found
    assert lost
    assert missed < found / 50


def test_seat_believes_a_claim_only_if_it_holds_in_every_possible_deal() -> None:
    believed = doubted = 0
    for view in leads_of("42", {"early_stop": "none"}, 60):
        if view.contract is None or not has_points(view.contract) or len(view.hand) < 2:
            continue
        proved = lay_down(view) is not None
        for hands in holdings(view, 1):
            assert view.seat is not None
            seat = (view.seat + 1) % 4
            told = believes(_seen_by(view, seat, hands[seat]), view.seat)
            believed += told and proved
            doubted += not told
            takes = can_take(view, sorted(view.hand, reverse=True), hands[seat], seat)
            if _surely_takes(view, hands[seat]):
                assert takes
                assert not told
    assert believed
    assert doubted


def _seen_by(view: SeatView, seat: int, hand: frozenset[Tile]) -> SeatView:
    return replace(view, seat=seat, hand=tuple(sorted(hand)), legal=(), kitty=None)


def _surely_takes(view: SeatView, hand: frozenset[Tile]) -> bool:
    """Return True if a hand holds the highest trump."""
    assert view.contract is not None
    known = know(view)
    trumps = known.order.trump & (known.unseen | known.hand)
    held = known.order.mask(sorted(hand)) & known.order.trump
    return bool(held) and held.bit_length() == trumps.bit_length()
