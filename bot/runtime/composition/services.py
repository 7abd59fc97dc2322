"""Builds the services that the cogs work with."""

from __future__ import annotations

import discord

from bot.asked.hands import HandQuestions
from bot.asked.votes import Votes
from bot.plans.service import Plans
from bot.publisher.cleaner import Cleaner
from bot.publisher.diagnosis import Diagnoses
from bot.publisher.event_places import PlanThreads
from bot.publisher.host_messages import HostMessages
from bot.publisher.invitations import InvitationMessages
from bot.publisher.plan_messages import PlanMessages
from bot.publisher.shared_messages import SharedMessages
from bot.publisher.vote_messages import VoteMessages
from bot.publisher.welcomes import Welcomes
from bot.runtime.services import Services
from bot.runtime.settings import Settings
from bot.runtime.version import program_version
from bot.stats.service import Stats
from bot.store.backup import old_copies
from bot.tables.company.invitations import Invitations
from bot.tables.limits import RATES, RateLimits
from bot.tables.presets import ServerPresets
from bot.upkeep.own_data import OwnData
from bot.upkeep.reports import Reports
from bot.upkeep.sweeper import Sweeper
from bot.upkeep.views import Host

from .daily import build_daily
from .foundation import Foundation, all_tiles
from .play import Play, build_play


def build_services(base: Foundation, client: discord.Client) -> Services:
    """Build all services. They send through the client."""
    store = base.store
    clock = base.clock
    play = build_play(base, client)
    publisher = play.publisher
    background = play.background
    daily = build_daily(base, play)
    hands = HandQuestions(base.players, play.tables, daily.service)
    vote_messages = VoteMessages(publisher, background)
    plans = _plans(base, client, play)
    host = _host(base.settings)
    return Services(
        tables=play.tables,
        events=play.events,
        event_publisher=play.event_publisher,
        stats=Stats(store.leaderboards, store.profiles, store.people, clock),
        publisher=publisher,
        preferences=store.people,
        servers=store.servers,
        presets=ServerPresets(store.presets, base.host_presets, base.randomness, clock),
        sweeper=_sweeper(base),
        limits=RateLimits(RATES, clock),
        own_data=_own_data(base, play, plans),
        reports=Reports(store.reports, store.messages, HostMessages(publisher), host, clock),
        host=host,
        score_words=base.settings.table_words,
        hands=hands,
        votes=Votes(store.votes, vote_messages, hands, clock, base.leases.holds),
        plans=plans,
        invitations=Invitations(store.invitations, play.tables, clock),
        invitation_messages=InvitationMessages(publisher, store.people, store.pings, clock),
        shared=SharedMessages(publisher),
        undelivered=store.undelivered,
        untold=play.untold,
        daily=daily.service,
        daily_boards=daily.boards,
        daily_panels=daily.panels,
        welcomes=Welcomes(
            client,
            publisher,
            background,
            store.messages,
            store.servers,
            clock,
            base.leases.holds,
        ),
        diagnoses=Diagnoses(client, publisher, all_tiles()),
    )


def _host(settings: Settings) -> Host:
    return Host(
        contact=settings.contact,
        privacy_url=settings.privacy_url,
        terms_url=settings.terms_url,
        days=settings.retention_days,
        version=program_version(),
    )


def _sweeper(base: Foundation) -> Sweeper:
    settings = base.settings
    copies = old_copies(settings.backups, settings.nightly_backups)
    return Sweeper(
        base.store.retention,
        base.store.servers,
        base.clock,
        settings.retention_days,
        copies,
        base.is_first,
    )


def _plans(base: Foundation, client: discord.Client, play: Play) -> Plans:
    return Plans(
        base.store.plans,
        play.tables,
        PlanMessages(play.publisher, play.background),
        PlanThreads(client).open_place,
        base.clock,
        base.leases.holds,
    )


def _own_data(base: Foundation, play: Play, plans: Plans) -> OwnData:
    """Build what shows and deletes a person's data, also on the messages that show them."""
    cleaner = Cleaner(
        play.publisher,
        play.event_publisher,
        base.store.redraws,
        base.store.messages,
        play.tables.archive,
        base.clock,
    )
    base.metrics.loops.add(cleaner.loop)
    return OwnData(
        base.store.own_data,
        leave_table=play.tables.leave,
        leave_event=play.events.leave,
        leave_plan=plans.leave,
        messages=cleaner,
        clock=base.clock,
    )
