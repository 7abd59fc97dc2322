"""The review of a hand with all hands open."""

import random
from dataclasses import replace

from bot.engine import (
    Call,
    CallKind,
    Contract,
    ContractKind,
    PlayTile,
    Suit,
    parse_tile,
    suit_contract,
)
from bot.presenter.hand.review import review_screen
from bot.presenter.words.render_context import RenderContext
from bot.values.findings import BestContract, JudgedCall, JudgedPlay, PlayCost, Review

from .tabling import deal_next_hand, rules_of, sample, table_of, text_of

CONTEXT = RenderContext(pictures=False)


def cost(trick, seat, tile, best, points, *, decisive=False):
    play, better = PlayTile(seat, parse_tile(tile)), PlayTile(seat, parse_tile(best))
    return PlayCost(trick, play, better, points, decisive)


def review_text(review):
    game = sample(33)
    return text_of(review_screen(table_of(game.rules, game), 4, review, CONTEXT))


def test_review_without_a_solver_says_what_is_missing():
    assert review_text(None) == "I can't review hands here: the host hasn't installed the solver."


def test_decisive_plays_come_first_then_the_costliest():
    costs = (
        cost(1, 0, "11", "11", 0),
        cost(2, 1, "54", "51", 3),
        cost(3, 2, "42", "00", 10),
        cost(4, 3, "30", "33", 1, decisive=True),
    )
    assert review_text(Review(32, 10, made=True, costs=costs)) == (
        "### Hand 1\n**With all hands open:**\n"
        "With best play Ana makes the bid, 32 to 10.\n"
        "The costliest plays:\n"
        "Trick 4: Di played 3-0; 3-3 was better. It cost 1 point. That decided the hand.\n"
        "Trick 3: Cy played 4-2; 0-0 was better. It cost 10 points.\n"
        "Trick 2: Bo played 5-4; 5-1 was better. It cost 3 points.\n"
        "-# Nobody could know that at the table."
    )


def test_review_of_a_perfect_hand():
    said = review_text(Review(None, None, made=False, costs=(cost(1, 0, "11", "11", None),)))
    assert "With best play Ana gets set.\nNo play gave anything away.\n" in said


def test_review_of_moon_counts_tricks():
    game = deal_next_hand(rules_of("moon"), random.Random(1))
    costs = (cost(1, 0, "11", "10", 2), cost(2, 1, "54", "51", 1))
    review = Review(5, 2, made=True, costs=costs)
    said = text_of(review_screen(table_of(game.rules, game), 4, review, CONTEXT))
    assert "It cost 2 tricks." in said
    assert "It cost 1 trick." in said
    assert "point" not in said


def test_review_names_the_declared_suit_of_the_better_lead():
    play = PlayTile(0, parse_tile("61"))
    costs = (PlayCost(1, play, replace(play, declared=Suit.ONES), 4, decisive=False),)
    said = review_text(Review(32, 10, made=True, costs=costs))
    assert "Ana played 6-1; 6-1 as ones was better." in said


def test_unjudged_plays_are_counted_but_not_blamed():
    costs = (cost(2, 1, "54", "51", 3),)
    said = review_text(Review(None, None, made=None, costs=costs, unknown=6))
    assert "I couldn't find out in time whether the bid could be made.\n" in said
    assert "\n-# I couldn't judge 6 plays: too many ways to go on.\n" in said
    clean = review_text(Review(32, 10, made=True, costs=(), unknown=1))
    assert "No play I could judge gave anything away.\n-# I couldn't judge 1 play" in clean


def test_review_says_what_each_side_could_have_taken():
    could = (
        BestContract(0, 2, suit_contract(Suit.FIVES), 42),
        BestContract(1, 1, suit_contract(Suit.DOUBLES), 31),
        BestContract(1, 3, Contract(ContractKind.NELLO), None),
    )
    said = review_text(Review(32, 10, made=True, costs=(), possible=could))
    assert (
        "No play gave anything away.\n"
        "**What each side could have taken with the bid:**\n"
        "Ana and Cy: 42 in fives, if Cy bids\n"
        "Bo and Di: 31 in doubles, if Bo bids\n"
        "Di could have made nel-o.\n"
        "-# Nobody could know that at the table."
    ) in said
    assert "could have taken with the bid" not in review_text(Review(32, 10, made=True, costs=()))


def test_player_without_partners_is_named_once():
    game = deal_next_hand(rules_of("moon"), random.Random(1))
    review = Review(5, 2, True, (), possible=(BestContract(1, 1, suit_contract(Suit.ONES), 6),))
    said = text_of(review_screen(table_of(game.rules, game), 4, review, CONTEXT))
    assert "\nBo: 6 in ones\n" in said


def judged(trick, seat, tile, best, *, mistake):
    play, better = PlayTile(seat, parse_tile(tile)), PlayTile(seat, parse_tile(best))
    return JudgedPlay(trick, play, better, 0.3, 0.8, sure=True, mistake=mistake)


def test_review_and_replay_name_the_same_mistakes():
    costs = (cost(2, 1, "54", "51", 6),)
    found = (judged(3, 2, "42", "00", mistake=True), judged(2, 1, "54", "51", mistake=False))
    said = review_text(Review(32, 10, made=True, costs=costs, judged=found))
    assert (
        "**Mistakes:**\n"
        "Trick 3: Cy played 4-2. By what Cy could see, 0-0 was better.\n"
        "**With all hands open:**\n"
    ) in said
    assert said.index("It cost 6 points.") > said.index("**With all hands open:**")


def test_review_does_not_say_that_nothing_cost_if_advice_did():
    fine = "No play gave anything away."
    assert fine in review_text(Review(32, 10, made=True, costs=()))
    assert fine not in review_text(Review(32, 10, made=True, costs=(), excused=1))


def test_review_names_a_renege_that_lost_the_hand():
    renege = replace(judged(3, 1, "54", "51", mistake=True), renege=True)
    said = review_text(Review(32, 10, made=True, costs=(), judged=(renege,)))
    assert "**Mistakes:**\nTrick 3: Bo reneged with 5-4. A renege loses the hand.\n" in said


def test_bidding_mistake_says_what_the_player_called():
    fives = suit_contract(Suit.FIVES)
    thirty_one = Call(CallKind.POINTS, 31)
    two_marks = Call(CallKind.MULTIPLE, 2)
    passed = JudgedCall(1, Call(CallKind.PASS), thirty_one, fives, 0.7, mistake=True)
    bid = JudgedCall(2, two_marks, thirty_one, fives, 0.1, mistake=True)
    said = review_text(Review(32, 10, made=True, costs=(), calls=(None, passed, bid)))
    assert (
        "Bidding: Bo passed. By what Bo could see, 31 in fives makes it about 70% of the time.\n"
        "Bidding: Cy bid 2 marks. By what Cy could see, 2 marks makes it about 10% of the time at "
        "most.\n"
    ) in said


def test_costs_that_nobody_could_see_are_no_mistakes():
    costs = (cost(2, 1, "54", "51", 6),)
    found = (judged(2, 1, "54", "51", mistake=False),)
    said = review_text(Review(32, 10, made=True, costs=costs, judged=found))
    assert "By what they saw, nobody made a mistake.\n" in said
