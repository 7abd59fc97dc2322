"""Names of days, and the buttons of the daily hand."""

from __future__ import annotations

from datetime import date

from bot.daily.views import DailyView, Stage

from ..words.ids import DAY, ComponentId, Verb
from ..words.language import Words
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle

BEGIN = "begin"
BY_DM = "dm"
SHOW = "show"
FAIR = "fair"
PROOF = "proof"
PROOF_OF_FAIR = "fair-proof"  # the proof, opened from how the next day works
SHARE = "share"
POST = "post"
REMIND = "remind"
STOP = "stop"
"""The arguments of `Verb.DAILY` for a day."""


def day_title(day: date, words: Words) -> str:
    """Name a day's hand by its weekday."""
    titles = (
        words.say("Monday's hand"),
        words.say("Tuesday's hand"),
        words.say("Wednesday's hand"),
        words.say("Thursday's hand"),
        words.say("Friday's hand"),
        words.say("Saturday's hand"),
        words.say("Sunday's hand"),
    )
    return titles[day.weekday()]


def day_button(
    day: date, label: str, arg: str, style: ButtonStyle = ButtonStyle.SECONDARY
) -> Button:
    """Build a button about a day."""
    return Button(label, ComponentId(Verb.DAILY, day_id(day), arg=arg), style)


def day_id(day: date) -> str:
    """Return what stands for a day in the place of a table's id."""
    return f"{DAY}{day:%Y%m%d}"


def reminder_button(day: date, context: RenderContext, *, is_reminded: bool) -> Button:
    """Build the button that turns the daily reminder on or off."""
    if is_reminded:
        return day_button(day, context.say("Stop reminding me"), STOP)
    return day_button(day, context.say("Remind me daily"), REMIND)


def tells_reminder_ended(view: DailyView) -> bool:
    """Return True if the screen of a day says that a refusal ended the reminders."""
    return view.reminder_refused and view.stage in (Stage.NEW, Stage.FINISHED)


def reminder_ended(view: DailyView, context: RenderContext) -> str:
    """Say that a refusal ended the reminders; empty otherwise."""
    if not tells_reminder_ended(view):
        return ""
    return context.say(
        "Discord didn't let me DM you, so your daily reminders are off. Allow direct messages, "
        "then turn them on again."
    )


def back_to_result(day: date, context: RenderContext) -> Button:
    """Build the button that goes back to a day's result."""
    return day_button(day, context.say("Back"), SHOW)


def todays_hand(context: RenderContext, style: ButtonStyle = ButtonStyle.SECONDARY) -> Button:
    """Build the button that opens today's hand."""
    return Button(context.say("Today's hand"), ComponentId(Verb.DAILY), style)


def no_hand(context: RenderContext) -> str:
    """Say why there is no daily hand."""
    return context.say(
        "There's no daily hand here: it needs the expert computer players, and they can't run on "
        "this machine."
    )
