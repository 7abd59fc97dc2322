"""Refusals of questions and votes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.errors import TableError


class HandInPlay(TableError):
    """The question could help with a hand in play. It reveals neither which hand nor how."""


class HandOfToday(TableError):
    """The hand is a daily hand, or too much like one that the asker knows, of an open day."""


class UnplayedHandOfToday(TableError):
    """The hand is a daily hand of an open day, which the asker has not finished."""


class VoteOver(TableError):
    """The vote is closed."""


class NotYourVote(TableError):
    """Only the person who asked, or a manager, can close the vote."""


@dataclass
class TooManyVotes(TableError):
    """The person already has `most` open votes; `messages`: their servers, channels and ids."""

    most: int
    messages: tuple[tuple[int, int, int], ...] = ()
