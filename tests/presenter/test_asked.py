"""Typed questions of "What would you bid?", the picker, the answer and the vote."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.asked.choices import MOST, choices
from bot.presenter.asked.answer import answer_screen, bid_lines
from bot.presenter.asked.buttons import AskedHand, parse_asked_hand
from bot.presenter.asked.draft import BidDraft, parse_draft, read_draft
from bot.presenter.asked.picking import picking_screen
from bot.presenter.asked.seats import ahead, words_around
from bot.presenter.asked.vote import closed_vote, open_vote
from bot.presenter.refusals import sentence
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.language import Words
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message, Picture
from bot.publisher.calls.convert import check
from bot.render import AskedPicture, render_picture
from tests.screens.states.asked import RULES, SIXES, VOTE, answer, typed
from texas42.ai.findings.bid_chances import BadQuestion, BidQuestion, QuestionFault
from texas42.engine import (
    IllegalAction,
    MakeCall,
    NotationError,
    format_call,
    parse_call,
    parse_contract,
    view_for,
)
from texas42.library import load_rules, presets

from .tabling import ids_of, parts_of, sample, selects_of, text_of

WORDS = RenderContext()
IN_WORDS = RenderContext(pictures=False)


@pytest.mark.parametrize(
    "hand",
    [SIXES, "6-6, 6-5, 6-4, 6-3, 6-2, 6-1, 6-0", "66,56,46,36,26,16,06", "66656463626160"],
)
def test_hand_is_read_however_it_is_typed(hand: str) -> None:
    assert typed(hand).question(RULES) == typed().question(RULES)


@pytest.mark.parametrize("calls", ["pass, 31", "pass 31", "Pass; 31", "p,31 points"])
def test_calls_are_read_in_order(calls: str) -> None:
    assert typed(calls=calls).calls == ("pass", "31")


def test_marks_and_score_are_read() -> None:
    draft = typed(calls="1 mark, 2m", score="3 - 2")
    assert (draft.calls, draft.total) == (("1m", "2m"), (3, 2))


@pytest.mark.parametrize(
    ("calls", "score", "problem"),
    [
        ("hello", "", QuestionFault.NO_CALL),
        ("pass pass pass pass", "", QuestionFault.TOO_MANY_CALLS),
        ("", "three", QuestionFault.SCORE),
    ],
)
def test_nonsense_is_refused_in_a_sentence(calls: str, score: str, problem: QuestionFault) -> None:
    with pytest.raises(BadQuestion) as refused:
        typed(calls=calls, score=score)
    assert refused.value.problem is problem
    assert sentence(refused.value, RenderContext()).endswith(".")


def test_call_that_is_too_low_is_refused() -> None:
    with pytest.raises(IllegalAction):
        typed(calls="31, 30")


def test_typed_text_is_bounded_and_escaped_in_a_refusal() -> None:
    said = sentence(
        BadQuestion(QuestionFault.NO_DOMINO, "**<@1>** https://x.y " * 9), RenderContext()
    )
    assert len(said) < 200
    assert "<@1>" not in said
    assert "https://" not in said


def test_question_survives_in_the_id_of_a_button() -> None:
    draft = typed(calls="pass, 31", score="3-2")
    assert parse_draft(draft.arg()) == draft
    assert parse_draft(BidDraft().arg()) == BidDraft()
    for arg in ("", "66/", "99//0-0", "66" * 8 + "//0-0", "66//0"):
        assert parse_draft(arg) is None


def test_picker_offers_every_domino_once_and_puts_picked_ones_back() -> None:
    draft = typed("66 10")
    message = picking_screen(draft, RULES, WORDS)
    check(message)
    high, low, calls = selects_of(message)
    drafts = [parse_draft(option.value) for option in (*high.options, *low.options)]
    assert len(drafts) == 28
    assert sorted(len(each.tiles) for each in drafts if each) == [1, 1] + [3] * 26
    assert [parse_draft(option.value).calls for option in calls.options[:3]] == [  # type: ignore[union-attr]
        *((), ("pass",), ("30",))
    ]
    assert "Pick 5 more dominoes." in text_of(message)


@pytest.mark.parametrize("context", [WORDS, IN_WORDS])
def test_answer_says_what_to_bid_and_why_in_two_sentences(context: RenderContext) -> None:
    message = answer_screen(answer(), context)
    check(message)
    assert (
        "**Bid 35: I'd make it in sixes about 80% of the time.** "
        "You hold seven sixes with the double and no offs." in text_of(message)
    )


def test_pass_names_the_lowest_bid_and_its_chance() -> None:
    message = answer_screen(answer("pass, 31", "pass"), IN_WORDS)
    assert "Pass: 32 in sixes makes only about 80% of the time." in text_of(message)


def test_picture_rings_the_experts_bid_and_shows_the_hand() -> None:
    (picture,) = [
        part for part in parts_of(answer_screen(answer(), WORDS)) if isinstance(part, Picture)
    ]
    drawing = picture.drawing
    assert isinstance(drawing, AskedPicture)
    labels = ["30", "31", "32", "34", "35", "36", "1 mark", "2 marks"]
    assert [bid.label for bid in drawing.bids] == labels
    assert [bid.label for bid in drawing.bids if bid.ringed] == ["35"]
    assert len(drawing.tiles) == 7
    assert render_picture(drawing)
    assert picture.alt.startswith("Hand: 6-6, 6-5")


def test_answer_lists_only_bids_that_are_still_legal() -> None:
    listed = list(bid_lines(answer("pass, 31"), IN_WORDS))
    assert listed == ["32", "34", "35", "36", "1m", "2m"]


def heard(message: Message) -> str:
    """Join the text of a message and the alt texts of its pictures."""
    alts = [part.alt for part in parts_of(message) if isinstance(part, Picture)]
    return " ".join([text_of(message), *alts])


@pytest.mark.parametrize("context", [WORDS, IN_WORDS])
def test_open_vote_tells_how_many_have_voted_and_not_for_what(context: RenderContext) -> None:
    found = answer("pass, 31")
    first = open_vote(replace(VOTE, counts={"pass": 2, "34": 1}), found.view, context)
    second = open_vote(replace(VOTE, counts={"35": 3}), found.view, context)
    check(first)
    assert first == second
    assert "3 people have voted." in heard(first)
    assert "%" not in heard(first)
    for picture in (part for part in parts_of(first) if isinstance(part, Picture)):
        assert render_picture(picture.drawing)
    alone = open_vote(replace(VOTE, counts={"34": 1}), found.view, context)
    assert "1 person has voted." in heard(alone)
    assert "Nobody has voted yet." in heard(open_vote(VOTE, found.view, context))


def test_open_vote_lists_every_legal_call_whatever_the_expert_bids() -> None:
    """The list of a hand that should bid 35 used to lack 35."""
    found = answer("pass, 31")
    (listed,) = selects_of(open_vote(VOTE, found.view, WORDS))
    values = [option.value for option in listed.options]
    assert values == ["pass", *map(str, range(32, 42)), "1m", "2m"]
    assert format_id(listed.component_id) == "42:vote:abcdef0123:0"


@pytest.mark.parametrize("preset", [each.name for each in presets("42")])
def test_legal_calls_of_every_preset_fit_in_one_list(preset: str) -> None:
    rules = load_rules("42", {"preset": preset})
    hand = rules.game.tiles[-7:]
    for typed_calls in ([], ["30"], ["pass", "1m"], ["1m", "2m"]):
        try:
            calls = [parse_call(text, rules) for text in typed_calls]
            view = BidQuestion.of(rules, hand, calls).view()
        except (IllegalAction, NotationError):  # this preset knows no such bid
            continue
        legal = [each for each in view.legal if isinstance(each, MakeCall)]
        assert 1 <= len(legal) <= MOST
        assert choices(view) == tuple(format_call(each.call, rules) for each in legal)


@pytest.mark.parametrize("context", [WORDS, IN_WORDS])
def test_closed_vote_shows_votes_beside_the_experts_answer(context: RenderContext) -> None:
    found = answer("pass, 31")
    vote = replace(VOTE, counts={"pass": 2, "33": 1}, closed=True)
    message = closed_vote(vote, found.view, found, context)
    check(message)
    said = heard(message)
    assert "Pass: 2 votes" in said
    assert "33: 80% sixes · 1 vote" in said
    assert "Bid 35" in said
    assert "Pass: 0 votes" in heard(
        closed_vote(replace(vote, counts={}), found.view, found, context)
    )
    assert not selects_of(message)
    assert not ids_of(message, Verb.CLOSE_VOTE)


def test_picture_of_a_closed_vote_has_room_for_the_expert_and_the_most_chosen() -> None:
    found = answer("pass", "41")
    counts = {"pass": 5} | {str(bid): bid - 29 for bid in range(30, 41)}
    message = closed_vote(replace(VOTE, counts=counts, closed=True), found.view, found, WORDS)
    check(message)
    (picture,) = [part for part in parts_of(message) if isinstance(part, Picture)]
    assert isinstance(picture.drawing, AskedPicture)
    drawn = [bid.label for bid in picture.drawing.bids]
    assert drawn == ["Pass", *map(str, range(34, 42))]
    assert [bid.label for bid in picture.drawing.bids if bid.ringed] == ["41"]
    assert all(f"{bid}: " in picture.alt for bid in range(30, 42))


def test_vote_without_computer_players_ends_with_the_counts() -> None:
    found = answer()
    message = closed_vote(replace(VOTE, counts={"30": 1}, closed=True), found.view, None, IN_WORDS)
    check(message)
    assert "30: 1 vote" in text_of(message)


def test_moment_of_a_hand_survives_in_the_id_of_a_button() -> None:
    for asked in (AskedHand(0), AskedHand(3), AskedHand(step=17)):
        assert parse_asked_hand(asked.arg()) == asked
    for arg in ("", "bid-4", "play-", "bid-x"):
        assert parse_asked_hand(arg) is None


def test_calls_are_shown_where_their_players_sit() -> None:
    view = typed(calls="pass, 31").question(RULES).view()
    assert words_around(view, WORDS) == ("", "Partner pass", "Right 31")
    assert ahead(view) == 2
    alone = typed().question(RULES).view()
    assert words_around(alone, WORDS) == ("", "", "")
    assert ahead(alone) is None


def test_plays_are_shown_where_their_players_sit() -> None:
    game = sample(12)
    view = view_for(game, game.deal.to_act)  # type: ignore[union-attr]
    assert words_around(view, WORDS) == ("Left led 6-1", "Partner 5-1", "Right 5-4")
    assert ahead(view) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"low_no": True}, "At exactly one mark: nel-o 90%."),
        ({"nello": "any"}, "At a mark or more: nel-o 90%."),
    ],
)
def test_low_no_is_listed_at_exactly_one_mark(options: dict[str, object], said: str) -> None:
    """Ruling 8.5."""
    rules = load_rules("42", options)
    draft = read_draft("10 20 21 30 31 32 40", "pass pass pass", "", rules, Words())
    special = {parse_contract("nello own", rules): 0.9}
    found = replace(answer(), view=draft.question(rules).view(), special=special)
    assert said in text_of(answer_screen(found, IN_WORDS)).replace("**", "")
