"""Players draw conclusions from shown doubles and kitties, and the strong ones use them."""

from dataclasses import replace
from random import Random

import pytest

from tests.support.random_games import deal_of
from tests.support.records import HAND, PLUNGE, edit
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.engine import (
    Game,
    MakeCall,
    Phase,
    SeatView,
    Showing,
    ShowingTime,
    Shown,
    apply,
    format_action,
    format_tile,
    new_game,
    view_for,
)
from texas42.library import load_rules
from texas42.records.record import record_from_json
from texas42.records.replay import replay

pytestmark = pytest.mark.slow

PLAYS = "64 40 44 00 33 30 41 31 54 32 22 20 43 51 10 21 42 52 60 11"


def plunge(double: str, other: str, *, shown: bool) -> SeatView:
    """The partner leads with two tiles left; the bidder holds `double`, an opponent `other`."""
    tiles = sorted(["22", "33", "44", double])
    hand = {
        **PLUNGE["hands"][0],
        "deal": [
            ["44", "33", "22", double, "61", "60", "10"],
            [other, "53", "30", "21", "20", "11", "00"],
            ["64", "54", "43", "42", "41", "65", "50"],
            ["40", "32", "31", "63", "62", "52", "51"],
        ],
        "contract": "plunge 4",
        **({"shown": [{"what": "doubles", "seat": 0, "tiles": tiles}]} if shown else {}),
        "plays": PLAYS.split(),
    }
    record = edit(PLUNGE, *HAND, hand)
    return view_for(replay(record_from_json(record)), 2)


def known(view: SeatView) -> Knowledge:
    assert view.contract is not None
    return know(view)


def held(state: Knowledge, seat: int) -> set[str]:
    return set(map(format_tile, state.order.tiles(state.held[seat])))


def may_hold(state: Knowledge, seat: int) -> set[str]:
    return set(map(format_tile, state.order.tiles(state.may[seat])))


def test_bidder_holds_a_shown_double_that_was_not_played() -> None:
    state = known(plunge("66", "55", shown=True))
    assert held(state, 0) == {"66"}
    assert not {"66"} & (may_hold(state, 1) | may_hold(state, 3))
    assert state.chance(0, state.order.mask(state.order.tiles(state.held[0]))) == 1.0
    assert held(known(plunge("66", "55", shown=False)), 0) == set()


def test_bidder_does_not_hold_a_lower_double_that_was_not_shown() -> None:
    state = known(plunge("66", "55", shown=True))
    assert "55" not in may_hold(state, 0)
    assert "55" in may_hold(state, 1)
    assert "66" in may_hold(known(plunge("55", "66", shown=True)), 0)


@pytest.mark.parametrize(("double", "other", "lead"), [("66", "55", "65"), ("55", "66", "50")])
def test_expert_leads_to_the_shown_double(double: str, other: str, lead: str) -> None:
    sampled = pytest.importorskip("texas42.ai.players.sampled_player", exc_type=ImportError)
    player = sampled.SampledPlayer(sampled.Level.EXPERT)
    view = plunge(double, other, shown=True)
    assert format_action(player.choose(view, 60.0), view.rules) == lead


def eighty_eight(kitty: str, take: str, give: str, *times: str, seat: int = 1) -> SeatView:
    """The first lead of 88 by seat 0, followed by seat 1, with the kitty shown at these times."""
    aside = kitty.split()
    taken = take.split()
    given = give.split()
    left = [tile for tile in aside if tile not in taken] + given
    tiles = {"before": aside, "after": left}
    shown = [{"what": "kitty", "seat": 0, "tiles": tiles[when], "when": when} for when in times]
    rest = [f"{a}{b}" for a in range(7) for b in range(a + 1)] * 2
    first = ["66", "65", "64", "63", "62", "61", "60", "43", "42"]
    for tile in (*first, *aside):
        rest.remove(tile)
    deal = [first, *(rest[number : number + 9] for number in range(0, 45, 9))]
    record = {
        "format": "fortytwo/1",
        "game": "88",
        "hands": [
            {
                "shaker": 5,
                "deal": deal,
                "kitty": aside,
                "calls": [[0, "60 6"], *([number, "pass"] for number in range(1, 6))],
                "exchange": {"take": taken, "give": given},
                **({"shown": shown} if shown else {}),
                "plays": ["66"],
            }
        ],
    }
    return view_for(replay(record_from_json(record)), seat)


def test_kitty_shown_after_the_exchange_is_out_of_play() -> None:
    view = eighty_eight("66 21", "66", "42", "after")
    assert known(view).unseen.bit_count() == 44
    assert known(eighty_eight("66 21", "66", "42")).unseen.bit_count() == 46


def test_kitty_shown_twice_reveals_what_the_bidder_took_and_put_back() -> None:
    state = known(eighty_eight("65 21", "65", "42", "before", "after"))
    assert held(state, 0) == {"65"}
    assert state.held[0].bit_count() == 1


def test_shown_count_was_taken_and_the_number_settles_the_rest() -> None:
    assert held(known(eighty_eight("55 21", "55", "42", "before")), 0) == {"55"}
    assert held(known(eighty_eight("65 21", "65 21", "42 43", "before")), 0) == {"65", "21"}
    assert held(known(eighty_eight("65 21", "65", "42", "before")), 0) == set()
    nothing = known(eighty_eight("65 21", "", "", "before"))
    assert nothing.unseen.bit_count() == 44


def test_bidder_learns_nothing_from_their_own_shown_tiles() -> None:
    plain, shown = (
        eighty_eight("55 21", "55", "42", *times, seat=0) for times in ((), ("before", "after"))
    )
    assert known(plain).may == known(shown).may
    assert known(plain).held == known(shown).held


def late_lead(seed: int) -> Game:
    """A hand of 88 after seven random tricks, won by the first bidder."""
    rng = Random(seed)
    rules = load_rules("88")
    game = apply(new_game(rules), deal_of(rules, 5, rng)).game
    while game.deal is not None and len(game.deal.tricks) < 7:
        legal = game.legal_actions()
        if game.deal.phase is Phase.CALL:
            bids = [each for each in legal if isinstance(each, MakeCall) and each.call.is_bid]
            first = not game.deal.calls
            game = apply(game, bids[rng.randrange(7)] if first else legal[0]).game
        else:
            game = apply(game, rng.choice(legal)).game
    return game


def with_kitty(game: Game) -> Game:
    """Return the same hand with the bidder's discarded tiles shown."""
    deal = game.deal
    assert deal is not None
    assert deal.bidder is not None
    showing = Showing(Shown.KITTY, deal.bidder, deal.kitty, ShowingTime.AFTER)
    return replace(game, deal=replace(deal, shown=(showing,)))


@pytest.mark.parametrize("seed", [629, 646, 748, 855])
def test_expert_leads_a_tile_that_only_the_shown_kitty_could_beat(seed: int) -> None:
    sampled = pytest.importorskip("texas42.ai.players.sampled_player", exc_type=ImportError)
    player = sampled.SampledPlayer(sampled.Level.EXPERT)
    game = late_lead(seed)
    leads = []
    for each in (game, with_kitty(game)):
        assert each.deal is not None
        view = view_for(each, each.deal.to_act)
        play = player.choose(view, 60.0)
        state = known(view)
        place = state.order.places[play.tile]
        leads.append((play.tile, state.is_sure(place, state.order.suit_led(play.tile))))
    (before, _), (after, sure) = leads
    assert before != after
    assert sure
