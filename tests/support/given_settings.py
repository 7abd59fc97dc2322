"""Settings for a bot in the test's own process."""

from __future__ import annotations

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from bot.runtime.settings import Settings


class GivenSettings(Settings):
    """Settings by arguments alone: reading the environment costs a tenth of a bot's start."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_unread: PydanticBaseSettingsSource,
        **_also_unread: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)
