"""The checklist of a table's rules: what each game has to explain, in short and in detail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto

from texas42.engine import Rules

from ..words.language import Words
from .deal_lines import bidding, deal, goal, points
from .explanation import Explanation
from .score_lines import when_made, when_set, winning
from .special_lines import specials
from .trick_lines import ending, following, tricks, trump


class Topic(Enum):
    """The topics of a game, in the order of a hand."""

    DEAL = auto()
    GOAL = auto()
    POINTS = auto()
    BIDDING = auto()
    TRUMP = auto()
    FOLLOWING = auto()
    TRICKS = auto()
    ENDING = auto()
    MADE = auto()
    SET = auto()
    WINNING = auto()
    SPECIALS = auto()

    def title(self, words: Words) -> str:
        """Name the topic in a word or two."""
        titles = {
            Topic.DEAL: words.say("Deal"),
            Topic.GOAL: words.say("Goal"),
            Topic.POINTS: words.say("Points"),
            Topic.BIDDING: words.say("Bidding"),
            Topic.TRUMP: words.say("Trump"),
            Topic.FOLLOWING: words.say("Play"),
            Topic.TRICKS: words.say("Trick"),
            Topic.ENDING: words.say("End"),
            Topic.MADE: words.say("Made"),
            Topic.SET: words.say("Set"),
            Topic.WINNING: words.say("Win"),
            Topic.SPECIALS: words.say("Specials"),
        }
        return titles[self]


_WRITERS: Mapping[Topic, Callable[[Rules, Words], Explanation]] = {
    Topic.DEAL: deal,
    Topic.GOAL: goal,
    Topic.POINTS: points,
    Topic.BIDDING: bidding,
    Topic.TRUMP: trump,
    Topic.FOLLOWING: following,
    Topic.TRICKS: tricks,
    Topic.ENDING: ending,
    Topic.MADE: when_made,
    Topic.SET: when_set,
    Topic.WINNING: winning,
    Topic.SPECIALS: specials,
}


def checklist(rules: Rules, words: Words) -> dict[Topic, Explanation]:
    """Explain every topic by a table's rules."""
    return {topic: write(rules, words) for topic, write in _WRITERS.items()}


def short_lines(rules: Rules, words: Words) -> list[str]:
    """Explain the game in one line a topic: "**Goal.** Take as many points as you bid."."""
    return [
        _titled(topic, explanation.short, words)
        for topic, explanation in checklist(rules, words).items()
        if explanation.short
    ]


def detailed_lines(rules: Rules, words: Words) -> list[str]:
    """Explain the rest, the first line of each topic with its title."""
    lines: list[str] = []
    for topic, explanation in checklist(rules, words).items():
        for number, detail in enumerate(explanation.details):
            lines.append(f"- {detail}" if number else _titled(topic, detail, words))
    return lines


def _titled(topic: Topic, line: str, words: Words) -> str:
    return words.say("**{topic}.** {line}", topic=topic.title(words), line=line)
