"""Phases, turns and happenings, and actions refused outside their phase."""

import pytest

from tests.engine.support import bid_and_name, deal_in, read, run, shake, start, table
from texas42.engine import (
    PASS,
    AuctionWon,
    CallMade,
    ContractNamed,
    DealEnded,
    Exchanged,
    Game,
    GameWon,
    IllegalAction,
    MakeCall,
    NotInTurn,
    PassedOut,
    Rule,
    Shake,
    Shaken,
    TilePlayed,
    TrickTaken,
    apply,
    new_game,
)

SIXES = {1: "66 65 64 63 62 61 60"}


def happenings(game: Game, text: str) -> list[type]:
    step = apply(game, read(game, text))
    return [type(happening) for happening in step.happenings]


def test_shake_event_starts_the_deal_without_showing_hands() -> None:
    rules = table()
    step = apply(new_game(rules), shake(rules, {}, shaker=2))
    assert step.happenings == (Shaken(2),)
    assert deal_in(step.game).phase == "call"


def test_only_the_next_shaker_can_shake() -> None:
    rules = table()
    game = new_game(rules, next_shaker=1)
    with pytest.raises(IllegalAction) as caught:
        game.verify(shake(rules, {}, shaker=2))
    assert caught.value.rule is Rule.WRONG_SHAKER
    assert game.accepts(shake(rules, {}, shaker=1))
    assert not new_game(rules).accepts(shake(rules, {}, shaker=4))


def test_shake_must_deal_each_tile_of_the_set_once() -> None:
    rules = table()
    good = shake(rules, {})
    short = Shake(0, (good.hands[0][:-1], *good.hands[1:]), good.hands[0][-1:])
    twice = Shake(0, (good.hands[0], good.hands[0], *good.hands[2:]))
    for bad in (short, twice, Shake(0, good.hands[:3])):
        with pytest.raises(IllegalAction) as caught:
            apply(new_game(rules), bad)
        assert caught.value.rule is Rule.BAD_DEAL


def test_only_a_shake_is_accepted_between_deals() -> None:
    game = new_game(table())
    assert game.legal_actions() == ()
    with pytest.raises(IllegalAction) as caught:
        apply(game, MakeCall(0, PASS))
    assert caught.value.rule is Rule.WRONG_PHASE
    with pytest.raises(IllegalAction) as caught:
        apply(start(table()), shake(table(), {}))
    assert caught.value.rule is Rule.WRONG_PHASE


def test_action_out_of_turn_is_refused() -> None:
    with pytest.raises(NotInTurn) as caught:
        apply(start(table()), MakeCall(0, PASS))
    assert caught.value.data == {"seat": 0, "to_act": 1}


def test_action_of_another_phase_is_refused() -> None:
    game = bid_and_name(start(table(), SIXES), "30", None)
    with pytest.raises(IllegalAction) as caught:
        apply(game, MakeCall(1, PASS))
    assert caught.value.rule is Rule.WRONG_PHASE


def test_happenings_report_the_auction_and_the_contract() -> None:
    game = run(start(table(), SIXES), "30 pass pass")
    assert happenings(game, "pass") == [CallMade, AuctionWon]
    assert happenings(run(game, "pass"), "6") == [ContractNamed]


def test_winning_bid_with_trump_names_the_contract() -> None:
    game = run(start(table("84x8", trump_in_bid=True)), "60 0;" + "pass;" * 6)
    assert happenings(game, "pass") == [CallMade, AuctionWon, ContractNamed]


def test_happenings_report_a_passed_out_hand() -> None:
    assert happenings(run(start(table()), "pass pass pass"), "pass") == [
        CallMade,
        PassedOut,
        DealEnded,
    ]


def test_exchange_event_has_only_the_number_of_tiles() -> None:
    game = run(start(table("80"), {1: "66 66 65 65 63 63 62 62 61 61"}, "11 21"), "60")
    game = run(game, "pass pass pass")
    assert apply(game, read(game, "11/61")).happenings == (Exchanged(1, 1),)


def test_happenings_report_plays_tricks_the_end_and_the_winner() -> None:
    game = bid_and_name(start(table(), SIXES, total=(0, 6)), "30", "6")
    assert happenings(game, "66") == [TilePlayed]
    kinds: list[type] = []
    while deal_in(game).to_act is not None:
        step = apply(game, game.legal_actions()[-1])
        game = step.game
        kinds = [type(happening) for happening in step.happenings]
    assert kinds == [TilePlayed, TrickTaken, DealEnded, GameWon]
    assert game.deals_played == 1


def test_nothing_is_accepted_once_the_game_is_won() -> None:
    game = bid_and_name(start(table(), SIXES, total=(0, 6)), "30", "6")
    while deal_in(game).to_act is not None:
        game = apply(game, game.legal_actions()[-1]).game
    assert game.legal_actions() == ()
    with pytest.raises(IllegalAction) as caught:
        apply(game, shake(table(), {}, shaker=1))
    assert caught.value.rule is Rule.GAME_OVER


def test_game_resumes_from_stored_totals() -> None:
    game = new_game(table(), total=(3, 4), next_shaker=2, deals_played=9)
    assert (game.total, game.next_shaker, game.deals_played) == ((3, 4), 2, 9)
    with pytest.raises(ValueError, match="sides"):
        new_game(table(), total=(1, 2, 3))
    with pytest.raises(ValueError, match="seat"):
        new_game(table(), next_shaker=4)
