"""The coach's screens: lessons of a game, habits, and their links to replays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenter.hand.coach import (
    AT_TABLE,
    back_from_habits,
    back_from_replay,
    coach_id,
    game_lessons,
    habits_screen,
    looking_through,
    no_coach,
)
from bot.presenter.hand.ending import back_button
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import parse_replay_place
from bot.presenter.hand.result import result
from bot.presenter.panel.screen import hand_panel
from bot.presenter.people.profile import profile
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from bot.stats.views import Details, ProfileView, Standing
from bot.tables.model import Status
from bot.tables.past import Habits
from tests.screens.states.coach import (
    game,
    habit,
    lesson,
    overbid_mistake,
    pass_mistake,
    play_mistake,
)
from tests.screens.states.past import sample_replay
from texas42.ai.rules.patterns import Pattern

from .pseudo import CONTEXT as FOREIGN
from .pseudo import assert_screen_translated
from .tabling import buttons_of, ids_of, panel_at, sample, text_of

CONTEXT = RenderContext(pictures=False)


PATTERNS = [pattern.value for pattern in Pattern]


def test_lesson_has_the_better_play_its_reason_and_its_odds() -> None:
    text = text_of(game_lessons(game(lesson(play_mistake("61", "11", "pull-trumps"))), CONTEXT))
    assert "### Your game 2 at Table 3" in text
    assert "**1.** **Hand 1, trick 1:** you led the 6-1.\nBetter: Lead the 1-1." in text
    assert "It wins, and it pulls their trumps." in text
    assert "It makes the bid 81% of the time; the 6-1, 42%." in text
    assert "Judged by what you could see" in text


def test_sampled_odds_say_about_and_defenders_set_the_bid() -> None:
    mistake = play_mistake("21", "30", "trash", steps=6, sure=False)
    text = text_of(game_lessons(game(lesson(mistake)), CONTEXT))
    assert "you played the 2-1" in text
    assert "It sets them about 81% of the time; the 2-1, 42%." in text


def test_lesson_on_a_renege_names_it_and_what_the_rules_allowed() -> None:
    mistake = play_mistake("66", "21", "only-legal", steps=6)
    text = text_of(game_lessons(game(lesson(mistake)), CONTEXT))
    assert "**Hand 1, trick 1:** you reneged with the 6-6.\nBetter: Play the 2-1." in text
    assert "A renege loses the hand." in text
    assert "%" not in text


def test_lesson_on_a_pass_says_what_it_led_to() -> None:
    text = text_of(game_lessons(game(lesson(pass_mistake())), CONTEXT))
    assert (
        "**1.** **Hand 1, bidding:** you passed.\nBetter: Bid 31. In fives it makes about 71%"
        in text
    )
    assert "if you pass, their likely 30 makes about 61%." in text


def test_lesson_on_an_overbid_compares_both_bids() -> None:
    text = text_of(game_lessons(game(lesson(overbid_mistake())), CONTEXT))
    assert "**Hand 1, bidding:** you bid 2 marks.\nBetter: Bid 31." in text
    assert "2 marks makes about 7% of the time." in text


def test_each_lesson_opens_its_replay_from_the_players_seat() -> None:
    mistake = play_mistake("61", "11", "pull-trumps")
    message = game_lessons(game(lesson(mistake, 4, 6), lesson(pass_mistake(), 2, 1)), CONTEXT)
    check(message)
    ids = [button.component_id for button in buttons_of(message)]
    opened = [each for each in ids if each is not None and each.verb is Verb.REPLAY]
    assert [(each.table_id, each.seq) for each in opened] == [("k3f9q2", 4), ("k3f9q2", 2)]
    places = [parse_replay_place(each.arg) for each in opened]
    assert [(place.step, place.by_trick, place.seat) for place in places if place is not None] == [
        (6, False, mistake.view.seat),
        (1, False, pass_mistake().view.seat),
    ]


def test_coach_says_when_nothing_was_wrong() -> None:
    text = text_of(game_lessons(game(), CONTEXT))
    assert (
        "I went through your 9 hands. From what you could see, you did nothing clearly wrong."
        in text
    )
    assert not ids_of(game_lessons(game(), CONTEXT), Verb.REPLAY)
    assert "couldn't look" in text_of(game_lessons(game(hands=0), CONTEXT))
    partly = text_of(game_lessons(game(lesson(pass_mistake()), hands=5), CONTEXT))
    assert "I got through 5 of 9 hands." in partly


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_has_its_own_sentence(pattern: str) -> None:
    said = {
        each: text_of(habits_screen(Habits(50, 50, (habit(each),)), CONTEXT)) for each in PATTERNS
    }
    assert [each for each in said if said[each] == said[pattern]] == [pattern]


def test_habit_has_counts_cost_and_hands_to_replay() -> None:
    message = habits_screen(Habits(50, 50, (habit(),)), CONTEXT)
    text = text_of(message)
    assert "**You lead away from your off doubles.**" in text
    assert "You did it 9 of 12 times. 4 were mistakes, and cost about 2 marks." in text
    assert "From your newest 50 hands here" in text
    opened = [button.component_id for button in buttons_of(message)]
    hands = [each.seq for each in opened if each is not None and each.verb is Verb.REPLAY]
    assert hands == [4, 7, 9]
    both = text_of(habits_screen(Habits(50, 50, (habit(marks=0.2, points=31.0),)), CONTEXT))
    assert "cost about 1 mark and 31 points." in both


def test_habits_screen_says_when_there_is_too_little_evidence() -> None:
    assert "enough to be a habit" in text_of(habits_screen(Habits(50, 50, ()), CONTEXT))
    assert "haven't finished a hand" in text_of(habits_screen(Habits(0, 0, ()), CONTEXT))


def test_three_habits_and_three_lessons_keep_the_limits() -> None:
    three = tuple(
        habit(each, lessons=tuple(lesson(pass_mistake(), hand, first) for hand in (997, 998, 999)))
        for first, each in enumerate(PATTERNS[:3], 100)
    )
    check(habits_screen(Habits(50, 49, three), CONTEXT))
    many = (lesson(play_mistake("61", "11", "pull-trumps"), 999, number) for number in range(3))
    check(game_lessons(game(*many, hands=5), CONTEXT))


def test_running_review_shows_progress_and_a_refresh_button() -> None:
    again = coach_id("k3f9q2", 2)
    message = looking_through(14, 3, again, CONTEXT)
    assert "Looking through your 14 hands…\n-# 3 of 14 done" in text_of(message)
    assert [button.component_id for button in buttons_of(message)] == [again]
    at_table = looking_through(14, 3, again, CONTEXT, back_button("k3f9q2", CONTEXT))
    assert [button.label for button in buttons_of(at_table)] == ["Back to the table", "Look again"]
    assert "solver" in text_of(no_coach(CONTEXT))


def test_coach_is_offered_only_after_the_game() -> None:
    over = panel_at(sample(99), seat=1)
    assert not ids_of(hand_panel(over, CONTEXT), Verb.COACH)
    ended = panel_at(sample(99), seat=1, winner=0, status=Status.FINISHED, total=(7, 3))
    assert ids_of(hand_panel(ended, CONTEXT), Verb.COACH)
    for pictures in (True, False):
        card = result(ended.table, replace(CONTEXT, pictures=pictures))
        check(card)
        assert ids_of(card, Verb.COACH)


def test_coach_opened_at_the_table_leads_back_to_it() -> None:
    ended = panel_at(sample(99), 0, winner=0, status=Status.FINISHED)
    assert set(ids_of(hand_panel(ended, CONTEXT), Verb.COACH)) == {AT_TABLE}
    coach = game_lessons(game(), CONTEXT, at_table=True)
    (habits,) = (
        found for button in buttons_of(coach) if (found := button.component_id).verb is Verb.HABITS
    )
    back = [b.component_id for b in buttons_of(coach) if b.label == "Back to the table"]
    assert [(found.verb, found.table_id) for found in back if found] == [
        (Verb.HAND, game().table_id)
    ]
    assert not ids_of(game_lessons(game(), CONTEXT), Verb.HAND)
    from_coach = back_from_habits(habits.table_id, habits.seq, habits.arg, CONTEXT)
    assert from_coach.component_id == coach_id(game().table_id, game().game_no, AT_TABLE)


def test_a_mistakes_replay_leads_back_to_the_page_it_was_opened_from() -> None:
    seen = game_lessons(game(lesson(play_mistake("21", "11", "pull-trumps"), 3)), CONTEXT)
    (see,) = (b.component_id for b in buttons_of(seen) if b.label == "See 1")
    assert see is not None
    place = parse_replay_place(see.arg)
    assert place is not None
    shown = buttons_of(replay_screen(sample_replay(), place, CONTEXT, may_share=True))
    backs = [button.component_id for button in shown if button.component_id.verb is Verb.COACH]
    assert backs == [coach_id(sample_replay().table.table_id, game().game_no)]
    steps = [b.component_id for b in shown if b.component_id.verb is Verb.REPLAY]
    assert all(parse_replay_place(step.arg).origin == place.origin for step in steps if step)
    (habits,) = back_from_replay("k3f9q2", "h", CONTEXT)
    assert format_id(habits.component_id) == "42:habits:-:0"


def test_habits_lead_back_to_the_profile_or_in_older_messages_to_the_table() -> None:
    assert format_id(back_from_habits(None, 0, "", CONTEXT).component_id) == "42:profile:-:0"
    assert format_id(back_from_habits("k3f9q2", 0, "", CONTEXT).component_id) == "42:hand:k3f9q2:0"
    first, *_ = buttons_of(habits_screen(Habits(0, 0, ()), CONTEXT))
    assert (first.label, format_id(first.component_id)) == ("Back", "42:profile:-:0")


def test_habits_are_offered_only_on_ones_own_profile() -> None:
    ana = Standing(1, "Ana", games=10, wins=7, hands=80)
    own = ProfileView(1, "Ana", ana, None, ana, Details(), on_leaderboards=True)
    assert ids_of(profile(own, "Ana", CONTEXT), Verb.HABITS)
    assert not ids_of(profile(replace(own, on_leaderboards=None), "Ana", CONTEXT), Verb.HABITS)


def test_no_english_leaks_from_the_coach() -> None:
    own = play_mistake("61", "11", "pull-trumps")
    other = play_mistake("21", "30", "trash", steps=6, sure=False)
    renege = play_mistake("66", "21", "only-legal", steps=6)
    mistakes = (own, replace(own, sure=False), other, pass_mistake(), overbid_mistake(), renege)
    lessons = tuple(map(lesson, mistakes))
    for found in (game(*lessons), game(lesson(replace(other, sure=True)), hands=5), game(hands=0)):
        assert_screen_translated(game_lessons(found, FOREIGN))
    for habits in (*((habit(each, points=3.0),) for each in PATTERNS), ()):
        assert_screen_translated(habits_screen(Habits(50, 49, habits), FOREIGN))
    assert_screen_translated(habits_screen(Habits(0, 0, ()), FOREIGN))
    assert_screen_translated(looking_through(14, 3, "42:habits:-:0", FOREIGN))
    assert_screen_translated(no_coach(FOREIGN))
