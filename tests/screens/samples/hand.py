"""Samples of finished hands: cards, replays, reviews, and the coach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.hand.cards import (
    card_in_one_line,
    forgotten_hand,
    shared_hand,
    unfinished_card_in_one_line,
)
from bot.presenter.hand.coach import (
    FROM_COACH,
    FROM_HABITS,
    back_from_habits,
    coach_id,
    game_lessons,
    habits_screen,
    looking_through,
    no_coach,
)
from bot.presenter.hand.replay import replay_screen, share_done, shared_moment
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.hand.result import result
from bot.presenter.hand.review import review_screen
from bot.tables.deals.deals import LESSON
from bot.tables.past import Habits, Replay
from tests.presenter.tabling import rules_of
from tests.render.samples import GAMES
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.coach import (
    game,
    habit,
    lesson,
    overbid_mistake,
    pass_mistake,
    play_mistake,
)
from tests.screens.states.daily import finished_replay
from tests.screens.states.past import replay_of, sample_replay
from tests.screens.states.reviews import BO, cost, judged, make_review, wrong_review
from tests.screens.states.tables import ends, in_hand, over, rare_endings
from texas42.ai.findings.judgments import Mistake, ReasonKind, Review
from texas42.ai.rules.patterns import Pattern
from texas42.engine import Suit, suit_contract

MISTAKE = 11  # the step of the sample hand that its review criticizes
PAGES = (1, 2, 3, 4)


@cache
def _random_replay(game_id: str) -> Replay:
    return replay_of(rules_of(game_id), 2)


def replays(look: Look) -> Iterator[tuple[str, Replay]]:
    """Yield finished hands of several games."""
    yield "sample", sample_replay(look.names)
    for game_id in ("42", "88", "moon", "big-game", "84x6"):
        found = _random_replay(game_id)
        seats = zip(found.table.seats, look.names, strict=False)
        named = tuple(replace(line, name=name) for line, name in seats)
        yield game_id, replace(found, table=replace(found.table, seats=named))


@cache
def _day() -> Replay:
    return finished_replay()


@samples_of(replay_screen)
def steps(look: Look) -> Iterator[Named]:
    """Yield each step of the sample hand: by trick and by play, open and as seats saw it."""
    hand = sample_replay(look.names)
    review = make_review()
    for step in range(len(hand.moments)):
        place = ReplayPlace(step, by_trick=False, seat=None if step % 2 else step % 4)
        yield f"step-{step}", replay_screen(hand, place, look.context, review, own_seat=BO)
    for step in (0, 2, 5, 9, 13, 99):
        for seat in (None, 0, 1):
            place = ReplayPlace(step, seat=seat)
            shown = replay_screen(hand, place, look.context, may_share=True, own_seat=seat)
            yield f"trick-{step}-{seat}".lower(), shown
    for origin in (FROM_COACH, f"{FROM_COACH}2", "e2", FROM_HABITS, f"{FROM_HABITS}2"):
        place = ReplayPlace(MISTAKE, by_trick=False, origin=origin)
        yield f"from-{origin}", replay_screen(hand, place, look.context, review)
    ending = replay_screen(hand, ReplayPlace(99), look.context, from_ending=True)
    yield "from-ending", ending


@samples_of(replay_screen)
def judged_steps(look: Look) -> Iterator[Named]:
    """Yield what a review says of a play, to everyone and as one seat saw it."""
    hand = sample_replay(look.names)
    for name, review in reviews():
        for seat in (None, BO):
            place = ReplayPlace(MISTAKE, by_trick=False, seat=seat)
            shown = replay_screen(hand, place, look.context, review, may_share=True)
            yield f"judged-{name}-{seat}".lower(), shown
    for step in (0, 1, 2, 3, 5, 13, 99):
        place = ReplayPlace(step, by_trick=step == 13)
        yield f"wrong-{step}", replay_screen(hand, place, look.context, wrong_review())
    for step, seat in product((8, MISTAKE, 17, 21, 29), (None, 0, BO)):
        place = ReplayPlace(step, by_trick=step == 21, seat=seat)
        shown = replay_screen(
            hand,
            place,
            look.context,
            wrong_review(),
            may_share=True,
            own_seat=0,
            from_ending=True,
        )
        yield f"with-all-{step}-{seat}".lower(), shown
    place = ReplayPlace(MISTAKE, by_trick=False)
    yield "judging", replay_screen(hand, place, look.context, judging=True)


@samples_of(replay_screen)
def replays_of_games(look: Look) -> Iterator[Named]:
    for name, hand in replays(look):
        for step in (0, 6, 11, 99):
            place = ReplayPlace(step, by_trick=False)
            yield f"{name}-{step}", replay_screen(hand, place, look.context)
    yield "day", replay_screen(_day(), ReplayPlace(9), look.context)
    lesson_hand = sample_replay(look.names)
    lesson_hand = replace(lesson_hand, table=replace(lesson_hand.table, game_no=0, deals=LESSON))
    yield "lesson", replay_screen(lesson_hand, ReplayPlace(99), look.context)


def reviews() -> Iterator[tuple[str, Review]]:
    """Yield reviews of the play at the step of the mistake: right, wrong, unsure, unknown."""
    usual = make_review()
    (found, *_) = usual.judged
    (worth, *_) = usual.costs
    yield "decisive", usual
    yield "not-solved", replace(usual, costs=())
    yield "not-judged", replace(usual, judged=())
    yield "unsure", replace(usual, judged=(replace(found, sure=False),))
    yield "renege", replace(usual, costs=(), judged=(replace(found, renege=True),))
    yield "fine", replace(usual, judged=(replace(found, mistake=False),))
    for points in (0, 1, 6, None):
        lost = replace(worth, points=points, decisive=False)
        yield f"points-{points}".lower(), replace(usual, costs=(lost,))


@samples_of(shared_moment)
def shared_moments(look: Look) -> Iterator[Named]:
    hand = sample_replay(look.names)
    for step in (0, 1, 5, MISTAKE, 99):
        for seat in (None, BO):
            place = ReplayPlace(step, by_trick=False, seat=seat)
            for name, review in (("reviewed", make_review()), ("plain", None)):
                shown = shared_moment(hand, place, look.names[0], review, look.context)
                yield f"{name}-{step}-{seat}".lower(), shown


@samples_of(share_done)
def shared(look: Look) -> Iterator[Named]:
    yield "done", share_done(look.context)


@samples_of(shared_hand)
def shared_hands(look: Look) -> Iterator[Named]:
    yield "sample", shared_hand(sample_replay(look.names), look.names[0], look.context)
    hand = dict(replays(look))["moon"]
    yield "moon", shared_hand(hand, look.names[0], look.context)


@samples_of(forgotten_hand)
def forgotten(look: Look) -> Iterator[Named]:
    for name, hand in replays(look):
        yield name, forgotten_hand(hand, look.context)


@samples_of(card_in_one_line)
def lines(look: Look) -> Iterator[Named]:
    for name, hand in replays(look):
        yield name, card_in_one_line(hand, look.context)
    won = sample_replay(look.names)
    last = won.moments[-1]
    ended = replace(last, game=replace(last.game, winner=0, total=(7, 2)))
    won = replace(won, moments=(*won.moments[:-1], ended))
    yield "won", card_in_one_line(won, look.context)


@samples_of(unfinished_card_in_one_line)
def unfinished(look: Look) -> Iterator[Named]:
    yield "told", unfinished_card_in_one_line(look.context)


@samples_of(result, GAMES)
def results(look: Look, game_id: str) -> Iterator[Named]:
    *_, (_, table, _) = in_hand(look, game_id)
    yield "over-card", result(table, look.context)


@samples_of(result)
def rare_results(look: Look) -> Iterator[Named]:
    for name, table, _ in ends(look):
        yield name, result(table, look.context)


@samples_of(result)
def game_ends(look: Look) -> Iterator[Named]:
    for game_id in GAMES:
        name, table, _ = over(look, game_id)
        yield f"{game_id}-{name}", result(table, look.context)
    for name, table, _ in rare_endings(look):
        if table.winner is not None:
            yield name, result(table, look.context)


def found_reviews() -> Iterator[tuple[str, Review | None]]:
    """Yield reviews of a whole hand."""
    yield "none", None
    yield "wrong", wrong_review()
    yield "decisive", make_review()
    yield "empty", Review(None, None, None, ())
    costs = (cost(1, 0, "11", "10", 2, decisive=True), cost(2, BO, "51", "21", 1))
    for made in (True, False, None):
        for points in ((32, 10), (None, None)):
            told = "solved" if points[0] else "special"
            name = f"{told}-{made}".lower()
            yield name, Review(*points, made=made, costs=costs, unknown=2)
            possible = wrong_review().possible
            clean = Review(*points, made=made, costs=(), possible=possible, excused=1)
            yield f"{name}-clean", clean
    one = replace(wrong_review(), judged=(judged(2, BO, "51", "21", chance=0.1),), calls=())
    yield "one-mistake", one
    yield "excused", replace(wrong_review(), excused=3)


@samples_of(review_screen)
def own_reviews(look: Look) -> Iterator[Named]:
    hand = sample_replay(look.names)
    for name, found in found_reviews():
        for seat in (None, 0, BO, 2):
            shown = review_screen(hand, found, look.context, own_seat=seat)
            yield f"{name}-{seat}".lower(), shown
    ending = review_screen(hand, wrong_review(), look.context, own_seat=BO, from_ending=True)
    yield "from-ending", ending


@samples_of(all_plays_screen)
def plays(look: Look) -> Iterator[Named]:
    hand = sample_replay(look.names)
    for name, found in found_reviews():
        if found is None:
            continue
        for page in PAGES:
            for seat in (None, BO):
                shown = all_plays_screen(hand, found, page, look.context, own_seat=seat)
                yield f"{name}-{page}-{seat}".lower(), shown


@samples_of(looking_through)
def looking(look: Look) -> Iterator[Named]:
    again = coach_id("k3f9q2", 1)
    back = back_from_habits("k3f9q2", 1, "table", look.context)
    yield "one", looking_through(1, 0, again, look.context)
    yield "many", looking_through(9, 4, again, look.context, back)


@samples_of(no_coach)
def uncoached(look: Look) -> Iterator[Named]:
    yield "told", no_coach(look.context)


def mistakes() -> Iterator[tuple[str, Mistake]]:
    """Yield mistakes of each kind."""
    overbid = overbid_mistake()
    why = replace(overbid.advice.reason, contract=suit_contract(Suit.SIXES), chance=0.64)
    yield "play", play_mistake("21", "11", "pull-trumps")
    yield "pass", pass_mistake()
    yield "overbid", replace(overbid, advice=replace(overbid.advice, reason=why))
    yield "sampled", play_mistake("21", "30", "trash", steps=6, sure=False)
    for kind in ReasonKind:
        yield f"lead-{kind}", play_mistake("61", "11", str(kind))


@samples_of(game_lessons)
def lessons(look: Look) -> Iterator[Named]:
    found = dict(mistakes())
    three = [
        lesson(replace(each, view=replace(each.view, deal_number=number)), number)
        for number, each in zip((2, 3, 6), list(found.values())[:3], strict=True)
    ]
    yield "three", game_lessons(game(*three), look.context)
    yield "at-table", game_lessons(game(*three), look.context, at_table=True)
    yield "nothing", game_lessons(game(), look.context)
    yield "nothing-at-table", game_lessons(game(), look.context, at_table=True)
    yield "nothing-in-one", game_lessons(game(asked=1, hands=1), look.context)
    yield "unfinished", game_lessons(game(hands=4), look.context)
    yield "too-slow", game_lessons(game(hands=0), look.context)
    for name, each in found.items():
        yield name, game_lessons(game(lesson(each)), look.context)


@samples_of(habits_screen)
def habits(look: Look) -> Iterator[Named]:
    passes = tuple(lesson(pass_mistake(), hand_no) for hand_no in (2, 3, 8))
    both = (habit(), habit("passes-good-hands", lessons=passes))
    yield "two", habits_screen(Habits(50, 50, both), look.context)
    yield "none", habits_screen(Habits(50, 50, ()), look.context)
    yield "few", habits_screen(Habits(50, 12, both[:1]), look.context)
    yield "no-hands", habits_screen(Habits(0, 0, ()), look.context)
    back = back_from_habits("k3f9q2", 0, "", look.context)
    yield "back-to-table", habits_screen(Habits(50, 50, both), look.context, back)
    own = back_from_habits(None, 0, "", look.context)
    yield "back-to-profile", habits_screen(Habits(50, 50, both), look.context, own)
    for pattern in Pattern:
        for marks in (1.9, 0.0):
            found = habit(pattern.value, marks=marks, points=4.2, mistakes=int(marks) or 3)
            shown = habits_screen(Habits(9, 9, (found,)), look.context)
            yield f"{pattern.value}-{'marks' if marks else 'points'}", shown
