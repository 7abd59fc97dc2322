"""Help: how a hand goes, the commands, the other games, and what computer players do."""

from __future__ import annotations

from bot.library import games, presets

from .contracts import SPECIAL
from .games import game_about, preset_about
from .ids import Verb, format_id
from .notices import help_button, play_now
from .parts import lines
from .render_context import RenderContext
from .spec import Accent, Button, Container, Message, Row, Separator, Text

AI = "ai"
GAMES = "games"
HELP_TOPICS = {
    "hand": "How a hand goes, and the commands",
    GAMES: "Other games and house rules",
    AI: "Computer players (AI)",
}
"""What `/help topic` offers, translated with the commands."""


def help_screen(context: RenderContext, topic: str = "") -> Message:
    """Return the help on a topic; without one, how a hand goes and the commands."""
    return {GAMES: _games, AI: _computers}.get(topic, _hand)(context)


def _hand(context: RenderContext) -> Message:
    say = context.words.say
    hand = _apart(
        say("## How a hand of 42 goes"),
        say(
            "Four players, partners across, seven dominoes each. "
            "There are seven tricks, 1 point each, and five dominoes of count: "
            "the 5-5 and the 6-4 are worth ★10, the 5-0, the 4-1 and the 3-2 ★5. That makes 42."
        ),
        say(
            "**Bid.** Once around, 30 or more, or pass. The high bidder names the trump "
            "(a number, doubles, or follow me, which is no trump) and leads first."
        ),
        say(
            "**Play.** The high end of the domino led is the suit, unless it's a trump. "
            "Follow suit if you can; the double is the highest. "
            "The highest trump takes the trick, or else the highest of the suit led."
        ),
        say(
            "**Score.** Make your bid and your side gets a mark. Get set and they get it. "
            "First to seven marks wins."
        ),
        say("Only you see your dominoes: in your DMs and under My hand."),
    )
    commands = lines(
        say("## Commands"),
        say(
            "/table open, join, leave, start, pace, show, move, status, rules, record, close: "
            "a table"
        ),
        say("/hand: your dominoes and what you can do"),
        say("/bid 31, /trump fives, /play 6-4: your turn, if you'd rather type"),
        say("/exchange 5-5 3-1: take and put back, in games with dominoes left over"),
        say("/last: the last trick"),
        say("/hint: what a good player would do, and why"),
        say("/claim: lay down when the rest is yours, or answer somebody who does"),
        say("/event open, join, start, status: an event at several tables"),
        say("/leaderboard, /profile: results"),
    )
    buttons = (
        play_now(context),
        Button(say("Other games"), format_id(Verb.HELP, arg=GAMES)),
        Button(say("Computer players"), format_id(Verb.HELP, arg=AI)),
    )
    parts = (Text(hand), Separator(), Text(commands), Row(buttons))
    return Message(body=(Container(parts, Accent.NORMAL),))


def _games(context: RenderContext) -> Message:
    """Return what else one can play, and how to open it."""
    words, say = context.words, context.words.say
    text = _apart(
        say("## Other games and house rules"),
        say("/table open asks what to play. Pick from the lists while you type."),
        lines(say("**Games**"), *(f"- {game_about(game, words)}" for game in games())),
        lines(
            say("**House rules of 42**: pick one under preset"),
            *(f"- {preset_about(preset, words)}" for preset in presets("42")),
        ),
        lines(
            say("**Special contracts**, for the player who wins the bid"),
            *(f"- {each.help(words)}" for each in SPECIAL.values()),
        ),
        say("Add your own rules under options. Press Rules at any table to see its rules."),
    )
    parts = (Text(text), Row((play_now(context), help_button(context))))
    return Message(body=(Container(parts, Accent.NORMAL),))


def _computers(context: RenderContext) -> Message:
    """Return how the computer players bid, play and think; nothing of it is secret."""
    say = context.words.say
    text = _apart(
        say("## Computer players"),
        say(
            "**What they see.** What you'd see in their seat: their own dominoes, the bidding, "
            "the tricks. Never your hand, and never what's left over."
        ),
        say(
            "**Levels.** Expert (who sits down unless you choose), steady and easy deal out the "
            "dominoes they can't see in many ways that fit the bidding and the play, play each "
            "deal to its end, and do what works most often. Expert tries the most deals; easy "
            "tries few and slips now and then. Rules plays by simple rules of thumb. "
            "Choose a level when you use /table start."
        ),
        say(
            "**What their bids say.** A bid means the hand should make it with an ordinary "
            "partner. They may bid a few more than they have to, so it's harder to raise."
        ),
        say(
            "**What their discards say.** When they can't follow suit or win the trick, the high "
            "end of the domino they throw says they still hold that double. Throwing a double "
            "says they hold the next highest of its suit. Trumps say nothing, and neither does "
            "count thrown on a trick their partner should take. They read your discards the "
            "same way."
        ),
        say("**Laying down.** They give you the rest only if no deal they can think of stops you."),
        say(
            "**Time.** A second a turn unless your host sets another limit, and less when many "
            "tables are waiting. If a computer player takes too long, it plays by simple rules "
            "for that turn. So does everyone where the solver isn't installed or ready yet."
        ),
    )
    parts = (Text(text), Row((play_now(context), help_button(context))))
    return Message(body=(Container(parts, Accent.NORMAL),))


def _apart(head: str, *paragraphs: str) -> str:
    """Return a heading and paragraphs with room between them, for a phone's narrow lines."""
    return lines(head, "\n\n".join(paragraphs))
