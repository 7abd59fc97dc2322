"""Sentences for refusals of the daily hand."""

from __future__ import annotations

from bot.daily.errors import (
    BetweenDays,
    DailyError,
    DateUnknown,
    ForgottenToday,
    NoDailyHand,
    NoProofYet,
    NotComparable,
    NotFinished,
)

from ..words.render_context import RenderContext
from .names import no_hand


def daily_sentence(error: DailyError, context: RenderContext) -> str:
    """Explain a refusal of the daily hand."""
    say = context.say
    match error:
        case NoDailyHand():
            return no_hand(context)
        case BetweenDays(next_at=at):
            return say("This day is over already. The next hand comes <t:{at}:R>.", at=int(at))
        case DateUnknown():
            return say("My clock is wrong, so I can't tell today's hand. Try again in a minute.")
        case ForgottenToday(next_at=at):
            return say(
                "You had me delete your data after you saw today's hand, so you can't play it "
                "again. The next one comes <t:{at}:R>.",
                at=int(at),
            )
        case NotFinished():
            return say("Finish the hand first. Then you can see all of it.")
        case NotComparable():
            return say(
                "I can compare you two once you have both finished the hand and are both on this "
                "server's leaderboard."
            )
        case NoProofYet(closes_at=at):
            return say("The proof comes when the day is over, <t:{at}:R>.", at=int(at))
        case _:
            return say("That day is over. Use /daily to play today's hand.")
