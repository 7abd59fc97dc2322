"""What a bid can lose: the arithmetic behind the table of 002:43-57."""

import pytest

from texas42.engine import Loss, most_lost
from texas42.library import game

FORTY_TWO = game("42")
TABLE = {
    30: Loss(1, 0, 2),
    31: Loss(1, 0, 1),
    32: Loss(0, 1, 5),
    33: Loss(0, 1, 4),
    34: Loss(0, 1, 3),
    35: Loss(0, 1, 2),
    36: Loss(0, 1, 1),
    37: Loss(0, 0, 5),
    38: Loss(0, 0, 4),
    39: Loss(0, 0, 3),
    40: Loss(0, 0, 2),
    41: Loss(0, 0, 1),
    42: Loss(0, 0, 0),
}


@pytest.mark.parametrize("bid", TABLE)
def test_the_greatest_loss_is_that_of_the_printed_table(bid: int) -> None:
    assert most_lost(FORTY_TWO, bid)[0] == TABLE[bid]


@pytest.mark.parametrize("bid", range(30, 42))
def test_every_loss_still_makes_the_bid_and_one_trick_more_sets_it(bid: int) -> None:
    for loss in most_lost(FORTY_TWO, bid):
        assert loss.points(FORTY_TWO) <= 42 - bid
        if loss.tricks < 6:
            assert loss.points(FORTY_TWO) + 1 > 42 - bid


def test_only_30_and_31_survive_two_fives() -> None:
    two = {bid for bid in range(30, 42) if any(x.fives == 2 for x in most_lost(FORTY_TWO, bid))}
    assert two == {30, 31}
