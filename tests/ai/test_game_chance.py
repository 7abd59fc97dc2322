"""The chance to win a game from its score."""

from tests.ai.positions import calling
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.valuation.win_probability import stakes, win_chance
from texas42.engine import MakeCall


def test_even_score_gives_even_chances() -> None:
    assert win_chance(7, 7) == 0.5
    assert win_chance(1, 7) + win_chance(7, 1) == 1.0
    assert win_chance(0, 3) == 1.0
    assert win_chance(3, 0) == 0.0


def test_one_mark_at_even_score_is_worth_one() -> None:
    gain, loss = stakes(7, 7, 1)
    assert round(gain, 9) == round(loss, 9) == 1.0


def test_marks_beyond_the_target_add_no_value() -> None:
    one = stakes(1, 7, 1)
    two = stakes(1, 7, 2)
    assert one[0] == two[0]
    assert two[1] > one[1]


def test_side_on_six_does_not_risk_two_marks_for_one() -> None:
    hand = "66 65 64 63 55 44 42"
    even = RulesPlayer().choose(calling(hand), 1.0)
    ahead = RulesPlayer().choose(calling(hand, total=(6, 6)), 1.0)
    assert isinstance(even, MakeCall)
    assert isinstance(ahead, MakeCall)
    assert even.call.multiple == 2
    assert ahead.call.multiple <= 1
