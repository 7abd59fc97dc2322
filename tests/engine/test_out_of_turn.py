"""Acts out of turn: asking for the doubles, showing the kitty, choosing the next shaker."""

import random

import pytest

from tests.engine.support import deal_in, finish, run, start, table, tiles
from texas42.engine import (
    AskDoubles,
    ChooseShaker,
    Game,
    IllegalAction,
    OutOfTurn,
    Phase,
    Rule,
    Showing,
    ShowingTime,
    ShowKitty,
    Shown,
    TilesShown,
    apply_out_of_turn,
    drawing_seats,
    format_out_of_turn,
    kitty_to_show,
    legal_out_of_turn,
    parse_out_of_turn,
    seats_asking,
    shaker_choices,
    show,
    unchosen_shaker,
    view_for,
    wants_doubles,
)

HOUSE = table(preset="house")
PLUNGER = {1: "66 55 44 33 22 61 60"}
"""Five doubles with the bidder, who shows four."""
LOWEST = Showing(Shown.DOUBLES, 1, tiles("22 33 44 55"))


def after(game: Game, action: OutOfTurn) -> Game:
    return apply_out_of_turn(game, action).game


def refused(rule: Rule, game: Game, action: OutOfTurn) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply_out_of_turn(game, action)
    assert caught.value.rule is rule


def plunged(game: Game) -> Game:
    """The partner is to name the suit of the first bidder's plunge."""
    return run(game, "plunge 4m; pass; pass; pass")


# 8.23 The doubles


def test_each_opponent_may_ask_from_the_plunge_to_the_first_lead() -> None:
    game = start(HOUSE, PLUNGER)
    assert seats_asking(deal_in(game)) == ()
    game = run(game, "plunge 4m;")
    assert seats_asking(deal_in(game)) == (0, 2)
    game = run(game, "pass; pass; pass")
    assert seats_asking(deal_in(game)) == (0, 2)
    named = run(game, "plunge 6;")
    assert seats_asking(deal_in(named)) == (0, 2)
    assert legal_out_of_turn(named, 0) == (AskDoubles(0),)
    assert legal_out_of_turn(named, 1) == ()
    led = run(named, str(named.legal_actions()[0].tile).replace("-", ""))  # type: ignore[union-attr]
    assert seats_asking(deal_in(led)) == ()
    refused(Rule.CANNOT_SHOW, led, AskDoubles(0))
    refused(Rule.CANNOT_SHOW, named, AskDoubles(3))
    refused(Rule.CANNOT_SHOW, named, AskDoubles(1))


def test_exactly_four_doubles_are_shown_those_with_the_fewest_pips_to_all() -> None:
    named = run(plunged(start(HOUSE, PLUNGER)), "plunge 6;")
    step = apply_out_of_turn(named, AskDoubles(2))
    assert step.happenings == (TilesShown(LOWEST),)
    for seat in (None, 0, 1, 2, 3):
        assert view_for(step.game, seat).shown == (LOWEST,)
        assert view_for(named, seat).shown == ()
    refused(Rule.CANNOT_SHOW, step.game, AskDoubles(0))
    assert deal_in(step.game).to_act == deal_in(named).to_act


def test_a_splash_shows_three() -> None:
    game = run(start(HOUSE, {1: "66 55 44 33 22 61 60"}), "2m; pass; pass; pass; splash; splash 6;")
    assert deal_in(after(game, AskDoubles(0))).shown[0].tiles == tiles("22 33 44")


def test_a_question_before_the_naming_counts_at_the_naming() -> None:
    game = after(plunged(start(HOUSE, PLUNGER)), AskDoubles(0))
    assert deal_in(game).shown == ()
    assert seats_asking(deal_in(game)) == ()
    assert deal_in(run(game, "plunge 6;")).shown == (LOWEST,)


def test_a_question_falls_with_the_plunge_that_is_outbid() -> None:
    game = after(run(start(HOUSE, PLUNGER), "plunge 4m;"), AskDoubles(2))
    game = run(game, "5m; pass; pass; 6;")
    assert deal_in(game).phase is Phase.PLAY
    assert (deal_in(game).asked, deal_in(game).shown) == (False, ())


def test_nothing_is_shown_where_the_table_does_not_play_it_or_nobody_plunged() -> None:
    silent = run(plunged(start(table(preset="house", show_doubles=False), PLUNGER)), "plunge 6;")
    assert seats_asking(deal_in(silent)) == ()
    refused(Rule.CANNOT_SHOW, silent, AskDoubles(0))
    plain = run(start(HOUSE, PLUNGER), "30 pass pass pass 6")
    refused(Rule.CANNOT_SHOW, plain, AskDoubles(0))


def test_a_computer_asks_unless_it_can_deduce_every_tile() -> None:
    hands = {1: "66 55 44 33 61 60 50", 2: "22 11 00 10 20 21 30"}
    named = run(plunged(start(HOUSE, hands)), "plunge 6;")
    assert not wants_doubles(deal_in(named), 2)
    assert wants_doubles(deal_in(named), 0)
    assert not wants_doubles(deal_in(named), 3)
    assert not wants_doubles(deal_in(after(named, AskDoubles(0))), 0)


# 8.24 The kitty of 88

EIGHTY_EIGHT = table("88")
DEALT = {1: "66 66 65 64 63 62 61 60 54"}


def bid_88(rules: object = EIGHTY_EIGHT) -> Game:
    return run(start(EIGHTY_EIGHT, DEALT, "55 21"), "60 6; pass; pass; pass; pass; pass")


def test_the_bidder_may_show_the_kitty_before_and_after_the_exchange() -> None:
    game = bid_88()
    refused(Rule.CANNOT_SHOW, game, ShowKitty(2))
    assert legal_out_of_turn(game, 1) == (ShowKitty(1),)
    game = after(game, ShowKitty(1))
    before = Showing(Shown.KITTY, 1, tiles("55 21"), ShowingTime.BEFORE)
    assert view_for(game, 4).shown == (before,)
    refused(Rule.CANNOT_SHOW, game, ShowKitty(1))
    game = after(run(game, "55/54;"), ShowKitty(1))
    left = Showing(Shown.KITTY, 1, tiles("54 21"), ShowingTime.AFTER)
    assert view_for(game, None).shown == (before, left)
    refused(Rule.CANNOT_SHOW, game, ShowKitty(1))


def test_after_the_first_lead_no_kitty_is_shown() -> None:
    game = run(bid_88(), "55/54; 66;")
    assert kitty_to_show(deal_in(game)) is None
    refused(Rule.CANNOT_SHOW, game, ShowKitty(1))


@pytest.mark.parametrize("name", ["80", "79", "84x6"])
def test_no_other_game_shows_its_kitty(name: str) -> None:
    game = start(table(name))
    least = game.rules.game.min_bid
    game = run(game, f"{least} " + "pass " * (game.rules.game.seats - 1))
    assert deal_in(game).phase is Phase.EXCHANGE
    refused(Rule.CANNOT_SHOW, game, ShowKitty(1))


def test_a_record_shows_before_first_and_each_once() -> None:
    game = run(bid_88(), "55/54;")
    before = Showing(Shown.KITTY, 1, tiles("55 21"), ShowingTime.BEFORE)
    left = Showing(Shown.KITTY, 1, tiles("54 21"), ShowingTime.AFTER)
    assert show(show(game, before).game, left).game.deal.shown == (before, left)  # type: ignore[union-attr]
    for first, second in ((left, before), (before, before), (left, left)):
        with pytest.raises(IllegalAction):
            show(show(game, first).game, second)
    with pytest.raises(IllegalAction):
        show(game, Showing(Shown.KITTY, 1, tiles("54 21"), ShowingTime.BEFORE))


# 8.20 The next shaker


def won(way: str) -> Game:
    rules = table(next_game_shaker=way, target=1)
    game = finish(start(rules, {1: "66 65 64 63 62 61 60"}), random.Random(1))
    assert game.winner is not None
    return game


def test_the_winners_choose_one_of_themselves_once() -> None:
    game = won("winner-choice")
    seats = shaker_choices(game)
    assert seats == ((0, 2) if game.winner == 0 else (1, 3))
    loser = (seats[0] + 1) % 4
    refused(Rule.CANNOT_CHOOSE_SHAKER, game, ChooseShaker(loser, seats[0]))
    refused(Rule.CANNOT_CHOOSE_SHAKER, game, ChooseShaker(seats[0], loser))
    chosen = after(game, ChooseShaker(seats[0], seats[1]))
    assert chosen.next_shaker == seats[1]
    refused(Rule.CANNOT_CHOOSE_SHAKER, chosen, ChooseShaker(seats[1], seats[0]))


def test_winners_who_do_not_choose_leave_it_to_the_first_of_them() -> None:
    game = won("winner-choice")
    plain = won("winner")
    assert game.next_shaker is None
    assert unchosen_shaker(game) == plain.next_shaker
    assert not shaker_choices(plain)


def test_the_losers_draw_and_with_draw_all() -> None:
    game = won("loser-draw")
    assert game.next_shaker is None
    assert drawing_seats(game) == ((1, 3) if game.winner == 0 else (0, 2))
    assert drawing_seats(won("draw")) == (0, 1, 2, 3)
    assert drawing_seats(won("winner-choice")) == ()


@pytest.mark.parametrize("action", [AskDoubles(2), ShowKitty(0), ChooseShaker(1, 3)])
def test_a_stored_action_is_read_back(action: OutOfTurn) -> None:
    assert parse_out_of_turn(format_out_of_turn(action), action.seat) == action
