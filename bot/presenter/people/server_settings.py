"""The settings of a server: a list for each setting, showing its current value.

They stand on two pages. A third one, for the start, has those that open a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.values.server_presets import ServerPreset
from bot.values.server_settings import EventHosts, ServerSettings
from bot.values.time_zones import DEFAULT_ZONE
from bot.values.undelivered import Undelivered, UndeliveredKind
from texas42.library import Preset, games

from ..discord.undelivered import undelivered_line
from ..rules.saved_presets import list_with_own
from ..words.autocomplete import LONGEST
from ..words.games import BASE_GAME, game_title, title_of
from ..words.ids import ComponentId, Verb
from ..words.language import Words
from ..words.names import shown_name
from ..words.parts import choices, framed, lines, plain, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, OptionSource, Part, Row, Select, Text
from .settings import OFF, ON
from .time_zones import common_zones, zone_name

EVENTS, THREADS, GAME, PRESET, LEADERBOARDS, SERVER_PICTURES = (
    *("events", "threads", "game", "preset", "leaderboards", "pictures"),
)
SERVER_ZONE = "zone"
TABLES = "tables"
POSTS = "posts"
SETUP = "setup"
OURS = {
    TABLES: (EVENTS, THREADS, GAME, PRESET, SERVER_PICTURES, SERVER_ZONE),
    SETUP: (THREADS, GAME, PRESET, SERVER_ZONE),
}
"""The lists of our own on these pages, below Discord's."""
PAGES = (TABLES, POSTS, SETUP)
"""The pages, as arguments of `Verb.SERVER`."""
A_PAGE = 1_000
"""The place of a list's page in the seq of its id."""
USUAL = "usual"
"""The value of a preset that nobody has chosen."""
MOST_CHANNELS = 25


def server_settings_screen(
    now: ServerSettings,
    presets: Sequence[Preset],
    refused: Sequence[Undelivered],
    context: RenderContext,
    page: str = TABLES,
    saved: Sequence[ServerPreset] = (),
    *,
    role_is_heard: bool = True,
) -> Message:
    """Build a page of a server's settings.

    `presets`: those of its default game. `refused`: the messages that Discord refused for good.
    `saved`: the server's own presets. `role_is_heard`: Discord notifies the role for players.
    """
    players = _players(page, now, context, is_heard=role_is_heard)
    if page == SETUP:
        lists = *_who_and_where(SETUP, now, context), *_lists(SETUP, now, presets, saved, context)
        return framed(Text(_setup_head(context)), *lists, *players, _first_steps(context))
    title = context.say("### Settings of this server")
    if page == POSTS:
        posts = _of_posts(now, refused, context)
        return framed(Text(title), *posts, *players, _pages(page, context))
    head = lines(title, small(context.say("New tables and events will use these.")))
    return framed(Text(head), *_of_tables(now, presets, saved, context), _pages(page, context))


def page_of(seq: int) -> str:
    """Return the page of a list, by the seq of its id."""
    number = seq // A_PAGE
    return PAGES[number] if number < len(PAGES) else TABLES


def _on_page(page: str, verb: Verb, number: int = 0) -> ComponentId:
    """Return the id of a list on a page; `number` tells lists of one verb apart."""
    return ComponentId(verb, seq=PAGES.index(page) * A_PAGE + number)


def _setup_head(context: RenderContext) -> str:
    return lines(
        context.say("## Set up 42"),
        context.say("Keep or change this, then press **Open the first table**."),
    )


def _pages(page: str, context: RenderContext) -> Row:
    """Build the buttons of the two pages."""
    titles = {TABLES: context.say("Tables and events"), POSTS: context.say("What I post")}
    return Row(
        tuple(
            Button(
                title,
                ComponentId(Verb.SERVER, arg=name),
                ButtonStyle.PRIMARY if name == page else ButtonStyle.SECONDARY,
                disabled=name == page,
            )
            for name, title in titles.items()
        )
    )


def _first_steps(context: RenderContext) -> Row:
    """Build the button that opens the first table, and the ways to other pages."""
    opened = Button(
        context.say("Open the first table"), ComponentId(Verb.SERVER_OPEN), ButtonStyle.SUCCESS
    )
    check = Button(context.say("Permissions"), ComponentId(Verb.DIAGNOSE))
    more = Button(context.say("More settings"), ComponentId(Verb.SERVER, arg=TABLES))
    return Row((opened, check, more))


def _of_tables(
    now: ServerSettings,
    presets: Sequence[Preset],
    saved: Sequence[ServerPreset],
    context: RenderContext,
) -> Sequence[Part]:
    """Build where tables open, who opens them and events, and what is played."""
    events, *others = _lists(TABLES, now, presets, saved, context)
    hosts = [events]
    if now.event_hosts is EventHosts.ROLE:
        nobody = context.say("Until you choose a role, only managers can")
        chosen = _on_page(TABLES, Verb.SERVER_EVENT_ROLE)
        hosts.append(_role_list(chosen, nobody, now.event_role))
    return *_who_and_where(TABLES, now, context), *hosts, *others


def _who_and_where(page: str, now: ServerSettings, context: RenderContext) -> tuple[Row, ...]:
    """Build Discord's own lists of the channels for tables, and of the role that opens them."""
    channels = Select(
        _on_page(page, Verb.SERVER_CHANNELS),
        context.say("Tables open in any channel"),
        listed=OptionSource.CHANNELS,
        chosen=now.channels,
        most=MOST_CHANNELS,
    )
    anyone = context.say("Anyone can open a table")
    return Row((channels,)), _role_list(_on_page(page, Verb.SERVER_ROLE), anyone, now.host_role)


def _lists(
    page: str,
    now: ServerSettings,
    presets: Sequence[Preset],
    saved: Sequence[ServerPreset],
    context: RenderContext,
) -> Iterator[Row]:
    """Yield the list of each setting; one that Discord can't show as a whole takes two rows."""
    zone = now.time_zone or DEFAULT_ZONE
    chosen = {
        EVENTS: now.event_hosts.value,
        THREADS: ON if now.threads else OFF,
        GAME: now.preset if now.preset in {each.key for each in saved} else now.game,
        PRESET: now.preset if now.preset in {each.name for each in presets} else USUAL,
        SERVER_PICTURES: ON if now.pictures else OFF,
        SERVER_ZONE: zone,
    }
    of_game = sum(each.base is not None for each in presets)
    own = {GAME: len(saved), PRESET: of_game + 1 if of_game else 0}  # after "House rules: none"
    for number, name in enumerate(OURS[page]):
        if name == SERVER_ZONE:
            offered = _zones(zone, context.words)
        else:
            offered = _options(name, presets, context.words, saved)
        list_id = _on_page(page, Verb.SERVER, number)
        yield from _list(list_id, name, offered, chosen[name] or "", context, own.get(name, 0))


def _of_posts(
    now: ServerSettings, refused: Sequence[Undelivered], context: RenderContext
) -> Sequence[Part]:
    """Build what is posted by itself, and where; a chosen channel does not say what it is for."""
    options = _options(LEADERBOARDS, (), context.words)
    list_id = _on_page(POSTS, Verb.SERVER)
    leaderboards = _list(list_id, LEADERBOARDS, options, ON if now.leaderboards else OFF, context)
    daily = small(context.say("Where I post who has finished the daily hand:"))
    welcome = small(
        context.say(
            "Where I keep a welcome with Play now at the end, without a ping. After ten newer "
            "messages I move it down, at most once an hour:"
        )
    )
    return (
        *leaderboards,
        Text(daily),
        _chat_list(Verb.SERVER_DAILY, now.daily_channel, context),
        Text(welcome),
        _chat_list(Verb.SERVER_WELCOME, now.welcome_channel, context),
        *_troubles(now, refused, context),
    )


def _players(
    page: str, now: ServerSettings, context: RenderContext, *, is_heard: bool
) -> Sequence[Part]:
    """Build the list of roles that a lobby can mention; say if Discord would notify nobody."""
    head = context.say("Mention this role to look for players:")
    role = now.players_role
    list_id = _on_page(page, Verb.SERVER_PLAYERS)
    parts = (
        Text(small(head)),
        _role_list(list_id, context.say("No role for players"), role),
    )
    if role is None or is_heard:
        return parts
    unheard = context.say(
        "Discord won't notify {role}. Let anyone mention it in the role's settings, or give me "
        "**Mention Everyone**.",
        role=f"<@&{role}>",
    )
    return *parts, Text(unheard)


def _chat_list(verb: Verb, channel_id: int | None, context: RenderContext) -> Row:
    """Build a list of the channels in which messages can be posted."""
    select = Select(
        _on_page(POSTS, verb),
        context.say("Not posted"),
        listed=OptionSource.CHATS,
        chosen=() if channel_id is None else (channel_id,),
    )
    return Row((select,))


def _troubles(
    now: ServerSettings, refused: Sequence[Undelivered], context: RenderContext
) -> Sequence[Part]:
    """Build what Discord refused in the chosen channels, and a button to try it again."""
    chosen = {
        UndeliveredKind.DAILY_BOARD: now.daily_channel,
        UndeliveredKind.WELCOME: now.welcome_channel,
    }
    told = [
        undelivered_line(each, context) for each in refused if each.channel_id == chosen[each.kind]
    ]
    if not told:
        return ()
    again = Button(context.say("Try again"), ComponentId(Verb.SERVER_AGAIN))
    return Text(lines(*told)), Row((again,))


def _role_list(list_id: ComponentId, nothing: str, role: int | None) -> Row:
    """Build a list of the server's roles; `nothing`: what no choice means."""
    chosen = () if role is None else (role,)
    return Row((Select(list_id, nothing, listed=OptionSource.ROLES, chosen=chosen),))


def _list(
    list_id: ComponentId,
    name: str,
    offered: Mapping[str, str],
    now: str,
    context: RenderContext,
    own: int = 0,
) -> Iterator[Row]:
    """Yield the list of a setting; `own`: how many of the first options are the server's own."""
    labels = {f"{name}/{value}": label[:LONGEST] for value, label in offered.items()}
    options = choices(labels, f"{name}/{now}")
    others = context.say("Other choices") if own else context.say("Choose")
    yield from list_with_own(list_id, options, own, others, context)


def _zones(now: str, words: Words) -> Mapping[str, str]:
    """Return the time zones that most people live in, and the one in effect."""
    zones = {**common_zones(words), now: zone_name(now, words)}
    return {zone: words.say("Time zone: {name}", name=name) for zone, name in zones.items()}


def _short_title(preset: Preset, words: Words) -> str:
    """Return a preset's title as long as a name: a phone shows all lists of the page."""
    return shown_name(preset.title) if preset.base is not None else title_of(preset, words)


def _options(
    name: str,
    presets: Sequence[Preset],
    words: Words,
    saved: Sequence[ServerPreset] = (),
) -> Mapping[str, str]:
    """Return each setting's options by value; each label says all that it means."""
    say = words.say
    if name == GAME:
        titles = {spec.id: plain(game_title(spec, words)) for spec in games()}
        ordered = sorted(titles, key=lambda game: game != BASE_GAME)
        shipped = {game: say("The usual game: {game}", game=titles[game]) for game in ordered}
        own = {each.key: plain(shown_name(each.name)) for each in saved}  # short: many rows
        return {
            **{key: say("The usual game: {game}", game=name) for key, name in own.items()},
            **shipped,
        }
    if name == PRESET:
        named = {each.name: plain(_short_title(each, words)) for each in presets}
        rules = {name: say("House rules: {name}", name=title) for name, title in named.items()}
        return {USUAL: say("House rules: none"), **rules}
    return {
        EVENTS: {
            EventHosts.TABLES.value: say("Whoever opens tables can open events"),
            EventHosts.ANYONE.value: say("Anyone can open events"),
            EventHosts.ROLE.value: say("People with a role can open events"),
            EventHosts.MANAGERS.value: say("Only managers can open events"),
        },
        THREADS: {OFF: say("Tables in the channel"), ON: say("Each table in its own thread")},
        LEADERBOARDS: {ON: say("With a leaderboard"), OFF: say("Without a leaderboard")},
        SERVER_PICTURES: {ON: say("Tables as pictures"), OFF: say("Tables in words only")},
    }[name]
