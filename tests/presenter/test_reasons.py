"""Why a hand ended where it did, and why a game ended with its score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenter.hand.outcome import game_won_line, games_line, last_game_line, score_line
from bot.presenter.hand.reasons import early_line, forced_line, game_line
from bot.presenter.table.board import table_screen
from bot.presenter.table.scene import Scene
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Status
from texas42.engine import Call, CallKind, ContractKind, Ended, Game, SeatView

from .tabling import act, panel_of, rules_of, sample, states, table_of, text_of

DRAWN = RenderContext()
END = 5 + 28


def scene_of(game: Game, **changes: object) -> Scene:
    return Scene.of(replace(table_of(game.rules, game), **changes), DRAWN)  # type: ignore[arg-type]


def over(game_id: str, ended: Ended, **options: object) -> list[Game]:
    """List finished hands of random deals that ended like this."""
    rules = rules_of(game_id, **options)
    found = []
    for seed in range(60):
        for game in states(rules, seed, hands=1):
            result = game.deal.result
            if result is not None and result.ended is ended:
                found.append(game)
    assert found
    return found


def stopped(ended: Ended, tricks: int) -> SeatView:
    """Build the public view of the sample hand, as if it had ended after so many tricks."""
    view = scene_of(sample(END, early_stop="none")).view
    assert view.result is not None
    return replace(view, tricks=view.tricks[:tricks], result=replace(view.result, ended=ended))


@pytest.mark.parametrize("ended", [Ended.MADE, Ended.SET])
def test_a_hand_that_was_decided_early_says_with_how_many_tricks_to_go(ended):
    scene = scene_of(sample(END))
    for tricks, left in ((5, "2 tricks"), (6, "1 trick")):
        hand = stopped(ended, tricks)
        said = f"The hand was decided with {left} to go."
        assert early_line(replace(scene, hand=hand)) == said
    assert not early_line(replace(scene, hand=stopped(Ended.PLAYED_OUT, 7)))
    laid_down = replace(scene.table, claimed=0)
    assert not early_line(replace(scene, table=laid_down, hand=stopped(ended, 5)))


def test_a_bid_for_every_trick_ends_with_the_first_one_lost():
    games = [game for game in over("42", Ended.SET) if scene_of(game).view.needed is None]
    said = "The hand ended with the first trick lost."
    assert {early_line(scene_of(game)) for game in games} == {said}


def test_a_nello_ends_with_the_first_trick_caught():
    games = over("42", Ended.SET, nello="any", nello_doubles=["low"])
    low = [g for g in games if scene_of(g).view.contract.kind is ContractKind.NELLO]
    said = "The hand ended with the first trick caught."
    assert {early_line(scene_of(game)) for game in low} == {said}


def bid_by(*calls: str, **options: object) -> Game:
    """Play the sample hand's auction with these calls; Bo, Cy and Di call before Ana."""
    game = sample(0, **options)
    for call in calls:
        game = act(game, call)
    return game


def test_a_forced_bid_says_that_everyone_else_had_passed():
    game = bid_by("pass", "pass", "pass", "30", all_pass="forced30")
    table = table_of(game.rules, game)
    assert forced_line(scene_of(game)) == "Everyone else passed, so Ana had to bid."
    own = Scene.of(table, DRAWN, panel_of(table, game, 0).view)
    assert forced_line(own) == "Everyone else passed, so you had to bid."
    partner = Scene.of(table, DRAWN, panel_of(table, game, 2).view)
    assert forced_line(partner) == "Everyone else passed, so Ana had to bid."


def test_a_bid_that_was_chosen_is_not_called_forced():
    for game in (
        bid_by("pass", "30", "pass", "pass", all_pass="forced30"),
        bid_by("pass", "pass", "pass", "30", all_pass="reshake"),
    ):
        assert not forced_line(scene_of(game))


@pytest.mark.parametrize(
    ("total", "line", "reason"),
    [
        ((5, 6), "Marks: Ana and Cy 5 · Bo and Di 6 (to 7)", ""),
        (
            (7, 7),
            "Marks: Ana and Cy 7 · Bo and Di 7 (two ahead wins)",
            "You have to win by two.",
        ),
        (
            (8, 6),
            "Marks: Ana and Cy 8 · Bo and Di 6 (two ahead wins)",
            "You have to win by two.",
        ),
        ((8, 3), "Marks: Ana and Cy 8 · Bo and Di 3 (to 7)", ""),
    ],
)
def test_near_the_end_two_ahead_wins(total, line, reason):
    game = sample(END, win_by_two=True)
    scene = scene_of(game, total=total, winner=0)
    assert score_line(scene) == line
    assert game_line(scene) == reason


@pytest.mark.parametrize(
    ("tie", "total", "who"),
    [
        ("bidder", (255, 260), "The bidder made it and wins."),
        ("higher", (260, 255), "The higher score wins."),
        ("higher", (255, 255), "The bidder made it and wins."),
    ],
)
def test_both_over_250_says_what_wins(tie, total, who):
    game = sample(END, scoring="points", tie_250=tie)
    said = f"Both sides reached 250. {who}"
    assert game_line(scene_of(game, total=total, winner=0)) == said
    assert not game_line(scene_of(game, total=(255, 240), winner=0))


def test_a_bid_of_the_game_says_so():
    game = sample(END)
    scene = scene_of(game, total=(7, 3), winner=0)
    view = replace(scene.view, bid=Call(CallKind.GAME))
    said = game_line(replace(scene, hand=view))
    assert said == "That bid was for the whole game."


@pytest.mark.parametrize("pictures", [True, False])
def test_a_matchs_end_counts_games_and_sets_the_last_ones_marks_apart(pictures):
    game = sample(END, target=1)
    rules = replace(game.rules, game=replace(game.rules.game, best_of=3))
    game = replace(game, rules=rules)
    between = replace(table_of(rules, game), status=Status.BETWEEN, wins=(1, 1))
    over = replace(between, status=Status.FINISHED, wins=(2, 1))
    scene = Scene.of(over, DRAWN)
    assert game_won_line(scene) == "Ana and Cy win the match, 2 games to 1."
    assert last_game_line(scene) == "Last game: Ana and Cy 1 · Bo and Di 0"
    assert not games_line(scene)
    assert not last_game_line(Scene.of(between, DRAWN))
    shown = text_of(table_screen(over, RenderContext(pictures=pictures)))
    assert shown.count("Last game: ") == 1
    assert "Marks: " not in shown
