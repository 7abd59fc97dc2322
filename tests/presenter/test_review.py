"""The review of a hand: one's own moments, and all plays in pages."""

from dataclasses import replace

import pytest

from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.hand.review import review_screen
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from tests.screens.states.past import replay_of, sample_replay
from tests.screens.states.reviews import BO, cost, judged, wrong_review
from texas42.ai.findings.judgments import BestContract, JudgedCall, PlayCost, Review
from texas42.engine import (
    Call,
    CallKind,
    PlayTile,
    Suit,
    parse_tile,
    suit_contract,
)

from .tabling import buttons_of, ids_of, rules_of, text_of

CONTEXT = RenderContext(pictures=False)
CREDIT = "Cy's 5-5 took the 6-4 in the last trick and made the bid."


def said_to(seat, review, **changes):
    return text_of(review_screen(sample_replay(), review, CONTEXT, own_seat=seat, **changes))


def page(number, review, seat=None):
    return text_of(all_plays_screen(sample_replay(), review, number, CONTEXT, own_seat=seat))


def test_review_without_a_solver_says_what_is_missing():
    missing = "I can't review hands here: the host hasn't installed the solver."
    assert said_to(BO, None) == missing


def test_review_is_the_three_moments_of_ones_own_that_gave_away_most_in_order():
    assert said_to(BO, wrong_review()) == (
        "### Hand 1\n"
        "**Bidding:** you passed. From what you could see, 31 in fives was worth it.\n"
        "[See it]\n"
        "**Trick 2:** you played the 5-1. From what you could see, the 2-1 was better.\n"
        "[See it]\n"
        "**Trick 5:** you played the 2-0. From what you could see, the 5-3 was better.\n"
        "[See it]\n"
        "[All plays]"
    )


def test_each_moment_is_seen_again_from_ones_own_seat():
    shown = review_screen(sample_replay(), wrong_review(), CONTEXT, own_seat=BO)
    assert list(ids_of(shown, Verb.OPEN_REPLAY)) == ["1:p1", "11:p1", "22:p1"]
    check(shown)


def test_one_who_did_nothing_wrong_sees_the_trick_that_made_the_bid():
    assert said_to(2, wrong_review()) == (
        "### Hand 1\n"
        "Your 5-5 took the 6-4 in the last trick and made the bid.\n"
        "[See it]\n"
        "[All plays]"
    )
    fine = replace(wrong_review(), judged=(judged(4, 2, "42", "42", mistake=False),))
    assert "From what you could see, you made no mistake.\n" in said_to(2, fine)


def test_spectator_sees_whose_trick_made_the_bid():
    said = said_to(None, wrong_review())
    assert said == f"### Hand 1\n{CREDIT}\n[See it]\n[All plays]"


def test_a_private_screen_never_names_its_reader():
    for seat, name in enumerate(("Ana", "Bo", "Cy", "Di")):
        texts = [said_to(seat, wrong_review())]
        texts += [page(number, wrong_review(), seat) for number in (1, 2, 3)]
        assert name not in "".join(texts)


def test_review_names_a_renege_that_lost_the_hand():
    renege = replace(judged(4, BO, "22", "21"), renege=True)
    review = Review(32, 10, made=True, costs=(), judged=(renege,))
    said = "**Trick 4:** you reneged with the 2-2. A renege loses the hand.\n"
    assert said in said_to(BO, review)
    assert "Trick 4: Bo reneged with 2-2. A renege loses the hand.\n" in page(1, review)


def test_a_bid_that_was_too_high_is_a_moment():
    thirty = Call(CallKind.POINTS, 30)
    bid = JudgedCall(2, thirty, Call(CallKind.PASS), suit_contract(Suit.FIVES), 0.1, mistake=True)
    review = Review(32, 10, made=True, costs=(), calls=(None, bid, None, None))
    said = "**Bidding:** you bid 30. From what you could see, that was too high.\n"
    assert said in said_to(2, review)
    assert "Bidding: Cy bid 30, which was too high.\n" in page(1, review)


def test_all_plays_hold_the_rest_in_pages():
    first, second, third = (page(number, wrong_review(), BO) for number in (1, 2, 3))
    assert first == (
        "### Hand 1\n"
        "**Mistakes, judged by what each player could see:**\n"
        "Bidding: you passed; 31 in fives was worth it.\n"
        "Trick 2: you played 5-1; 2-1 was better.\n"
        "Trick 3: Di played 6-2; 3-0 was better.\n"
        "Trick 4: you played 2-2; 2-0 was better.\n"
        "Trick 5: you played 2-0; 5-3 was better.\n"
        "-# Page 1 of 4\n"
        "[Back] [Next ▶]"
    )
    assert second == (
        "### Hand 1\n"
        "**Mistakes, judged by what each player could see:**\n"
        "Trick 6: you played 5-3; 5-0 was better.\n"
        "-# Page 2 of 4\n"
        "[Back] [◀ Prev] [Next ▶]"
    )
    assert third == (
        "### Hand 1\n"
        "**With all hands open:**\n"
        "Ana could have made the bid, 32 to 10.\n"
        "The costliest plays:\n"
        "Trick 2: you played 5-1; 2-1 was better. It cost 6 points. That decided the hand.\n"
        "Trick 3: Di played 6-2; 3-0 was better. It cost 4 points.\n"
        "Trick 6: you played 5-3; 5-0 was better. It cost 3 points.\n"
        "-# Nobody could know that at the table.\n"
        "-# Page 3 of 4\n"
        "[Back] [◀ Prev] [Next ▶]"
    )
    assert page(9, wrong_review(), BO) == page(4, wrong_review(), BO)
    assert "### Hand 1\n" in page(0, wrong_review())


def test_the_last_page_says_what_each_side_could_have_taken():
    assert page(4, wrong_review(), BO) == (
        "### Hand 1\n"
        "**What each side could have taken with the bid:**\n"
        "Ana and Cy: 42 in fives, if Cy bids\n"
        "You and Di: 31 in doubles, if you bid\n"
        "Di could have made nel-o.\n"
        "-# Nobody could know that at the table.\n"
        "-# Page 4 of 4\n"
        "[Back] [◀ Prev]"
    )


def test_back_from_all_plays_leads_to_the_review():
    shown = all_plays_screen(sample_replay(), wrong_review(), 1, CONTEXT)
    back, ahead = (button.component_id for button in buttons_of(shown))
    assert (back.verb, back.seq, back.arg) == (Verb.ALL_PLAYS, 4, "0")
    assert (ahead.verb, ahead.seq, ahead.arg) == (Verb.ALL_PLAYS, 4, "2")


def test_plays_that_cost_most_come_first():
    costs = (
        cost(1, 0, "11", "11", 0),
        cost(2, 1, "54", "51", 3),
        cost(3, 2, "42", "00", 10),
        cost(4, 3, "30", "33", 1, decisive=True),
    )
    said = page(1, Review(32, 10, made=True, costs=costs))
    assert [line[:8] for line in said.split("\n") if line.startswith("Trick")] == [
        "Trick 4:",
        "Trick 3:",
        "Trick 2:",
    ]


@pytest.mark.parametrize(
    ("points", "made", "said"),
    [
        ((32, 10), True, "Ana could have made the bid, 32 to 10."),
        ((31, 11), False, "Ana couldn't have made the bid: 31 to 11."),
        ((None, None), True, "Ana could have made the bid."),
        ((None, None), False, "Ana couldn't have made the bid."),
        ((None, None), None, "I couldn't find out in time whether the bid could be made."),
    ],
)
def test_best_play_is_said_with_all_hands_open(points, made, said):
    shown = page(1, Review(*points, made=made, costs=()))
    assert f"**With all hands open:**\n{said}\nNo play gave anything away.\n" in shown


def test_review_of_moon_counts_tricks():
    costs = (cost(1, 0, "11", "10", 2), cost(2, 1, "54", "51", 1))
    review = Review(5, 2, made=True, costs=costs)
    hand = replay_of(rules_of("moon"), 1)
    said = text_of(all_plays_screen(hand, review, 1, CONTEXT))
    assert "It cost 2 tricks." in said
    assert "It cost 1 trick." in said
    assert "point" not in said


def test_review_names_the_declared_suit_of_the_better_lead():
    play = PlayTile(0, parse_tile("61"))
    costs = (PlayCost(1, play, replace(play, declared=Suit.ONES), 4, decisive=False),)
    said = page(1, Review(32, 10, made=True, costs=costs))
    assert "Ana played 6-1; 6-1 as ones was better." in said


def test_unjudged_plays_are_counted_but_not_blamed():
    costs = (cost(2, 1, "54", "51", 3),)
    said = page(1, Review(None, None, made=None, costs=costs, unknown=6))
    assert "I couldn't find out in time whether the bid could be made.\n" in said
    assert "\n-# I couldn't judge 6 plays: too many ways the hand could go.\n" in said
    clean = page(1, Review(32, 10, made=True, costs=(), unknown=1))
    assert "No play I could judge gave anything away.\n-# I couldn't judge 1 play" in clean


def test_player_without_partners_is_named_once():
    hand = replay_of(rules_of("moon"), 1)
    review = Review(5, 2, True, (), possible=(BestContract(1, 1, suit_contract(Suit.ONES), 6),))
    for seat, name in ((None, "Bo"), (1, "You")):
        said = text_of(all_plays_screen(hand, review, 9, CONTEXT, own_seat=seat))
        assert f"\n{name}: 6 in ones\n" in said


def test_costs_that_nobody_could_see_are_not_mistakes():
    costs = (cost(2, 1, "54", "51", 6),)
    found = (judged(2, 1, "54", "51", mistake=False),)
    review = Review(32, 10, made=True, costs=costs, judged=found)
    assert "From what they could see, nobody made a mistake.\n" in page(1, review)
    assert "From what you could see, you made no mistake.\n" in said_to(BO, review)
