"""The settings of a server: a list for each setting, showing its current value, on two pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.values.server_presets import ServerPreset
from bot.values.server_settings import EventHosts, ServerSettings
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

EVENTS, THREADS, GAME, PRESET, LEADERBOARDS, SERVER_PICTURES = (
    *("events", "threads", "game", "preset", "leaderboards", "pictures"),
)
TABLES = "tables"
POSTS = "posts"
"""The pages, as arguments of `Verb.SERVER`."""
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
    title = context.say("## Settings of this server")
    if page == POSTS:
        posts = _of_posts(now, refused, context)
        players = _players(now, context, is_heard=role_is_heard)
        return framed(Text(title), *posts, *players, _pages(page, context))
    head = lines(title, small(context.say("New tables and events will use these.")))
    return framed(Text(head), *_of_tables(now, presets, saved, context), _pages(page, context))


def page_of(setting: str) -> str:
    """Return the page with a setting that is on or off, or chosen from a list."""
    return POSTS if setting == LEADERBOARDS else TABLES


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


def _of_tables(
    now: ServerSettings,
    presets: Sequence[Preset],
    saved: Sequence[ServerPreset],
    context: RenderContext,
) -> Sequence[Part]:
    """Build where tables open, who opens them and events, and what is played."""
    channels = Select(
        ComponentId(Verb.SERVER_CHANNELS),
        context.say("Tables open in any channel"),
        listed=OptionSource.CHANNELS,
        chosen=now.channels,
        most=MOST_CHANNELS,
    )
    role = _role_list(Verb.SERVER_ROLE, context.say("Anyone can open a table"), now.host_role)
    chosen = {
        EVENTS: now.event_hosts.value,
        THREADS: ON if now.threads else OFF,
        GAME: now.preset if now.preset in {each.key for each in saved} else now.game,
        PRESET: now.preset if now.preset in {each.name for each in presets} else USUAL,
        SERVER_PICTURES: ON if now.pictures else OFF,
    }
    of_game = sum(each.base is not None for each in presets)
    own = {GAME: len(saved), PRESET: of_game + 1 if of_game else 0}  # after "House rules: none"
    rows = [
        list(
            _list(
                number,
                name,
                _options(name, presets, context.words, saved),
                chosen[name] or "",
                context,
                own.get(name, 0),
            )
        )
        for number, name in enumerate(chosen)
    ]
    if now.event_hosts is EventHosts.ROLE:
        nobody = context.say("Until you choose a role, only managers can")
        rows.insert(1, [_role_list(Verb.SERVER_EVENT_ROLE, nobody, now.event_role)])
    return Row((channels,)), role, *(row for each in rows for row in each)


def _of_posts(
    now: ServerSettings, refused: Sequence[Undelivered], context: RenderContext
) -> Sequence[Part]:
    """Build what is posted by itself, and where; a chosen channel does not say what it is for."""
    options = _options(LEADERBOARDS, (), context.words)
    leaderboards = _list(0, LEADERBOARDS, options, ON if now.leaderboards else OFF, context)
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


def _players(now: ServerSettings, context: RenderContext, *, is_heard: bool) -> Sequence[Part]:
    """Build the list of roles that a lobby can mention; say if Discord would notify nobody."""
    texts = [
        small(
            context.say(
                "The role that people at a table can mention to look for players, at most every "
                "30 minutes:"
            )
        )
    ]
    role = now.players_role
    roles = _role_list(Verb.SERVER_PLAYERS, context.say("No role for players"), role)
    if role is None or is_heard:
        return Text(lines(*texts)), roles
    unheard = context.say(
        "Discord won't notify {role}. Let anyone mention it in the role's settings, or give me "
        "**Mention Everyone**.",
        role=f"<@&{role}>",
    )
    return Text(lines(*texts)), roles, Text(unheard)


def _chat_list(verb: Verb, channel_id: int | None, context: RenderContext) -> Row:
    """Build a list of the channels in which messages can be posted."""
    select = Select(
        ComponentId(verb),
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


def _role_list(verb: Verb, nothing: str, role: int | None) -> Row:
    """Build a list of the server's roles; `nothing`: what no choice means."""
    chosen = () if role is None else (role,)
    return Row((Select(ComponentId(verb), nothing, listed=OptionSource.ROLES, chosen=chosen),))


def _list(
    number: int,
    name: str,
    offered: Mapping[str, str],
    now: str,
    context: RenderContext,
    own: int = 0,
) -> Iterator[Row]:
    """Yield the list of a setting; `own`: how many of the first options are the server's own."""
    labels = {f"{name}/{value}": label[:LONGEST] for value, label in offered.items()}
    options = choices(labels, f"{name}/{now}")
    pressed = ComponentId(Verb.SERVER, seq=number)
    yield from list_with_own(pressed, options, own, context.say("Choose"), context)


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
