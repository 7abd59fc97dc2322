"""Invitations: whom to bring to a table, what they get, and the call for players.

What pings is a plain message: a ping inside Components V2 gives an empty notification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.tables.model import Occupant
from bot.tables.views import TableView
from bot.values.pings import MOST_INVITED

from ..people.settings import settings_button
from ..table.claims import pings
from ..table.code import join_by
from ..table.front_door import address_of, back_to
from ..table.notices import opened_privately
from ..table.scene import Scene
from ..table.seats import seat_name
from ..words.games import game_title
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import known, lines, note
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Link, Message, OptionSource, Row, Select


@dataclass(frozen=True, slots=True)
class Reached:
    """How invited people were reached, by their names."""

    in_channel: Sequence[str] = ()
    by_dm: Sequence[str] = ()
    not_reached: Sequence[str] = ()


def invite_button(scene: Scene, user_id: int) -> tuple[Button, ...]:
    """Build the button that invites people, for somebody who has a seat where one is left."""
    table = scene.table
    has_room = any(
        line.occupant is not Occupant.PERSON and line.holder is None and line.held_for is None
        for line in table.seats
    )
    if not has_room or table.event_id is not None or table.held_by(user_id) is None:
        return ()
    return (scene.press(Verb.INVITE, scene.say("Invite…")),)


def invite_page(table: TableView, context: RenderContext) -> Message:
    """Build the page on which somebody at a table chooses whom to invite."""
    scene = Scene.of(table, context)
    text = scene.say("### Who should sit down with you?")
    how = scene.say("Up to three people. I mention them once at the table, or send them a DM.")
    if table.place is None:
        how = scene.say("Up to three people. I send a DM to those who want invitations that way.")
    people = Select(
        scene.id_of(Verb.INVITE_PEOPLE),
        scene.say("Choose people"),
        listed=OptionSource.PEOPLE,
        most=MOST_INVITED,
    )
    return note(
        lines(text, how), Row((people,)), Row((back_to(scene.id_of(Verb.MENU), scene.context),))
    )


def invitation(
    table: TableView, inviter: int, people: Iterable[int], context: RenderContext
) -> Message:
    """Build the message that mentions invited people in the table's channel."""
    scene = Scene.of(table, context)
    users = tuple(people)
    text = scene.say(
        "{names}, {name} invites you to Table {number}: {game}.",
        names=pings(users),
        name=_name_of(scene, inviter),
        number=table.number,
        game=game_title(table.rules.game, scene.words),
    )
    by_dm = Button(scene.say("Invitations by DM"), ComponentId(Verb.INVITED_BY_DM))
    return Message(content=text, rows=(Row((_sit(scene), by_dm)),), mentions=users)


def invitation_dm(table: TableView, inviter: int, context: RenderContext) -> Message:
    """Build the DM that invites one person."""
    scene = Scene.of(table, context)
    name = _name_of(scene, inviter)
    game = game_title(table.rules.game, scene.words)
    text = scene.say("{name} invites you to a table: {game}.", name=name, game=game)
    if table.place is not None:
        text = scene.say(
            "{name} invites you to Table {number} in {channel}: {game}.",
            name=name,
            number=table.number,
            channel=f"<#{table.place.channel_id}>",
            game=game,
        )
    return Message(content=text, rows=(Row((_sit(scene), *_go(scene))),))


def invited(
    table: TableView, reached: Reached, context: RenderContext, *, code: str | None = None
) -> Message:
    """Tell the inviter how the people were reached, and what to do about the others.

    `code`: what seats those who type it, if the table has one.
    """
    scene = Scene.of(table, context)
    texts = _who_was_reached(scene, reached, code)
    return note(lines(*texts), Row((back_to(scene.id_of(Verb.MENU), scene.context),)))


def opened_again(
    table: TableView, reached: Reached, context: RenderContext, *, code: str | None
) -> Message:
    """Build the answer to who opened a table without a channel for the people of a game."""
    scene = Scene.of(table, context)
    text = scene.say("Your table is open, in a message from me.")
    if table.private:
        text = opened_privately(table, None, context).content
    return note(lines(text, *_who_was_reached(scene, reached, code)))


def _who_was_reached(scene: Scene, reached: Reached, code: str | None) -> Iterator[str]:
    """Say how the people were reached, and what to do about the others."""
    if reached.in_channel:
        channel = f"<#{scene.table.known_place.channel_id}>"
        names = _listed(scene, reached.in_channel)
        yield scene.say("I've invited {names} in {channel}.", names=names, channel=channel)
    if reached.by_dm:
        names = _listed(scene, reached.by_dm)
        yield scene.say("I've sent {names} a DM.", names=names)
    if reached.not_reached:
        names = _listed(scene, reached.not_reached)
        yield scene.say("I couldn't reach {names}.", names=names)
        yield _instead(scene, code)


def _instead(scene: Scene, code: str | None) -> str:
    """Say how to bring people whom the bot can't reach."""
    if code is not None:
        join = join_by(code, scene.context)
        return scene.say("They can sit down with {join}.", join=join)
    place = scene.table.place
    if place is None:
        return scene.say("Ask them yourself.")
    return scene.say(
        "They may not see {channel}. Message them yourself, or ask a manager of the server to let "
        "them in.",
        channel=f"<#{place.channel_id}>",
    )


def sat_down(table: TableView, context: RenderContext) -> Message:
    """Confirm a seat at a table in a channel that somebody took in a DM."""
    scene = Scene.of(table, context)
    text = scene.say("You have a seat at Table {number}.", number=table.number)
    return note(text, Row(_go(scene)))


def dm_invitations_on(context: RenderContext) -> Message:
    """Confirm that invitations come by DM from now on."""
    text = context.say(
        "Done. From now on I send you invitations by DM, outside your quiet hours and only if you "
        "allow pings."
    )
    return note(text, Row((settings_button(context),)))


def dm_invitations_refused(context: RenderContext) -> Message:
    """Explain that invitations by DM need a DM, and offer to try again."""
    text = context.say(
        "I can't DM you right now, so invitations stay in the channel. Allow direct messages from "
        "this server, then try again."
    )
    return note(text, Row((Button(context.say("Try again"), ComponentId(Verb.INVITED_BY_DM)),)))


def players_call(table: TableView, role: int, context: RenderContext) -> Message:
    """Build the message that mentions a server's role, as a lobby looks for players."""
    scene = Scene.of(table, context)
    text = scene.plural(
        "{role}, Table {number} needs one more: {game}.",
        "{role}, Table {number} needs {n} more: {game}.",
        table.free_seats,
        role=f"<@&{role}>",
        number=table.number,
        game=game_title(table.rules.game, scene.words),
    )
    return Message(content=text, rows=(Row((_sit(scene),)),), roles=(role,))


def players_called(table: TableView, role: int, context: RenderContext) -> Message:
    """Confirm a call for players to who made it."""
    scene = Scene.of(table, context)
    text = scene.say("I've asked {role}.", role=f"<@&{role}>")
    return note(text, Row((back_to(scene.id_of(Verb.MENU), scene.context),)))


def _sit(scene: Scene) -> Button:
    return scene.press(Verb.SIT, scene.say("Sit"), style=ButtonStyle.SUCCESS)


def _go(scene: Scene) -> tuple[Link, ...]:
    """Build the link to the table, if it has a channel."""
    place = scene.table.place
    return () if place is None else (Link(scene.say("Go to the table"), address_of(place)),)


def _name_of(scene: Scene, user_id: int) -> str:
    """Name a person who has a seat, now or from the next shake."""
    seat = known(scene.table.held_by(user_id))
    if scene.table.seats[seat].occupant is Occupant.PERSON:
        return seat_name(scene, seat)
    return shown_name(scene.table.newcomers[seat])


def _listed(scene: Scene, names: Iterable[str]) -> str:
    return scene.both(shown_name(name) for name in names)
