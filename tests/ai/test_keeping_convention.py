"""Which discard a computer player chooses among those that are about equal (ruling 8.25)."""

from dataclasses import replace

import pytest

from tests.ai.positions import playing
from texas42.ai.findings.judgments import ReasonKind
from texas42.ai.inference.knowledge import know
from texas42.ai.rules.discards import keep_convention
from texas42.ai.rules.explain import explain
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import PlayTile, SeatView, format_tile, parse_tile

HAND = "66 65 60 55 53 30 00"


def view_of(hand: str, plays: str = "22", contract: str = "4", **options: object) -> SeatView:
    return playing(hand, plays, contract=contract, **options)  # type: ignore[arg-type]


def chosen(view: SeatView, free: str) -> str:
    """Return the choice among these plays, best first."""
    assert view.seat is not None
    plays = [PlayTile(view.seat, parse_tile(tile)) for tile in free.split()]
    assert set(plays) <= set(view.legal)
    return format_tile(keep_convention(know(view), plays).tile)


def test_lowest_discard_shows_the_highest_double() -> None:
    assert chosen(view_of(HAND), "53 65 60 30 55 66 00") == "60"
    assert chosen(view_of(HAND), "30 53 55 66 00") == "53"


def test_double_is_thrown_if_its_next_is_held() -> None:
    """Only if no discard shows a double; the highest double first."""
    assert chosen(view_of(HAND), "30 00 66") == "66"
    assert chosen(view_of(HAND), "30 00") == "00"
    assert chosen(view_of("66 53 51 31 30 10 11"), "30 66 53") == "30"


def test_double_shown_before_is_not_shown_again() -> None:
    view = view_of("66 65 55 51 50", "44 41 43 42 | 33 60 32 31 | 22")
    assert chosen(view, "65 66 51") == "51"
    assert chosen(view, "65 66") == "65"


def test_discard_without_a_meaning_comes_before_a_false_signal() -> None:
    assert chosen(view_of("63 53 50 31 30 10 61"), "63 31 50") == "50"


def test_best_discard_is_thrown_if_every_one_would_mislead() -> None:
    assert chosen(view_of("63 53 50 31 30 10 61"), "63 31") == "63"


@pytest.mark.parametrize(
    "options",
    [
        {"indicating": False},
        {"contract": "doubles"},
        {"contract": "follow-me low", "nt_doubles": ["high", "low"]},
        {"contract": "nello own", "nello": "any", "bid": "1m"},
    ],
)
def test_best_play_is_made_where_nobody_signals(options: dict[str, object]) -> None:
    view = view_of("66 65 60 53 30 31 50", "21", **options)  # type: ignore[arg-type]
    assert chosen(view, "65 60 53") == "65"


def test_player_who_follows_suit_makes_the_best_play() -> None:
    assert chosen(view_of(HAND, "61"), "65 60 66") == "65"


def test_trump_is_not_a_signal() -> None:
    assert chosen(view_of("66 64 54 43 42 40 41", "11"), "64 54") == "64"
    assert chosen(view_of("66 64 54 63 42 40 41", "11"), "64 54 63") == "63"


def test_last_tile_signals_nothing() -> None:
    tricks = "11 21 10 31 | 61 51 41 20 | 65 60 62 63 | 44 42 43 40 | 55 50 52 53 | 33 32 30 54"
    view = playing("66", f"{tricks} | 22 64", contract="1", bid="42")
    assert explain(view, view.legal[0]).kind is ReasonKind.ONLY_LEGAL


@pytest.mark.parametrize(
    ("game", "bid", "size"), [("88", "60 4", 9), ("84x6", "60", 9), ("84x8", "60", 7)]
)
def test_convention_holds_with_several_partners(game: str, bid: str, size: int) -> None:
    hand = "66 60 55 53 30 00 63 61 10"[: 3 * size]
    view = playing(hand, "22", contract="4", game=game, bid=bid)
    assert chosen(view, "53 60 30") == "60"


def test_second_copy_of_a_double_is_its_next() -> None:
    view = playing("66 66 55 51 30 00 63 61 10", "22", contract="4", game="88", bid="60 4")
    assert chosen(view, "30 66") == "66"
    single = playing("66 33 55 51 30 00 63 61 10", "22", contract="4", game="88", bid="60 4")
    assert chosen(single, "10 66") == "10"


def test_plain_player_signals_among_plays_that_its_rules_hold_equal() -> None:
    view = view_of("66 60 53 51 31 10 61")
    without = replace(view, rules=replace(view.rules, indicating=False))
    assert RulesPlayer().choose(without, 1.0) == PlayTile(1, parse_tile("10"))
    action, reason = RulesPlayer().choose_with_reason(view)
    assert action == PlayTile(1, parse_tile("60"))
    assert reason.kind is ReasonKind.SHOW_DOUBLE


def test_explanation_says_signal_only_if_it_is_true_and_played() -> None:
    view = view_of(HAND)

    def why(tile: str, view: SeatView = view) -> ReasonKind:
        return explain(view, PlayTile(1, parse_tile(tile))).kind

    assert why("60") is ReasonKind.SHOW_DOUBLE
    assert why("66") is ReasonKind.SHOW_NEXT
    assert why("30") not in {ReasonKind.SHOW_DOUBLE, ReasonKind.SHOW_NEXT}
    for contract in ("doubles", "4"):
        rules = {"indicating": contract == "doubles"}
        silent = view_of("65 60 53 30 63 61 50", "21", contract, **rules)
        assert why("60", silent) is not ReasonKind.SHOW_DOUBLE
