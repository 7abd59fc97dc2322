"""Alerts: who is told when a table in a channel needs one more."""

from __future__ import annotations

import discord

from bot.app import FortyTwo
from bot.presenter.company.alerts import (
    ALWAYS,
    NIGHT,
    STOP,
    alert_page,
    alert_refused,
    alert_saved,
    alert_set,
    alert_stopped,
)
from bot.presenter.words.ids import Verb
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.component_router import Click
from bot.tables.errors import NeedsServer, UnknownButton
from bot.values.seat_alerts import SeatAlert, end_of_night

from .shared.context import Cog, on, zone_here


class AlertsCog(Cog):
    """The page on which somebody asks to be told, and the button that stops it."""

    @on(Verb.ALERT)
    async def on_alert(self, click: Click) -> None:
        """Ask, or stop asking, to be told when a table in a channel needs one more."""
        alerts = self.services.publisher.alerts
        if click.arg.isdecimal():
            channel_id = int(click.arg)
            await alerts.stop(click.user_id, channel_id)
            await self.show(click.answer, alert_stopped, channel_id)
            return
        guild_id, channel_id = _channel_of(click.answer.interaction)
        if click.arg in (NIGHT, ALWAYS):
            mine = await self.services.preferences.preferences(click.user_id)
            zone = mine.zone(await zone_here(self.services, click.answer.interaction))
            until = None if click.arg == ALWAYS else end_of_night(self._now(), zone)
            await self._save(click, SeatAlert(click.user_id, channel_id, guild_id, until))
        elif click.arg == STOP:
            await alerts.stop(click.user_id, channel_id)
            await self.show(click.answer, alert_stopped, channel_id, in_place=True)
        elif click.arg:
            raise UnknownButton
        else:
            now = await alerts.find(click.user_id, channel_id)
            await self.show(click.answer, alert_page, channel_id, now)

    async def _save(self, click: Click, alert: SeatAlert) -> None:
        """Save an alert, once the DM is open to which it will come."""
        alerts = self.services.publisher.alerts
        if await alerts.find(alert.user_id, alert.channel_id) != alert:
            await alerts.save(alert)
            context = self.context(click.answer.interaction)
            try:
                await self.services.publisher.write_to(alert.user_id, alert_set(alert, context))
            except NoDm:
                await alerts.stop(alert.user_id, alert.channel_id)
                await self.show(click.answer, alert_refused, click.arg, in_place=True)
                return
        await self.show(click.answer, alert_saved, alert, in_place=True)

    def _now(self) -> float:
        return self.services.plans.now()


def _channel_of(interaction: discord.Interaction) -> tuple[int, int]:
    """Return the server and the channel, that of a thread. Raises NeedsServer."""
    channel = interaction.channel
    if interaction.guild_id is None or channel is None:
        raise NeedsServer
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return interaction.guild_id, parent or channel.id


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(AlertsCog(bot))
