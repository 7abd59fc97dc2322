"""A replay shows what was better, as the review judged each call and play."""

import random
from dataclasses import replace
from textwrap import wrap

import pytest

from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.hand.replay import replay_screen, shared_moment
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.layout.phone import fits_phone
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Row, Select, Text
from tests.render.samples import NAMES
from tests.screens.states.past import replay, sample_replay
from tests.screens.states.reviews import make_review, wrong_review
from texas42.ai.findings.judgments import BestContract, JudgedCall, JudgedPlay, PlayCost, Review
from texas42.engine import (
    Call,
    CallKind,
    Phase,
    PlayTile,
    Shake,
    Suit,
    apply,
    parse_tile,
    suit_contract,
)
from texas42.records.build import record_of
from texas42.records.moments import moments

from .tabling import (
    buttons_of,
    deal_next_hand,
    ids_of,
    parts_of,
    rules_of,
    text_of,
)

ROOM = 96
"""Points for text on a phone, beside a picture and four rows."""

pytestmark = pytest.mark.slow

CONTEXT = RenderContext(pictures=False)


def replay_text(
    step: int,
    review: Review | None,
    *,
    by_trick: bool = False,
    judging: bool = False,
    seat: int | None = None,
) -> str:
    place = ReplayPlace(step, by_trick, seat)
    return text_of(replay_screen(sample_replay(), place, CONTEXT, review, judging=judging))


def test_play_is_judged_with_open_hands_and_by_its_players_view():
    text = replay_text(11, make_review())
    assert "⚠ With all hands open, 2-1 sets the bid." in text
    assert "From what Bo could see, 2-1 sets the bid 50% of the time, 5-1 25%." in text
    assert "5-1" not in replay_text(12, make_review()).split("----")[0]
    assert "With all hands open, 5-4 gave nothing away." in replay_text(12, make_review())


@pytest.mark.parametrize(("step", "by_trick"), [(11, False), (12, False), (13, True)])
def test_view_of_one_seat_says_nothing_that_only_open_hands_show(step, by_trick):
    said = replay_text(step, make_review(), by_trick=by_trick, seat=1)
    assert "With all hands open" not in said
    assert ("From what Bo could see, 2-1 sets the bid" in said) is (step != 12)


def test_sampled_chances_say_about():
    (judged, _) = make_review().judged
    text = replay_text(11, make_review(judged=(replace(judged, sure=False),)))
    assert "2-1 sets the bid about 50% of the time, 5-1 about 25%." in text


def test_renege_is_named_in_the_replay_with_what_was_better():
    (judged, _) = make_review().judged
    renege = make_review(costs=(), judged=(replace(judged, renege=True),))
    text = replay_text(11, renege)
    assert "⚠ 5-1 was a renege, which loses the hand: 2-1 was better." in text
    assert "%" not in text


def test_no_player_is_blamed_for_hidden_tiles():
    (judged, _) = make_review().judged
    text = replay_text(11, make_review(judged=(replace(judged, mistake=False),)))
    assert "Bo couldn't know: from what Bo could see, 5-1 was as good." in text
    assert "mistake]" not in text
    assert "mistake)" not in text
    unjudged = replay_text(11, make_review(judged=()))
    assert "hands open, 2-1 sets" in unjudged
    assert "could see" not in unjudged


def test_trick_step_lists_only_mistakes():
    text = replay_text(13, make_review(), by_trick=True)
    assert "⚠ With all hands open, 2-1 sets the bid." in text
    assert "gave nothing away" not in text


def test_trick_step_with_two_mistakes_leaves_what_could_be_known_to_the_steps_by_play():
    usual = make_review()
    fours = PlayTile(2, parse_tile("54"))
    best = PlayTile(2, parse_tile("52"))
    two = make_review(
        costs=(usual.costs[0], PlayCost(2, fours, best, 5, decisive=False)),
        judged=(usual.judged[0], JudgedPlay(2, fours, best, 0.25, 0.5, sure=True, mistake=True)),
    )
    text = replay_text(13, two, by_trick=True)
    assert "⚠ With all hands open, 2-1 sets the bid." in text
    assert "5-4: With all hands open, 5-2 is worth 5 more points." in text
    assert "could see" not in text
    assert "could see" in replay_text(13, usual, by_trick=True)


def test_mistake_button_goes_to_the_next_mistake_and_wraps_around():
    message = replay_screen(sample_replay(), ReplayPlace(0), CONTEXT, make_review())
    assert ids_of(message, Verb.REPLAY)["11:po:mistake"]
    later = replay_screen(sample_replay(), ReplayPlace(20), CONTEXT, make_review())
    assert ids_of(later, Verb.REPLAY)["11:po:mistake"]
    there = replay_screen(sample_replay(), ReplayPlace(11, by_trick=False), CONTEXT, make_review())
    assert not ids_of(there, Verb.REPLAY)["11:po:mistake"]


@pytest.mark.parametrize("shown", [CONTEXT, RenderContext()])
def test_a_hand_without_mistakes_says_so_at_the_deal_as_the_review_does(shown):
    hand = sample_replay()
    review = make_review()
    clean = replace(review, judged=tuple(replace(one, mistake=False) for one in review.judged))
    said = "From what they could see, nobody made a mistake."
    for found, expected in ((clean, True), (review, False), (make_review(judged=()), False)):
        told = text_of(replay_screen(hand, ReplayPlace(), shown, found))
        assert (said in told) is expected
        assert (said in text_of(all_plays_screen(hand, found, 1, shown))) is expected
    assert said not in text_of(replay_screen(hand, ReplayPlace(11), shown, clean))


def test_from_a_seat_only_its_own_mistakes_count():
    hand = sample_replay()
    review = make_review()
    own, other = (
        replay_screen(hand, ReplayPlace(0, seat=seat), CONTEXT, review) for seat in (1, 2)
    )
    assert ids_of(own, Verb.REPLAY)["11:p1:mistake"]
    assert not [arg for arg in ids_of(other, Verb.REPLAY) if "mistake" in arg]
    assert "From what Cy could see, Cy made no mistake." in text_of(other)
    assert "no mistake" not in text_of(own)


def test_one_share_button_shares_the_moment_and_at_both_ends_the_whole_hand():
    def shares(step: int) -> list[tuple[str, str]]:
        place = ReplayPlace(step, by_trick=False)
        message = replay_screen(sample_replay(), place, CONTEXT, may_share=True)
        ids = [(button.label, button.component_id) for button in buttons_of(message)]
        return [(label, found.arg) for label, found in ids if found.verb is Verb.SHARE]

    assert shares(0) == shares(33) == [("Share", "")]
    assert shares(11) == [("Share", "11:po")]


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize("by_trick", [True, False])
@pytest.mark.parametrize("names", ["usual", "long"])
def test_replay_fits_a_phone_at_every_step(seat, by_trick, names):
    hand = sample_replay(NAMES[names])
    review = wrong_review()
    for step in range(len(hand.moments)):
        place = ReplayPlace(step, by_trick, seat)
        message = replay_screen(
            hand, place, RenderContext(), review, may_share=True, from_ending=True
        )
        rows = [part for part in parts_of(message) if isinstance(part, Row)]
        assert len(rows) <= 4
        assert all(fits_phone(row.items) for row in rows if not isinstance(row.items[0], Select))
        (text,) = [part.markdown for part in parts_of(message) if isinstance(part, Text)]
        lines = [(line, (43, 18) if line[:2] == "-#" else (33, 22)) for line in text.splitlines()]
        highs = [high * len(wrap(line.strip("-#* "), most)) for line, (most, high) in lines]
        assert sum(highs) <= ROOM, text


def test_running_review_is_announced_at_plays():
    assert "\n-# I'm still judging" in replay_text(11, None, judging=True)
    drawn = replay_screen(sample_replay(), ReplayPlace(11), RenderContext(), None, judging=True)
    assert "\n-# I'm still judging" in text_of(drawn)
    assert "still judging" not in replay_text(0, None, judging=True)
    assert "judging" not in replay_text(11, None)
    assert "istake" not in replay_text(11, None)


def test_pass_with_a_biddable_hand_is_a_mistake():
    bid = Call(CallKind.POINTS, 31)
    passed = JudgedCall(1, Call(CallKind.PASS), bid, suit_contract(Suit.TWOS), 0.68, mistake=True)
    fine = JudgedCall(
        2, Call(CallKind.POINTS, 30), bid, suit_contract(Suit.ONES), 0.9, mistake=False
    )
    review = make_review(calls=(passed, fine, None, None))
    assert "From what Bo could see, 31 in twos makes about 68% of the time." in replay_text(
        1, review
    )
    assert "could see" not in replay_text(2, review)
    assert "could see" not in replay_text(3, review)
    message = replay_screen(sample_replay(), ReplayPlace(0), CONTEXT, review)
    assert ids_of(message, Verb.REPLAY)["1:po:mistake"]


def test_passed_out_hand_says_what_each_side_could_have_taken():
    rules = rules_of("42", all_pass="reshake")
    game = deal_next_hand(rules, random.Random(5))
    deal = game.deal
    first = Shake(deal.shaker, deal.dealt, deal.undealt)
    passes = []
    while game.deal.phase is not Phase.OVER:
        passes.append(next(a for a in game.legal_actions() if not a.call.is_bid))
        game = apply(game, passes[-1]).game
    hand = replay(rules, moments(record_of(rules, [(first, passes)]), 1))
    best = (
        BestContract(0, 0, suit_contract(Suit.TWOS), 33),
        BestContract(1, 3, suit_contract(Suit.FIVES), 29),
    )
    bid = Call(CallKind.POINTS, 31)
    missed = JudgedCall(0, Call(CallKind.PASS), bid, suit_contract(Suit.TWOS), 0.7, mistake=True)
    review = Review(None, None, None, (), possible=best, calls=(missed, None, None, None))

    def told(step: int, found: Review | None, seat: int | None = None) -> str:
        return text_of(replay_screen(hand, ReplayPlace(step, seat=seat), CONTEXT, found))

    opened = told(4, review)
    assert "Ana and Cy: 33 in twos, if Ana bids\nBo and Di: 29 in fives, if Di bids" in opened
    assert "**With all hands open:**\n**What each side could have taken" in opened
    assert "What each side could" not in told(4, review, seat=0)
    assert "What each side could" not in told(3, review)
    assert "What each side could" not in told(4, None)
    assert "31 in twos makes about 70% of the time." in told(1, review)


def test_bid_that_usually_fails_is_a_mistake():
    bid = Call(CallKind.POINTS, 31)
    over = JudgedCall(3, bid, Call(CallKind.PASS), suit_contract(Suit.TWOS), 0.3, mistake=True)
    text = replay_text(3, make_review(calls=(None, None, over, None)))
    assert "From what Di could see, 31 makes at most about 30% of the time." in text


def test_shared_moment_names_the_sharer_and_opens_the_replay():
    place = ReplayPlace(11, by_trick=False, seat=1)
    message = shared_moment(sample_replay(), place, "*Ana*", make_review(), CONTEXT)
    text = text_of(message)
    assert "**\\*Ana\\*** shares a moment of hand 1 at Table 3:" in text
    assert "plays 5-1" in text
    assert "From what Bo could see, 2-1 sets the bid" in text
    (button,) = buttons_of(message)
    assert format_id(button.component_id) == "42:replay:k3f9q2:4:11:p1"
