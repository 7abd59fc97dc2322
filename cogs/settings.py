"""A user's own settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.company.inviting import dm_invitations_on, dm_invitations_refused
from bot.presenter.people.settings import (
    COLORS,
    CONFIRM,
    DMS,
    FORCED,
    INVITATIONS,
    LEADERBOARDS,
    NOTICES,
    OFF,
    ON,
    OPPONENT_LEVELS,
    OPPONENTS,
    PACE,
    PICTURES,
    PINGS,
    PLAY,
    QUIET_FROM,
    QUIET_UNTIL,
    ZONE,
    settings_page,
    settings_screen,
    zone_saved,
)
from bot.presenter.words.ids import Verb
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer
from bot.values.pace import Pace
from bot.values.preferences import HOURS, Pings, Preferences
from bot.values.time_zones import known_zones

from .shared.context import (
    Cog,
    answering,
    chosen,
    keep_zone,
    on,
    zone_here,
)

PAGES = (PLAY, NOTICES)
STATES: Mapping[str, object] = {ON: True, OFF: False}
CLOCK: Mapping[str, object] = {str(hour): hour for hour in range(HOURS)}
FIELDS = {
    DMS: "dms",
    PICTURES: "pictures",
    COLORS: "safe_colors",
    CONFIRM: "asks_first",
    FORCED: "plays_forced",
    PACE: "pace",
    OPPONENTS: "opponents",
    PINGS: "pings",
    QUIET_FROM: "quiet_from",
    QUIET_UNTIL: "quiet_until",
    ZONE: "time_zone",
    INVITATIONS: "invited_by_dm",
    LEADERBOARDS: "on_leaderboards",
}
"""The field of `Preferences` for each setting, in the order of the screen."""


def _values(name: str) -> Mapping[str, object]:
    """Map the options of a setting to values in `Preferences`."""
    if name == ZONE:
        return known_zones()
    known: Mapping[str, Mapping[str, object]] = {
        PINGS: {pings.value: pings for pings in Pings},
        OPPONENTS: {OFF: None, **{level: level for level in OPPONENT_LEVELS}},
        PACE: {OFF: None, **{pace.value: pace for pace in Pace}},
        QUIET_FROM: {OFF: None, **CLOCK},
        QUIET_UNTIL: CLOCK,
    }
    return known.get(name, STATES)


class SettingsCog(Cog):
    """A user's own settings."""

    @on(Verb.SETTINGS)
    async def on_setting(self, click: Click) -> None:
        """Turn to a page, or change one setting and show its page."""
        name, _, value = click.arg.partition("/")
        if name == INVITATIONS and value == ON and not await self._opens_dm(click):
            await self.show(click.answer, dm_invitations_refused)
            return
        if name in PAGES:
            saved = await self.services.preferences.preferences(click.user_id)
        else:
            if name == QUIET_FROM and value != OFF:
                await keep_zone(self.services, click.answer.interaction)
            saved = await self._choose(click.user_id, name, value)
        screen = partial(settings_screen, page=settings_page(name))
        zone = await zone_here(self.services, click.answer.interaction)
        await self.show(click.answer, screen, _options_of(saved, zone), in_place=True)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Your dominoes, your panel, pings, leaderboards: you choose")
    @app_commands.describe(time_zone="Where you live, for your quiet hours; type a city")
    @app_commands.autocomplete(time_zone=Cog.zones_offered)
    @answering
    async def settings(self, answer: Answer, time_zone: str | None = None) -> None:
        """Show the user's settings."""
        zone = await zone_here(self.services, answer.interaction)
        if time_zone is None:
            saved = await self.services.preferences.preferences(answer.user_id)
            await self.show(answer, settings_screen, _options_of(saved, zone))
            return
        meant = await self.zone_typed(answer, time_zone)
        if meant is not None:
            saved = await self._choose(answer.user_id, ZONE, meant)
            said = zone_saved(meant, self.context(answer.interaction))
            screen = partial(settings_screen, page=settings_page(ZONE), said=said)
            await self.show(answer, screen, _options_of(saved, zone))

    async def _opens_dm(self, click: Click) -> bool:
        """Write the DM to which invitations will come; return False if that is not possible."""
        message = dm_invitations_on(self.context(click.answer.interaction))
        try:
            await self.services.publisher.write_to(click.user_id, message)
        except NoDm:
            return False
        return True

    async def _choose(self, user_id: int, name: str, value: str) -> Preferences:
        """Save a choice and apply it at once."""
        field = chosen(FIELDS, name)
        meant = chosen(_values(name), value)
        saved = await self.services.publisher.choices.choose(user_id, **{field: meant})
        if name in (FORCED, CONFIRM):
            await self.services.tables.play_choices.follow(user_id)
        return saved


def _options_of(saved: Preferences, zone: str) -> Mapping[str, str]:
    """Return the option that the screen selects for each setting; `zone`: the usual one here."""
    options = {name: _to_option(getattr(saved, field)) for name, field in FIELDS.items()}
    return {**options, ZONE: saved.zone(zone)}


def _to_option(value: object) -> str:
    """Convert a stored setting to the value that the screen selects."""
    if isinstance(value, bool):
        return ON if value else OFF
    return OFF if value is None else str(value)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog(bot))
