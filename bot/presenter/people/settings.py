"""The settings of a user: a list for each setting, showing its current value, on two pages."""

from __future__ import annotations

from collections.abc import Mapping

from bot.values.names import plain_name
from bot.values.pace import Pace

from ..words.ids import ComponentId, Verb
from ..words.language import Words
from ..words.parts import choices, framed, lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row, Select, Text
from .time_zones import common_zones, hour_name, zone_name

DMS = "dms"
PICTURES = "pictures"
CONFIRM = "confirm"
FORCED = "forced"
LEADERBOARDS = "boards"
PINGS = "pings"
QUIET_FROM = "quiet-from"
QUIET_UNTIL = "quiet-until"
ZONE = "zone"
COLORS = "colors"
PACE = "pace"
OPPONENTS = "opponents"
INVITATIONS = "invitations"
ON = "on"
OFF = "off"
ALWAYS = "always"
LATE = "late"
NEVER = "never"
OF_PLAY = (DMS, PICTURES, COLORS, CONFIRM, FORCED, PACE, OPPONENTS)
"""The settings on the first page; the others are on the second."""
PLAY = "play"
NOTICES = "notices"
"""The pages, as arguments of `Verb.SETTINGS`."""
HOURS = 24
OPPONENT_LEVELS = ("easy", "steady", "expert")
"""How strong a person can choose their opponents after Play now."""


def settings_screen(
    chosen: Mapping[str, str], context: RenderContext, page: str = PLAY, *, said: str = ""
) -> Message:
    """Build a page of a user's settings. `chosen`: the current value of each, in order.

    The end of quiet hours and the time zone appear only if there are quiet hours. `said`: what was
    just changed.
    """
    quiet = chosen[QUIET_FROM] != OFF
    hint = context.say("Pick from a list to change a setting. Changes take effect right away.")
    head = lines(context.say("## Your settings"), said or small(hint))
    shown = [name for name in chosen if quiet or name not in {QUIET_UNTIL, ZONE}]
    rows = [
        _list(number, name, _options(name, chosen, context.words), chosen[name], context.words)
        for number, name in enumerate(shown)
        if settings_page(name) == page
    ]
    return framed(Text(head), *rows, _pages(page, context))


def settings_page(setting: str) -> str:
    """Return the page with a setting; a page is its own."""
    return PLAY if setting in {*OF_PLAY, PLAY} else NOTICES


def _pages(page: str, context: RenderContext) -> Row:
    """Build the buttons of the two pages."""
    titles = {PLAY: context.say("Play"), NOTICES: context.say("Pings and leaderboards")}
    return Row(
        tuple(
            Button(
                title,
                ComponentId(Verb.SETTINGS, arg=name),
                ButtonStyle.PRIMARY if name == page else ButtonStyle.SECONDARY,
                disabled=name == page,
            )
            for name, title in titles.items()
        )
    )


def settings_button(context: RenderContext) -> Button:
    """Build the button that leads to the settings of pings."""
    return Button(context.say("Settings"), ComponentId(Verb.SETTINGS, arg=NOTICES))


def zone_saved(zone: str, context: RenderContext) -> str:
    """Tell a user which time zone is theirs now."""
    return context.say("Your time zone: {zone}.", zone=zone_name(zone, context.words))


def unknown_zone(typed: str, context: RenderContext) -> Message:
    """Refuse an unknown time zone."""
    return note(
        context.say(
            "I don't know the time zone {typed}. Type a city, such as Chicago, and pick a line.",
            typed=plain_name(typed),
        )
    )


def _list(number: int, name: str, offered: Mapping[str, str], now: str, words: Words) -> Row:
    """Build a setting as a list. `number` makes its id unique."""
    options = choices(
        {f"{name}/{value}": label for value, label in offered.items()}, f"{name}/{now}"
    )
    return Row((Select(ComponentId(Verb.SETTINGS, seq=number), words.say("Choose"), options),))


def _options(name: str, chosen: Mapping[str, str], words: Words) -> Mapping[str, str]:
    """Return the options of each setting by value; each label says all that it means."""
    if name in (QUIET_FROM, QUIET_UNTIL, ZONE):
        return _of_time(name, chosen, words)
    say = words.say
    return {
        DMS: {ON: say("Dominoes by DM, too"), OFF: say("No DMs: dominoes at the table")},
        PICTURES: {ON: say("The table as a picture"), OFF: say("The table in words")},
        CONFIRM: {OFF: say("A press plays the domino"), ON: say("A press asks before it plays")},
        FORCED: {OFF: say("I play every domino myself"), ON: say("Play my only legal domino")},
        COLORS: {OFF: say("Standard colors"), ON: say("Colors for the color-blind")},
        PACE: {
            OFF: say("My tables: the usual pace"),
            Pace.RELAXED.value: say("My tables: a relaxed pace"),
            Pace.NORMAL.value: say("My tables: a normal pace"),
            Pace.FAST.value: say("My tables: a fast pace"),
        },
        OPPONENTS: {
            OFF: say("Play now: the usual opponents"),
            "easy": say("Play now: easy opponents"),
            "steady": say("Play now: steady opponents"),
            "expert": say("Play now: expert opponents"),
        },
        PINGS: {
            ALWAYS: say("Ping me at every turn"),
            LATE: say("Ping me if the table waits"),
            NEVER: say("Never ping me"),
        },
        INVITATIONS: {
            OFF: say("Invitations in the channel"),
            ON: say("Invitations by DM"),
        },
        LEADERBOARDS: {ON: say("On the leaderboards"), OFF: say("Off the leaderboards")},
    }[name]


def _of_time(name: str, chosen: Mapping[str, str], words: Words) -> Mapping[str, str]:
    """Return the options of a setting of hours, or of the time zone."""
    say = words.say
    hours = {str(hour): hour_name(hour, words) for hour in range(HOURS)}
    if name == QUIET_FROM:
        starts = {value: say("Quiet (no pings) from {hour}", hour=hours[value]) for value in hours}
        return {OFF: say("No quiet hours"), **starts}
    if name == QUIET_UNTIL:
        return {
            value: say("Quiet until {hour}", hour=hour)
            for value, hour in hours.items()
            if value != chosen[QUIET_FROM]
        }
    zones = {**common_zones(words), chosen[ZONE]: zone_name(chosen[ZONE], words)}
    return {zone: say("Time: {name}", name=name) for zone, name in zones.items()}
