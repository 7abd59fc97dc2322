"""The coach's screens: your costliest mistakes in a game, and habits over many hands."""

from __future__ import annotations

from bot.tables.past import GameLessons, Habit, Habits, Lesson
from texas42.ai.findings.judgments import Mistake
from texas42.engine import Call, MakeCall, PlayTile

from ..panel.hints import coached_text
from ..table.front_door import back_to
from ..table.scene import Scene
from ..words.bids import call_name
from ..words.ids import ComponentId, Verb
from ..words.parts import capital, framed, lines, note, small
from ..words.render_context import RenderContext, play_text
from ..words.spec import Button, Message, Part, Row, Text
from ..words.tables import called
from .ending import back_button
from .replay_place import ReplayPlace

AT_TABLE = "table"
FROM_COACH = "c"
FROM_ENDING = "e"
FROM_HABITS = "h"
"""The origins of a replay; the first two with the number of the game."""


def coach_button(scene: Scene) -> tuple[Button, ...]:
    """Build the button of the coach, if a game of the table has just ended."""
    if scene.table.winner is None:
        return ()
    component_id = coach_id(scene.table.table_id, scene.table.game_no, AT_TABLE)
    return (Button(scene.say("Coach"), component_id),)


def habits_button(
    context: RenderContext, table_id: str | None = None, game_no: int = 0, opened: str = ""
) -> Button:
    """Build the button that analyzes the player's habits; see `habits_id`."""
    return Button(context.say("Habits"), habits_id(table_id, game_no, opened))


def habits_id(table_id: str | None, game_no: int, opened: str) -> ComponentId:
    """Format the id of the habits: with the coach's page of a game, if Back leads there."""
    return ComponentId(Verb.HABITS, table_id, game_no, opened)


def back_from_habits(
    table_id: str | None, game_no: int, opened: str, context: RenderContext
) -> Button:
    """Build the button back to the coach's page of a game, to a table, or to the profile."""
    if table_id is None:
        return back_to(ComponentId(Verb.PROFILE), context)
    if not game_no:
        return back_button(table_id, context)
    return back_to(coach_id(table_id, game_no, opened), context)


def game_coach_button(table_id: str, game_no: int, context: RenderContext) -> Button:
    """Build the button of the coach for an earlier game."""
    return Button(context.say("Coach"), coach_id(table_id, game_no))


def coach_id(table_id: str | None, game_no: int, opened: str = "") -> ComponentId:
    """Format the id of the coach's button; `opened`: AT_TABLE if it has a way back there."""
    return ComponentId(Verb.COACH, table_id, game_no, opened)


def looking_through(
    hands: int, done: int, again: ComponentId, context: RenderContext, back: Button | None = None
) -> Message:
    """Build the screen shown while hands are analyzed.

    `again`: the id of a button that retries, since a restart drops the request.
    """
    head = context.plural("Looking through your hand…", "Looking through your {n} hands…", hands)
    so_far = context.say("{done} of {hands} done", done=done, hands=hands) if done else ""
    look_again = Button(context.say("Look again"), again)
    before = () if back is None else (back,)
    return note(lines(head, small(so_far)), Row((*before, look_again)))


def no_coach(context: RenderContext) -> Message:
    """Explain that this host has no solver."""
    return note(context.say("I can't coach here: the host hasn't installed the solver."))


def game_lessons(found: GameLessons, context: RenderContext, *, at_table: bool = False) -> Message:
    """Build the screen of a player's costliest mistakes in a game, each with its replay.

    `at_table`: it was opened at the end of the game, and leads back there.
    """
    opened = AT_TABLE if at_table else ""
    origin = f"{FROM_ENDING if at_table else FROM_COACH}{found.game_no}"
    head = context.say(
        "### Your game {game} at {table}",
        game=found.game_no,
        table=called(found.table_number, context.words),
    )
    texts = [
        lines(f"**{number}.** {_moment(each, context)}", _lesson(each.mistake, context))
        for number, each in enumerate(found.lessons, 1)
    ]
    if not texts:
        texts = [_nothing(found, context)]
    small_print = [context.say("Judged by what you could see, not by where the dominoes were.")]
    small_print += _progress_lines(found.asked, found.hands, context)
    parts: list[Part] = [Text(head), *(Text(text) for text in texts)]
    if found.lessons:
        parts.append(Text(small(lines(*small_print))))
        seen = (
            Button(context.say("See {number}", number=number), _place(each, origin))
            for number, each in enumerate(found.lessons, 1)
        )
        parts.append(Row(tuple(seen)))
    hands = ComponentId(Verb.GAME_HANDS, None, 0, f"{found.table_id}/{found.game_no}")
    all_hands = Button(context.say("All hands"), hands)
    habits = habits_button(context, found.table_id, found.game_no, opened)
    back = (back_button(found.table_id, context),) if at_table else ()
    parts.append(Row((*back, all_hands, habits)))
    return framed(*parts)


def _nothing(found: GameLessons, context: RenderContext) -> str:
    if not found.hands:
        return context.say("I couldn't look at these hands in time. Ask me again in a while.")
    return context.plural(
        "I went through your one hand. From what you could see, you did nothing clearly wrong.",
        "I went through your {n} hands. From what you could see, you did nothing clearly wrong.",
        found.hands,
    )


def _progress_lines(asked: int, hands: int, context: RenderContext) -> list[str]:
    """Say how many hands were analyzed, if not all of them."""
    if hands == asked:
        return []
    return [context.say("I got through {hands} of {asked} hands.", hands=hands, asked=asked)]


def _moment(lesson: Lesson, context: RenderContext) -> str:
    """Describe a mistake: "Hand 4, trick 3: you led the 5-3."."""
    mistake = lesson.mistake
    action = mistake.action
    view = mistake.view
    hand = view.deal_number
    if isinstance(action, MakeCall):
        if not action.call.is_bid:
            return context.say("**Hand {hand}, bidding:** you passed.", hand=hand)
        bid = call_name(action.call, view.rules, context.words)
        return context.say("**Hand {hand}, bidding:** you bid {bid}.", hand=hand, bid=bid)
    trick = len(view.tricks) + 1
    tile = play_text(action, context)
    if mistake.is_renege:
        return context.say(
            "**Hand {hand}, trick {trick}:** you reneged with the {tile}.",
            hand=hand,
            trick=trick,
            tile=tile,
        )
    if view.trick is None or not view.trick.plays:
        return context.say(
            "**Hand {hand}, trick {trick}:** you led the {tile}.", hand=hand, trick=trick, tile=tile
        )
    return context.say(
        "**Hand {hand}, trick {trick}:** you played the {tile}.", hand=hand, trick=trick, tile=tile
    )


def _lesson(mistake: Mistake, context: RenderContext) -> str:
    """Describe the better act, the reason, and the difference."""
    better = coached_text(mistake.advice, mistake.view, context)
    if isinstance(mistake.action, MakeCall):
        return f"{better} {_overbid(mistake, mistake.action.call, context)}".rstrip()
    if mistake.is_renege:
        return f"{better} {context.say('A renege loses the hand.')}"
    return f"{better} {_figures(mistake, mistake.action, context)}"


def _overbid(mistake: Mistake, bid: Call, context: RenderContext) -> str:
    """Say how often an overbid makes; empty if the bid was not too high."""
    if mistake.chance is None:
        return ""
    return context.say(
        "{bid} makes about {share} of the time.",
        bid=capital(call_name(bid, mistake.view.rules, context.words)),
        share=context.words.percent(mistake.chance),
    )


def _figures(mistake: Mistake, play: PlayTile, context: RenderContext) -> str:
    """Compare how often the better play and the actual one work."""
    view = mistake.view
    share = context.words.percent(mistake.advice.reason.chance or 0.0)
    less = context.words.percent(mistake.chance or 0.0)
    if not mistake.sure:
        share = context.say("about {share}", share=share)
    tile = play_text(play, context)
    side_of = view.rules.game.side_of
    if view.bidder is not None and side_of(view.bidder) == side_of(play.seat):
        return context.say(
            "It makes the bid {share} of the time; the {tile}, {less}.",
            share=share,
            tile=tile,
            less=less,
        )
    return context.say(
        "It sets them {share} of the time; the {tile}, {less}.", share=share, tile=tile, less=less
    )


def _place(lesson: Lesson, origin: str) -> ComponentId:
    """Build the replay id of a mistake, from the player's own view; Back leads to `origin`."""
    place = ReplayPlace(lesson.step, by_trick=False, seat=lesson.mistake.view.seat, origin=origin)
    return ComponentId(Verb.REPLAY, lesson.table_id, lesson.hand_no, place.arg())


def back_from_replay(table_id: str, origin: str, context: RenderContext) -> tuple[Button, ...]:
    """Build the button back to the coach's page or the habits; none without an origin."""
    if not origin:
        return ()
    page = origin[0]
    game = origin[1:]
    if page == FROM_HABITS or not game:
        return (back_to(ComponentId(Verb.HABITS), context),)
    opened = AT_TABLE if page == FROM_ENDING else ""
    return (back_to(coach_id(table_id, int(game), opened), context),)


def habits_screen(found: Habits, context: RenderContext, back: Button | None = None) -> Message:
    """Build the screen of a player's costliest habits, each with hands to replay.

    `back`: where it came from, by default the profile.
    """
    parts: list[Part] = [Text(context.say("### Your habits"))]
    for habit in found.habits:
        parts.append(Text(lines(f"**{_title(habit, context)}**", _often(habit, context))))
        parts.append(Row(tuple(_see_hand(each, context) for each in habit.lessons)))
    looked = context.plural(
        "From your newest {n} hand here, judged by what you could see.",
        "From your newest {n} hands here, judged by what you could see.",
        found.hands,
    )
    texts = [small(looked)] if found.habits else [_no_habits(found, context)]
    texts += map(small, _progress_lines(found.asked, found.hands, context))
    parts.append(Text(lines(*texts)))
    parts.append(Row((back or back_to(ComponentId(Verb.PROFILE), context),)))
    return framed(*parts)


def _no_habits(found: Habits, context: RenderContext) -> str:
    if not found.asked:
        return context.say("You haven't finished a hand here yet.")
    if not found.hands:
        return context.say("I couldn't look at these hands in time. Ask me again in a while.")
    return context.plural(
        "I went through your one hand here. One hand shows no habit yet.",
        "I went through your newest {n} hands here. No mistake comes often enough to be a habit.",
        found.hands,
    )


def _title(habit: Habit, context: RenderContext) -> str:
    """Describe a habit; KeyError for a pattern without words."""
    titles = {
        "passes-good-hands": context.say("You pass hands you should bid."),
        "bids-too-much": context.say("You bid hands that get set."),
        "away-from-double": context.say("You lead away from your off doubles."),
        "trumps-left-out": context.say("You lead your offs before their trumps are gone."),
        "trumps-for-bidder": context.say("You lead trumps for the other side's bidder."),
        "count-led": context.say("You lead count that they can catch."),
        "over-partner": context.say("You take tricks your partner already has."),
        "trick-let-go": context.say("You let tricks go that you can take."),
        "count-to-them": context.say("You put count on tricks the other side is winning."),
        "count-kept": context.say("You keep your count when your partner has the trick."),
    }
    return titles[habit.pattern]


def _often(habit: Habit, context: RenderContext) -> str:
    """Count a habit's occurrences and mistakes, and their cost."""
    done = context.plural(
        "You did it {followed} of {n} time.",
        "You did it {followed} of {n} times.",
        habit.offered,
        followed=habit.followed,
    )
    wrong = context.plural(
        "{n} was a mistake, and cost about {cost}.",
        "{n} were mistakes, and cost about {cost}.",
        habit.mistakes,
        cost=context.both(_costs(habit, context)),
    )
    return f"{done} {wrong}"


def _costs(habit: Habit, context: RenderContext) -> list[str]:
    """List the cost of a habit in marks and in points, at least one of each."""
    costs = [context.words.marks(max(1, round(habit.marks)))] if habit.marks else []
    if habit.points:
        points = max(1, round(habit.points))
        costs.append(context.plural("{n} point", "{n} points", points))
    return costs


def _see_hand(lesson: Lesson, context: RenderContext) -> Button:
    return Button(
        context.say("Hand {number}", number=lesson.mistake.view.deal_number),
        _place(lesson, FROM_HABITS),
    )
