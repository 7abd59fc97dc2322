"""Time zones and hours of the day, as people say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..words.autocomplete import LONGEST, MOST, Choice
from ..words.language import Words

NOON = 12


def common_zones(words: Words) -> Mapping[str, str]:
    """Name the time zones that most players live in, by IANA name."""
    say = words.say
    return {
        "America/New_York": say("US Eastern (New York)"),
        "America/Chicago": say("US Central (Chicago)"),
        "America/Denver": say("US Mountain (Denver)"),
        "America/Phoenix": say("Arizona (Phoenix)"),
        "America/Los_Angeles": say("US Pacific (Los Angeles)"),
        "America/Anchorage": say("Alaska (Anchorage)"),
        "Pacific/Honolulu": say("Hawaii (Honolulu)"),
        "America/Halifax": say("Atlantic (Halifax)"),
        "America/Mexico_City": say("Mexico City"),
        "America/Sao_Paulo": say("São Paulo"),
        "Europe/London": say("London"),
        "Europe/Berlin": say("Berlin"),
        "Asia/Tokyo": say("Tokyo"),
        "Australia/Sydney": say("Sydney"),
        "UTC": say("UTC"),
    }


def zone_name(zone: str, words: Words) -> str:
    """Return a time zone's display name; for an uncommon zone, its city."""
    return common_zones(words).get(zone) or zone.rpartition("/")[2].replace("_", " ")


def zone_choices(zones: Iterable[str], typed: str, words: Words) -> tuple[Choice, ...]:
    """Complete a time zone; common ones first."""
    common = common_zones(words)
    sought = typed.casefold().replace(" ", "_")
    ordered = dict.fromkeys([*common, *sorted(zones)])
    return tuple(
        Choice(f"{zone_name(zone, words)} · {zone}"[:LONGEST], zone)
        for zone in ordered
        if sought in zone.casefold() or typed.casefold() in zone_name(zone, words).casefold()
    )[:MOST]


def hour_name(hour: int, words: Words) -> str:
    """Write an hour of the day, 0 to 23, on a 12-hour clock."""
    if hour == 0:
        return words.say("midnight")
    if hour == NOON:
        return words.say("noon")
    if hour < NOON:
        return words.say("{hour} AM", hour=hour)
    return words.say("{hour} PM", hour=hour - NOON)
