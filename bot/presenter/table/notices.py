"""Short messages beside the board: pings, offers, and public troubles.

Those that ping are plain messages: a ping inside Components V2 gives an empty notification.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.tables.errors import NoThread
from bot.tables.model import Status
from bot.tables.views import TableView
from bot.values.names import plain_name
from texas42.engine import Phase

from ..discord.board_trouble import uploads_limited
from ..discord.refusals import no_private_thread, played_here
from ..people.server_settings import SETUP
from ..rules.short_words import house_rules_lines
from ..words.games import game_title
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import known, lines, time_of_day
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row
from .claims import pings
from .front_door import ways_in
from .scene import Scene, my_hand
from .seats import seat_name, title


def nudge(table: TableView, context: RenderContext) -> Message:
    """Build the ping to the player in turn; ValueError if there is none."""
    scene = Scene.of(table, context)
    view = scene.view
    seat = known(scene.view.to_act)
    user_id = scene.table.seats[seat].user_id
    who = seat_name(scene, seat) if user_id is None else f"<@{user_id}>"
    number = scene.table.number
    led = ""
    if view.phase is Phase.PLAY and view.trick is not None and view.trick.led is not None:
        suit = scene.words.suit(view.trick.led).capitalize()
        led = " " + scene.say("{suit} were led.", suit=suit)
    text = scene.say("{name}, it's your turn at Table {number}.", name=who, number=number)
    mentions = () if user_id is None else (user_id,)
    rows = (Row((my_hand(scene), *_takeover(scene))),)
    return Message(content=lines(text + led, asking_line(scene)), rows=rows, mentions=mentions)


def takeover_asked(table: TableView, context: RenderContext) -> Message:
    """Build what stands in for a nudge that may ping nobody: what the others can ask for."""
    scene = Scene.of(table, context)
    name = seat_name(scene, known(scene.view.to_act))
    text = scene.say("Waiting for {name}.", name=name)
    rows = (Row((my_hand(scene), *_takeover(scene))),)
    return Message(content=lines(text, asking_line(scene)), rows=rows)


def _takeover(scene: Scene) -> tuple[Button, ...]:
    """Build the button that has a computer play the turn, where there are others to press it."""
    return (takeover_button(scene),) if scene.table.asked else ()


def takeover_button(scene: Scene) -> Button:
    """Build the button that has a computer play the turn of an absent player."""
    return scene.press(Verb.TAKEOVER, scene.say("Computer plays this turn"))


def asking_line(scene: Scene) -> str:
    """Say how many of the others ask for a computer's turn; empty before anybody does."""
    asking = len(scene.table.asking)
    if not asking:
        return ""
    return scene.say(
        "{n} of {all} want a computer to play this turn.", n=asking, all=len(scene.table.asked)
    )


def seats_held(table: TableView, user_ids: Iterable[int], context: RenderContext) -> Message:
    """Build the ping to the people for whom a lobby holds seats; ValueError if it holds none."""
    scene = Scene.of(table, context)
    users = tuple(user_ids)
    host = next((line.seat for line in scene.table.seats if line.host), None)
    number = scene.table.number
    when = time_of_day(known(scene.table.held_until))
    text = scene.plural(
        "{names}, your seat at Table {number} is held until {when}.",
        "{names}, your seats at Table {number} are held until {when}.",
        len(users),
        names=pings(users),
        number=number,
        when=when,
    )
    if host is not None:
        text = scene.plural(
            "{names}, {host} is saving you a seat at Table {number} until {when}.",
            "{names}, {host} is saving you seats at Table {number} until {when}.",
            len(users),
            names=pings(users),
            host=seat_name(scene, host),
            number=number,
            when=when,
        )
    sit = scene.press(Verb.SIT, scene.say("Sit"), style=ButtonStyle.SUCCESS)
    return Message(
        content=text,
        rows=(Row((sit, scene.press(Verb.LEAVE, scene.say("Can't")))),),
        mentions=users,
    )


def seat_held_by_dm(table: TableView, user_id: int, context: RenderContext) -> Message:
    """Build the DM to one person for whom a lobby without a channel holds a seat, or held one."""
    scene = Scene.of(table, context)
    if table.status is Status.CLOSED:
        return Message(content=scene.say("This table is closed."))
    host = known(next((line.seat for line in table.seats if line.host), None))
    name = seat_name(scene, host)
    game = game_title(table.rules.game, scene.words)
    sit = scene.press(Verb.SIT, scene.say("Sit"), style=ButtonStyle.SUCCESS)
    if not any(line.held_for == user_id for line in table.seats):
        text = scene.say(
            "{host}'s table plays {game}. Your seat isn't held any longer, but sit down if one is "
            "free.",
            host=name,
            game=game,
        )
        return Message(content=text, rows=(Row((sit,)),))
    text = scene.say(
        "{host} wants to play again with you: {game}. Your seat is held until {when}.",
        host=name,
        game=game,
        when=time_of_day(known(table.held_until)),
    )
    return Message(content=text, rows=(Row((sit, scene.press(Verb.LEAVE, scene.say("Can't")))),))


def takeover_offer(table: TableView, context: RenderContext) -> Message:
    """Build the offer to let a computer play the turn of an absent player."""
    scene = Scene.of(table, context)
    name = seat_name(scene, known(scene.view.to_act))
    text = scene.say("Waiting for {name}. A computer can play this turn.", name=name)
    return Message(content=text, rows=(Row((my_hand(scene), takeover_button(scene))),))


def hands_dealt(table: TableView, user_ids: Iterable[int], context: RenderContext) -> Message:
    """Build the ping to the players who can't get a DM."""
    scene = Scene.of(table, context)
    users = tuple(user_ids)
    text = scene.plural(
        "{names} your dominoes are ready at Table {number}.",
        "{names} your dominoes are ready at Table {number}.",
        len(users),
        names=pings(users),
        number=scene.table.number,
    )
    return Message(content=text, rows=(Row((my_hand(scene),)),), mentions=users)


def dm_comes_later(
    table: TableView, user_ids: Iterable[int], context: RenderContext, pinged: tuple[int, ...]
) -> Message:
    """Tell players, once, that their DM is delayed; `pinged`: those it notifies."""
    scene = Scene.of(table, context)
    users = tuple(user_ids)
    text = scene.plural(
        "{names} your dominoes come here for now: press My hand. Discord lets me start only so "
        "many new DMs at a time. Yours comes with a later hand.",
        "{names} your dominoes come here for now: press My hand. Discord lets me start only so "
        "many new DMs at a time. Yours come with a later hand.",
        len(users),
        names=pings(users),
    )
    row = Row((my_hand(scene),))
    return Message(content=text, rows=(row,), mentions=pinged, silent=not pinged)


def cannot_dm(table: TableView, user_id: int, context: RenderContext) -> Message:
    """Tell a person, once, that their DMs are closed."""
    scene = Scene.of(table, context)
    text = scene.say(
        "{name} I can't send you DMs. Press My hand here instead; nothing is lost. "
        "To get DMs: server name → Privacy Settings → Direct Messages.",
        name=f"<@{user_id}>",
    )
    return Message(content=text, rows=(Row((my_hand(scene),)),), mentions=(user_id,))


def out_of_reach(table: TableView, user_id: int, context: RenderContext) -> Message:
    """Tell a table that a player has left the server."""
    scene = Scene.of(table, context)
    seat = scene.table.seat_of(user_id)
    name = scene.say("A player") if seat is None else seat_name(scene, seat)
    text = scene.say("{name} left the server. A computer plays until {name} comes back.", name=name)
    return Message(content=text, silent=True)


def board_deleted(table: TableView, context: RenderContext) -> Message:
    """Tell a channel that its board was deleted twice."""
    scene = Scene.of(table, context)
    text = scene.say(
        "Somebody deleted the board of Table {number}. Use /table show to see it again.",
        number=scene.table.number,
    )
    return Message(content=text, silent=True)


def back_again(context: RenderContext) -> Message:
    """Tell a table's channel that the outage is over."""
    text = context.say("I'm back. No play was lost, and nobody lost time.")
    return Message(content=text, silent=True)


def greeting(context: RenderContext) -> Message:
    """Greet a server that just added the bot."""
    said = welcome(context)
    for_managers = context.say("If you manage this server, start with **Set up**.")
    set_up = Button(context.say("Set up"), ComponentId(Verb.SERVER, arg=SETUP))
    (row,) = said.rows
    content = lines(said.content, for_managers)
    return replace(said, content=content, rows=(Row((*row.items, set_up)),))


def welcome(context: RenderContext) -> Message:
    """Show newcomers the ways into a game, at the end of a channel."""
    text = context.say(
        "**Texas 42** is here: four players, two partnerships, twenty-eight dominoes.\n"
        "Press **Play now** to play three computer players right away, or **Open a table** "
        "to sit down with friends. Press **Help** to learn the game."
    )
    help_button = Button(context.say("Help"), ComponentId(Verb.HELP))
    row = Row((*ways_in(context), help_button))
    return Message(content=text, rows=(row,), silent=True)


def thread_title(host: str, context: RenderContext) -> str:
    """Write the title of a table's thread."""
    return context.say("42 · {name}'s table", name=plain_name(host))


def table_opened(
    table: TableView,
    context: RenderContext,
    *,
    no_thread: NoThread | None = None,
    no_pictures: Message | None = None,
    gone: Iterable[str] = (),
) -> Message:
    """Build the answer to the user who opened a table; the lobby itself is public.

    `no_thread`: why it has no thread, if one was wanted. `no_pictures`: the notice if the bot can't
    post pictures. `gone`: the names of those who can't play again, since they have left the server.
    """
    scene = Scene.of(table, context)
    channel = f"<#{table.known_place.channel_id}>"
    text = scene.say("{title} is open in {channel}.", title=title(scene), channel=channel)
    thread = "" if no_thread is None else played_here(no_thread, context)
    pictures = "" if no_pictures is None else no_pictures.content
    left = ""
    if names := [shown_name(name) for name in gone]:
        left = scene.plural(
            "{names} left this server, so that seat is open.",
            "{names} left this server, so their seats are open.",
            len(names),
            names=context.both(names),
        )
    return Message(content=lines(text, house_rules_lines(scene), left, thread, pictures))


def opened_by_dm(table: TableView, context: RenderContext) -> Message:
    """Build the answer to the user who opened a table that only DMs show."""
    scene = Scene.of(table, context)
    text = scene.say("Your table is open, in the next message. Give its code to your friends.")
    return Message(content=lines(text, house_rules_lines(scene)))


def opened_privately(table: TableView, why: NoThread | None, context: RenderContext) -> Message:
    """Build the answer to the user who opened a private table that has no thread; `why` not."""
    scene = Scene.of(table, context)
    text = scene.say(
        "Your private table is open. It has no thread, so everybody plays by DM, or with /hand. "
        "Give its code to your friends."
    )
    reason = "" if why is None else no_private_thread(why, context)
    return Message(content=lines(text, house_rules_lines(scene), reason))


def below(context: RenderContext) -> Message:
    """Build the answer to a command in a DM, below which the table's message comes."""
    return Message(content=context.say("Here's your table, in the next message."))


def pictures_missing(context: RenderContext, *, limited: bool) -> Message:
    """Tell a host that the bot can't post pictures in this channel.

    `limited`: Discord accepts no files in this server.
    """
    if limited:
        return Message(content=uploads_limited(context.words))
    text = context.say("I need **Attach Files** to show pictures; until then the text says it all.")
    return Message(content=text)


def words_for_pictures(context: RenderContext) -> Message:
    """Tell a table that it continues in words because Discord accepts no files there."""
    return Message(content=uploads_limited(context.words), silent=True)
