"""Help: how a hand goes, the commands, the other games, and what computer players do."""

from __future__ import annotations

from bot.library import games, presets

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


def help_screen(context: RenderContext, topic: str = "") -> Message:
    """Return the help on a topic, at first how a hand goes and the commands."""
    return {GAMES: _games, AI: _computers}.get(topic, _hand)(context)


def _hand(context: RenderContext) -> Message:
    say = context.words.say
    hand = _apart(
        say("## How a hand of 42 goes"),
        say(
            "Four players, partners opposite, seven dominoes each. "
            "There are seven tricks, 1 point each, and five dominoes that count: "
            "5-5 and 6-4 are ★10, 5-0, 4-1 and 3-2 are ★5. That makes 42."
        ),
        say(
            "**Bid.** Once around, from 30 upwards, or pass. The highest bidder names the trump: "
            "a number, doubles, or no trump (follow me). He leads first."
        ),
        say(
            "**Play.** The higher end of the domino led is the suit, unless it is a trump. "
            "Follow the suit if you can; the double is its highest. "
            "The highest trump takes the trick, or else the highest of the suit led."
        ),
        say(
            "**Score.** If the bidder's side takes its bid, it makes a mark; if not, it is set "
            "and the others make it. Seven marks win the game."
        ),
        say("Your dominoes are yours alone: in your direct messages, and under My hand."),
    )
    commands = lines(
        say("## Commands"),
        say("/table open, join, leave, start, show, move, status, rules, record, close: the table"),
        say("/hand: your dominoes and what you can do"),
        say("/bid 31, /trump fives, /play 6-4: at your turn, like the buttons"),
        say("/exchange 5-5 3-1: take and put back, where dominoes are left over"),
        say("/last: the last trick"),
        say("/hint: a good call or play at your turn, and why"),
        say("/claim: lay down when you lead and every trick left is yours; or ask the others"),
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
    """Return what else can be played, and how to open it."""
    say = context.words.say
    text = _apart(
        say("## Other games and house rules"),
        say("/table open asks what to play. Everything is offered while you type."),
        lines(say("**Games**"), *(f"- {game_about(game, context.words)}" for game in games())),
        lines(
            say("**House rules of 42**, the option preset"),
            *(f"- {preset_about('42', preset, context.words)}" for preset in presets("42")),
        ),
        say(
            "**Special contracts**, for those who win the bid: in nel-o you take no trick, and "
            "your partner sits out. In plunge and splash, with four or three doubles, your "
            "partner names trump and leads, and you take every trick. In sevens the domino "
            "nearest to seven pips wins."
        ),
        say(
            "**Single rules** go into options, with spaces between them: target=3 nello=any "
            "plays to three and allows nel-o. Every table tells its own under Rules."
        ),
    )
    parts = (Text(text), Row((play_now(context), help_button(context))))
    return Message(body=(Container(parts, Accent.NORMAL),))


def _computers(context: RenderContext) -> Message:
    """Return how the computer players bid, play and think: all of it is everybody's to know."""
    say = context.words.say
    text = _apart(
        say("## Computer players"),
        say(
            "**What they see.** What a player in their seat sees, and nothing else: their own "
            "dominoes, the calls, what was played. Never your hand, nor what is left over."
        ),
        say(
            "**Levels.** expert, who sits down unless you choose, and steady deal the dominoes "
            "they do not see in many ways that fit all they have seen, play each to its end, and "
            "do what makes or sets the bid most often. expert tries more of them, and bids so "
            "too; easy tries few, and slips; rules goes by rules of thumb alone. "
            "/table start computers:steady seats another level."
        ),
        say(
            "**What their calls tell.** A bid means that the hand should make it, with an "
            "ordinary partner; they may bid a few more than the least, to be harder to raise."
        ),
        say(
            "**What their discards tell.** Out of the suit led and with nothing to win, a domino "
            "thrown tells of its higher end: its double is still held. A double thrown tells that "
            "the next highest of its suit is held. Trumps tell nothing, nor does count that is no "
            "double: it is thrown on a trick that partner should take. Deals in which they "
            "would have played what you played count for more with them."
        ),
        say(
            "**Claims.** They grant you the rest only if it is yours in every deal that they can "
            "think of; what you hold they do not know."
        ),
        say(
            "**Time.** A second a move unless your host has set another limit, and less while "
            "many tables wait. Whoever fails or is late is replaced by rules for that move; so is "
            "everybody where the bot was installed without its solver, and until it is ready."
        ),
    )
    parts = (Text(text), Row((play_now(context), help_button(context))))
    return Message(body=(Container(parts, Accent.NORMAL),))


def _apart(head: str, *paragraphs: str) -> str:
    """Return a heading and paragraphs with room between them, for a phone's narrow lines."""
    return lines(head, "\n\n".join(paragraphs))
