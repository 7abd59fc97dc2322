"""The services that the cogs work with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.asked.hands import HandQuestions
from bot.asked.votes import Votes
from bot.daily.boards import DailyBoards
from bot.daily.service import DailyService
from bot.events.service import EventService
from bot.plans.service import Plans
from bot.publisher.diagnosis import Diagnoses
from bot.publisher.events import DiscordEventPublisher
from bot.publisher.invitations import InvitationMessages
from bot.publisher.publisher import DiscordPublisher
from bot.publisher.screens.daily_panels import DailyPanels
from bot.publisher.shared_messages import SharedMessages
from bot.publisher.untold import Untold
from bot.publisher.welcomes import Welcomes
from bot.runtime.loops import Loop
from bot.stats.service import Stats
from bot.store.people import PeopleStore
from bot.store.sent.undelivered import UndeliveredStore
from bot.store.servers import ServerStore
from bot.tables.company.invitations import Invitations
from bot.tables.limits import RateLimits
from bot.tables.presets import ServerPresets
from bot.tables.service import TableService
from bot.upkeep.own_data import OwnData
from bot.upkeep.reports import Reports
from bot.upkeep.sweeper import Sweeper
from bot.upkeep.views import Host


@dataclass(frozen=True, slots=True)
class Services:
    """The services of the program, built by the composition root."""

    tables: TableService
    events: EventService
    event_publisher: DiscordEventPublisher
    stats: Stats
    publisher: DiscordPublisher
    preferences: PeopleStore
    servers: ServerStore
    presets: ServerPresets
    sweeper: Sweeper
    limits: RateLimits
    own_data: OwnData
    reports: Reports
    host: Host
    score_words: tuple[str, ...]
    hands: HandQuestions
    votes: Votes
    plans: Plans
    invitations: Invitations
    invitation_messages: InvitationMessages
    shared: SharedMessages
    undelivered: UndeliveredStore
    untold: Untold
    daily: DailyService
    daily_boards: DailyBoards
    daily_panels: DailyPanels
    welcomes: Welcomes
    diagnoses: Diagnoses

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The background loops of all services."""
        sweeping = self.sweeper.sweeping
        noting = self.sweeper.noting
        daily = self.daily.loop, self.daily.reminding, self.daily_boards.loop
        posts = self.votes.loop, self.untold.loop, self.welcomes.loop, self.event_publisher.loop
        sent = self.publisher.leftovers.loop, self.publisher.alerts.loop
        own = self.own_data.loop, *sent, self.plans.loop, *posts
        return self.tables.loop, self.events.loop, sweeping, noting, *own, *daily
