"""Time zones: of people, and of servers for those who have chosen none."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from .server_settings import ServerSettings

DEFAULT_ZONE = "America/Chicago"
_OF_LANGUAGES: Mapping[str, str] = {
    "en-GB": "Europe/London",
    "es-419": "America/Mexico_City",
    "es-ES": "Europe/Madrid",
    "pt-BR": "America/Sao_Paulo",
    "fr": "Europe/Paris",
    "de": "Europe/Berlin",
    "it": "Europe/Rome",
    "nl": "Europe/Amsterdam",
    "pl": "Europe/Warsaw",
    "cs": "Europe/Prague",
    "hu": "Europe/Budapest",
    "da": "Europe/Copenhagen",
    "sv-SE": "Europe/Stockholm",
    "no": "Europe/Oslo",
    "fi": "Europe/Helsinki",
    "el": "Europe/Athens",
    "ro": "Europe/Bucharest",
    "tr": "Europe/Istanbul",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
}
"""Where most people live who speak one of Discord's languages; English is the default's."""


@cache
def known_zones() -> Mapping[str, str]:
    """Return the names of the time zones that this machine knows, by themselves."""
    return {zone: zone for zone in available_timezones()}


def zone_of(name: str) -> tzinfo:
    """Look up a time zone; UTC if this machine does not know it (another one may have)."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return UTC


def server_zone(settings: ServerSettings, language: str | None) -> str:
    """Return a server's time zone: the chosen one, else what its language suggests."""
    return settings.time_zone or _OF_LANGUAGES.get(language or "", DEFAULT_ZONE)
