"""What the messages of a table are brought up to date with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.publisher.alerts import SeatAlerts
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.pending_answers import PendingAnswers
from bot.publisher.people_pings import PeoplePings
from bot.publisher.pictures.rendering import LatePictures
from bot.store.people import PeopleStore

from .contents import Contents


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the messages of a table's players are brought up to date with."""

    means: Means
    contents: Contents
    preferences: PeopleStore
    answers: PendingAnswers
    late: LatePictures
    pings: PeoplePings
    alerts: SeatAlerts
