"""Time zones and hours of the day, as people say them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

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
    """Complete a time zone by its name, its city or what else people call it; common ones first."""
    sought = typed.casefold().replace(" ", "_")
    called = _zones_called(typed, words)
    ordered = dict.fromkeys([*common_zones(words), *sorted(zones)])
    return tuple(
        Choice(f"{zone_name(zone, words)} · {zone}"[:LONGEST], zone)
        for zone in ordered
        if sought in zone.casefold()
        or typed.casefold() in zone_name(zone, words).casefold()
        or zone in called
    )[:MOST]


def zone_meant(zones: Collection[str], typed: str, words: Words) -> str | None:
    """Return the time zone that somebody typed, or the only one that fits; None if it's unclear.

    Of several, the only common one is meant.
    """
    if typed in zones:
        return typed
    usual = common_zones(words)
    fitting = [choice.value for choice in zone_choices(zones, typed.strip(), words)]
    common = [zone for zone in fitting if zone in usual]
    for found in (common, fitting):
        if len(found) == 1:
            return found[0]
    return None


def _zones_called(typed: str, words: Words) -> Collection[str]:
    """Return the time zones of which a state, a city or a short name begins as typed."""
    called = {
        "America/New_York": words.typed(
            "eastern time, est, edt, et, florida, atlanta, boston, miami"
        ),
        "America/Chicago": words.typed(
            "central time, cst, cdt, ct, texas, dallas, houston, austin, san antonio, fort worth, "
            "lubbock, amarillo, abilene, waco, oklahoma, louisiana"
        ),
        "America/Denver": words.typed("mountain time, mst, mdt, mt, el paso, new mexico, colorado"),
        "America/Los_Angeles": words.typed(
            "pacific time, pst, pdt, pt, california, oregon, san francisco, san diego, seattle"
        ),
    }
    wanted = " ".join(typed.casefold().split())
    return {
        zone
        for zone, names in called.items()
        if wanted and any(name.startswith(wanted) for name in names)
    }


def hour_name(hour: int, words: Words) -> str:
    """Write an hour of the day, 0 to 23, on a 12-hour clock."""
    if hour == 0:
        return words.say("midnight")
    if hour == NOON:
        return words.say("noon")
    if hour < NOON:
        return words.say("{hour} AM", hour=hour)
    return words.say("{hour} PM", hour=hour - NOON)
