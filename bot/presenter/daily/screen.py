"""A person's private screen of a day: the invitation, their hand, or the result."""

from __future__ import annotations

from datetime import date, timedelta

from bot.daily.views import DailyView, Stage
from bot.tables.past import ShakeProof

from ..panel.screen import hand_panel
from ..table.front_door import way_back
from ..words.parts import known, lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, File, Message, Row
from .end import end_screen
from .names import (
    BEGIN,
    BY_DM,
    FAIR,
    PROOF_OF_FAIR,
    SHOW,
    back_to_result,
    day_button,
    day_id,
    day_title,
    no_hand,
    reminder_button,
    reminder_ended,
    todays_hand,
)


def daily_screen(
    view: DailyView, context: RenderContext, *, chosen: str = "", may_share: bool = False
) -> Message:
    """Build the screen of a day for its stage.

    `chosen`: what the reader has picked so far of an act in several steps. `may_share`: there is a
    channel to share the result in.
    """
    match view.stage:
        case Stage.NEW:
            return _new(view, context)
        case Stage.WARMING:
            return note(
                lines(
                    f"### {day_title(view.date, context.words)}",
                    context.say(
                        "The experts are still warming up, which takes a minute or two. Your hand "
                        "comes here as soon as they're ready."
                    ),
                ),
                Row((todays_hand(context),)),
            )
        case Stage.MISSING:
            return note(no_hand(context))
        case Stage.VOID:
            return _void(view, context)
        case Stage.FINISHED:
            return end_screen(view, context, may_share=may_share)
        case Stage.PLAYING:
            return hand_panel(known(view.panel), context, chosen=chosen)


def _new(view: DailyView, context: RenderContext) -> Message:
    text = lines(
        f"## {day_title(view.date, context.words)}",
        context.say("Same deal for all, one try each."),
        context.say("Score: your points minus theirs."),
        reminder_ended(view, context),
    )
    begin = day_button(view.date, context.say("Play"), BEGIN, ButtonStyle.SUCCESS)
    by_dm = day_button(view.date, context.say("Play by DM"), BY_DM)
    about = day_button(view.date, context.say("How it works"), FAIR)
    return note(text, Row((begin, by_dm)), *before_rows(view, context, about))


def before_rows(view: DailyView, context: RenderContext, *more: Button) -> tuple[Row, ...]:
    """Build the row with the previous day's result, if any, `more`, and the reminder button."""
    items = [*more, reminder_button(view.date, context, is_reminded=view.is_reminded)]
    if view.before is not None:
        items.insert(0, day_button(view.before, day_title(view.before, context.words), SHOW))
    return (Row(tuple(items)),)


def _void(view: DailyView, context: RenderContext) -> Message:
    text = lines(
        f"### {day_title(view.date, context.words)}",
        context.say(
            "I'm sorry: I was updated while you were playing, and the experts now play "
            "differently, so your hand can't go on. Begin it again if you like; it counts."
        ),
    )
    begin = day_button(view.date, context.say("Begin again"), BEGIN, ButtonStyle.SUCCESS)
    return note(text, Row((begin,) if view.is_on else (todays_hand(context),)))


def reminder(day: date, context: RenderContext) -> Message:
    """Build the DM that announces a day's hand."""
    stop = reminder_button(day, context, is_reminded=True)
    text = context.say("{day} is here.", day=day_title(day, context.words))
    return Message(content=text, rows=(Row((todays_hand(context, ButtonStyle.SUCCESS), stop)),))


def reminder_set(context: RenderContext, *, wanted: bool) -> Message:
    """Confirm that the daily reminder is on or off."""
    if wanted:
        return note(
            context.say(
                "I'll send you a DM each morning, starting tomorrow: between 8 AM and noon your "
                "time, outside your quiet hours (see /settings), and only if you haven't begun."
            )
        )
    return note(context.say("I won't remind you anymore."))


def reminder_refused(day: date, context: RenderContext) -> Message:
    """Explain that reminders need a DM, and offer to try again."""
    again = reminder_button(day, context, is_reminded=False)
    text = context.say(
        "I can't DM you right now, so I can't remind you. Allow direct messages from this server, "
        "then try again."
    )
    return note(text, Row((again,)))


def about_day(view: DailyView, context: RenderContext, *, origin: str = "") -> Message:
    """Explain a day's hand: the players, the score, the times, and the commitment of its deal.

    `origin`: the page that Back leads to, if not the day's hand.
    """
    said = (
        context.say(
            "Pearl is your partner, Hoyt and Opal are against you, and all three are experts. "
            "There are no hints. If everyone else passes, the last player must bid 30 or more."
        ),
        context.say("Par is what perfect play makes from the first lead on."),
        context.say(
            "Begin before <t:{ends}:t>; once you begin, you have until <t:{closes}:t>. When you "
            "finish, you see all four hands. Everyone's results show once the day is over.",
            ends=int(view.turns_at),
            closes=int(view.closes_at),
        ),
        context.say(
            "These dominoes were shaken before anyone saw one, and they're the same for everybody. "
            "Once the day is over, the proof shows that I changed nothing since."
        ),
    )
    head = day_title(view.date, context.words)
    back = back_to_result(view.date, context)
    if origin:
        back = way_back(day_id(view.date), origin, context)
    yesterday = view.date - timedelta(days=1)
    proof = day_button(yesterday, context.say("Yesterday's proof"), PROOF_OF_FAIR)
    return note(lines(f"### {head}", *said, small(f"`{view.commitment}`")), Row((back, proof)))


def proof_of_day(
    day: date, proof: ShakeProof, context: RenderContext, *, from_fair: bool = False
) -> Message:
    """Build the message with the proof file of a closed day's deal.

    `from_fair`: Back leads to how the next day works, instead of to the day itself.
    """
    back = back_to_result(day, context)
    if from_fair:
        back = day_button(day + timedelta(days=1), context.say("Back"), FAIR)
    said = context.say(
        "Proof that {day} was dealt fairly, with all four hands.", day=day_title(day, context.words)
    )
    file = File(f"fair-deal-{day.isoformat()}.json", proof.content)
    return Message(content=said, rows=(Row((back,)),), files=(file,))


def sent_by_dm(context: RenderContext) -> Message:
    """Confirm that the hand was sent by DM."""
    return note(context.say("Your hand is in our DM. You can play it there or here."))


def no_dm(view: DailyView, context: RenderContext) -> Message:
    """Explain that the DM failed, and offer to play here."""
    play = day_button(view.date, context.say("Play"), BEGIN, ButtonStyle.SUCCESS)
    return note(context.say("I can't DM you right now, so play it here."), Row((play,)))
