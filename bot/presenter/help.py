"""Help: how a hand goes, and the commands."""

from __future__ import annotations

from .look import Look
from .notices import play_now
from .parts import lines
from .spec import Accent, Container, Message, Row, Separator, Text


def help_screen(look: Look) -> Message:
    """Return the help."""
    say = look.words.say
    hand = lines(
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
        say("/claim: lay down when you lead and every trick left is yours"),
        say("/event open, join, start, status: an event at several tables"),
        say("/leaderboard, /profile: results"),
    )
    computers = lines(
        say("## What computer players tell"),
        say(
            "They see only what a player in their seat sees, and all they tell is for everybody. "
            "A bid means that the hand should make it, with an ordinary partner; they may bid a "
            "few more than the least, to be harder to raise. Out of the suit led and with nothing "
            "to win, a domino thrown tells of its higher end: its double is still held. A double "
            "thrown tells that the next highest of its suit is held. Count is thrown on a trick "
            "that partner should take."
        ),
    )
    parts = (
        *(Text(hand), Separator(), Text(commands), Separator(), Text(computers)),
        Row((play_now(look),)),
    )
    return Message(body=(Container(parts, Accent.NORMAL),))
