"""The review of a hand: what was possible, the costliest plays first."""

from bot.engine import PlayTile, parse_tile
from bot.presenter import Look, review_screen
from bot.tables.views import PlayCost, Review

from .tabling import sample, table_of, text_of

LOOK = Look()


def cost(trick, seat, tile, best, points, *, decisive=False):
    play, better = PlayTile(seat, parse_tile(tile)), PlayTile(seat, parse_tile(best))
    return PlayCost(trick, play, better, points, decisive)


def told(review):
    game = sample(33)
    return text_of(review_screen(table_of(game.rules, game), 4, review, LOOK))


def test_without_a_solver_the_review_says_what_it_needs():
    assert told(None) == "Review needs the solver, which is not installed here."


def test_the_plays_that_decided_come_first_then_those_that_cost_most():
    costs = (
        cost(1, 0, "11", "11", 0),
        cost(2, 1, "54", "51", 3),
        cost(3, 2, "42", "00", 10),
        cost(4, 3, "30", "33", 1, decisive=True),
    )
    assert told(Review(32, 10, made=True, costs=costs)) == (
        "### Hand 4 with all dominoes face up\n"
        "With best play by all the bid is made. "
        "The bidder's side can take 32, the others 10.\n"
        "**What cost most:**\n"
        "Trick 4: Di played 3-0; 3-3 was better. It cost 1 point. It decided the hand.\n"
        "Trick 3: Cy played 4-2; 0-0 was better. It cost 10 points.\n"
        "Trick 2: Bo played 5-4; 5-1 was better. It cost 3 points.\n"
        "-# Nobody could see all this while playing."
    )


def test_a_hand_without_a_fault_is_praised():
    said = told(Review(None, None, made=False, costs=(cost(1, 0, "11", "11", None),)))
    assert "With best play by all the bid is set.\nNo play gave anything away.\n" in said
