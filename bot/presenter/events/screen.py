"""The screens of an event: who is in it, the tables of a round, the standings, the end."""

from __future__ import annotations

from bot.events.model import PEOPLE_A_TABLE, SEATS, EventStatus, Partners
from bot.events.views import EventView, PlayerLine, TableLine
from bot.values.names import plain_name

from ..rules.screen import changes_line, rules_line
from ..table.front_door import front_door
from ..table.pages import paged, shortened
from ..words.games import game_title
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import clock, framed, lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Part, Row, Separator, Text
from .ending import event_over, left_line
from .standings import is_computer, names_of, player_name, standings

FEWEST_NAMES = 4
SEPARATORS = ("", "")
"""Empty lines as high as the lines between the texts."""


def event_screen(event: EventView, context: RenderContext) -> Message:
    """Build the public screen of an event, as much as a phone shows; the rest is in its status."""
    rows = _controls(event, context)
    texts = _before_or_after(event, context, rows) or _meanwhile(event, context, rows)
    parts: list[Part] = []
    for text in filter(None, texts):
        parts += [Separator(), Text(text)] if parts else [Text(text)]
    return framed(*parts, *rows)


def event_status(event: EventView, context: RenderContext, page: int = 1) -> Message:
    """Build a page of an event's status for one person: its tables and all of the standings."""
    texts = _before_or_after(event, context, None)
    if not texts:
        place = context.say("The event is in {channel}.", channel=f"<#{event.channel_id}>")
        title = context.say("Event · Round {number}", number=event.round_no)
        tables = (_table_status(table, context) for table in event.tables)
        results = standings(event, context, len(event.players))
        texts = (f"### {title}", *tables, results, _after(event, context), small(place))
    over = event.status is EventStatus.CLOSED
    rows = (front_door(context),) if over else ()

    def id_of(number: int) -> ComponentId:
        return ComponentId(Verb.EVENT, event.event_id, 0, str(number))

    return framed(*paged(lines(*texts), page, id_of, context, *rows))


def _before_or_after(
    event: EventView, context: RenderContext, rows: tuple[Row, ...] | None
) -> tuple[str, ...]:
    """Write the texts of an event that is open or closed; empty while it goes on.

    `rows`: what is below them on a screen that has room for only some lines; None for all lines.
    """
    if event.status is EventStatus.OPEN:
        head = _open_heading(event, context)
        footer = _open_footer(event, context)
        return head, _who(event, context, (head, footer), rows), footer
    if event.status is EventStatus.CLOSED:
        head = _final_heading(event, context)
        return head, _fitting_standings(event, context, (head,), rows)
    return ()


def _meanwhile(event: EventView, context: RenderContext, rows: tuple[Row, ...]) -> tuple[str, ...]:
    """Write the texts of an event's round: the tables, then the leaders, if there is room."""
    title, *tables = _round(event, context)
    after = _after(event, context)
    shown = shortened(tables, context, (title, after, *SEPARATORS), *rows)
    beside = (title, *shown, after)
    leaders = ""
    if len(shown) == len(tables):
        leaders = _fitting_standings(event, context, beside, rows)
    return lines(title, *shown), leaders, after


def _fitting_standings(
    event: EventView, context: RenderContext, beside: tuple[str, ...], rows: tuple[Row, ...] | None
) -> str:
    """Write the standings, as many as there is room for beside other texts and rows."""
    whole = standings(event, context, len(event.players))
    if rows is None or not whole:
        return whole
    head, *found, unit = whole.split("\n")
    shown = shortened(found, context, (*beside, head, unit, *SEPARATORS), *rows)
    return lines(head, *shown, unit) if shown else ""


def event_said(
    event: EventView, user_id: int, context: RenderContext, *, left: bool = False
) -> Message:
    """Build the answer to a person's command: whether they're in, and at which table.

    `left`: they had a place in the event earlier.
    """
    if event.status is EventStatus.CLOSED:
        return note(event_over(event, user_id, context, left=left))
    where = f"<#{event.channel_id}>"
    table = next(
        (t for t in event.tables if any(_is(p, user_id) for s in t.sides for p in s)), None
    )
    if event.place_of(user_id) is None and left:
        return note(left_line(event, context))
    if event.place_of(user_id) is None:
        text = context.say("You don't have a place in the event in {channel}.", channel=where)
        return note(text)
    if table is not None:
        place = f"<#{table.channel_id}>"
        return note(
            context.say("You're in! Table {number}: {place}.", number=table.number, place=place)
        )
    text = context.say("You're in! The event is in {channel}.", channel=where)
    wish = next((wish for player, wish in event.wishes if _is(player, user_id)), None)
    if wish is not None:
        text += " " + context.say(
            "You're partners as soon as {name} joins and picks you.", name=f"<@{wish}>"
        )
    return note(text)


def event_moved(event: EventView, context: RenderContext) -> Message:
    """Say where an event has moved, to its host and to people who look in the old place."""
    return note(context.say("The event moved to {channel}.", channel=f"<#{event.channel_id}>"))


def confirm_event_close(event: EventView, context: RenderContext) -> Message:
    """Ask the host to confirm ending an event whose games are still going."""
    component_id = ComponentId(Verb.EVENT_CLOSE, event.event_id, 0, "yes")
    close = Button(context.say("Close event"), component_id, ButtonStyle.DANGER)
    text = context.say("Close the event? Unfinished games won't count.")
    return note(text, Row((close,)))


def event_thread_title(table_no: int, event: EventView, context: RenderContext) -> str:
    """Name the thread of an event's table."""
    host = plain_name(event.host)
    return context.say("Table {number} · {name}'s event", number=table_no, name=host)


def _is(player: PlayerLine, user_id: int) -> bool:
    return player.user_id == user_id


# Before the start ----------------------------------------------------------------------------


def _open_heading(event: EventView, context: RenderContext) -> str:
    if event.partners is Partners.FIXED:
        how = context.say(
            "Partners stay together. Choose yours with /event join, or we'll draw one for you. "
            "After each round the winners move up a table and the losers stay; the losers at "
            "table 1 go to the last table."
        )
    else:
        how = context.say("Partners rotate: everyone plays with everyone.")
    title = context.say("Event · {game}", game=game_title(event.rules.game, context.words))
    host = context.say(
        "Host: {name}", name=shown_name(event.host) if event.host else context.say("Former player")
    )
    rules = lines(rules_line(event.rules, context.words), changes_line(event.rules, context.words))
    return lines(f"## {title}", rules, host, small(how))


def _who(
    event: EventView, context: RenderContext, beside: tuple[str, ...], rows: tuple[Row, ...] | None
) -> str:
    paired = {player.number for pair in event.pairs for player in pair}
    wishes = {player.number: wish for player, wish in event.wishes}
    texts = [names_of(pair, context) for pair in event.pairs]
    for player in event.players:
        if player.number in wishes:
            name = player_name(player, context)
            wish = f"<@{wishes[player.number]}>"
            texts.append(context.say("{name}, hoping for {partner}", name=name, partner=wish))
        elif player.number not in paired:
            texts.append(player_name(player, context))
    count = context.plural("{n} player", "{n} players", len(event.players))
    listed = [f"- {text}" for text in texts]
    if rows is not None:
        listed = shortened(
            listed, context, (*beside, count, *SEPARATORS), *rows, fewest=FEWEST_NAMES
        )
    return lines(f"**{count}**", *listed)


def _open_footer(event: EventView, context: RenderContext) -> str:
    consent = context.say("By joining you agree to get your dominoes by DM.")
    return lines(_tables_line(event, context), _until(event, context), small(consent))


def _tables_line(event: EventView, context: RenderContext) -> str:
    """Say how many tables there are, and who is missing."""
    tables = context.plural("{n} table.", "{n} tables.", event.table_count)
    free = event.table_count * SEATS - len(event.players)
    missing = event.table_count * PEOPLE_A_TABLE - len(event.players)
    filled = ""
    if missing > 0:
        filled = context.plural(
            "{n} more person needs to join.", "{n} more people need to join.", missing
        )
    elif free > 0:
        filled = context.plural(
            "A computer fills the 1 open seat.", "Computers fill the {n} open seats.", free
        )
    return f"{tables} {filled}".rstrip()


def _until(event: EventView, context: RenderContext) -> str:
    """Say when an event closes that nobody starts."""
    if event.next_at is None:
        return ""
    when = clock(event.next_at)
    return small(context.say("The event closes {when} unless it starts.", when=when))


# Rounds --------------------------------------------------------------------------------------


def _round(event: EventView, context: RenderContext) -> tuple[str, ...]:
    """Write the title of a round, and the lines of each table."""
    title = context.say(
        "Event · {game} · Round {number}",
        game=game_title(event.rules.game, context.words),
        number=event.round_no,
    )
    return (f"## {title}", *(_table(table, context) for table in event.tables))


def _table(table: TableLine, context: RenderContext) -> str:
    place = context.say(
        "**Table {number}** {place}", number=table.number, place=f"<#{table.channel_id}>"
    )
    ours, theirs = (names_of(side, context) for side in table.sides)
    if table.winner is None:
        first, second = table.total
        score = context.say(
            "{ours} {first} : {second} {theirs}",
            ours=ours,
            theirs=theirs,
            first=f"**{first}**",
            second=f"**{second}**",
        )
        return lines(place, score, small(_thread_gone_line(context)) if table.paused else "")
    won, lost = (ours, theirs) if table.winner == 0 else (theirs, ours)
    if not table.counted:
        text = context.say("The game didn't finish. {names} move up by a draw.", names=won)
        return lines(place, text)
    high = table.total[table.winner]
    low = table.total[1 - table.winner]
    text = context.say(
        "**{winner}** beat {loser}, {high} to {low}", winner=won, loser=lost, high=high, low=low
    )
    return lines(place, text)


def _table_status(table: TableLine, context: RenderContext) -> str:
    """Describe the state of a table in one line, without names."""
    if table.winner is not None:
        state = context.words.say_as("game", "over") if table.counted else context.say("unfinished")
    else:
        state = context.say(
            "playing, {first} : {second}", first=table.total[0], second=table.total[1]
        )
    if table.paused and table.winner is None:
        state = _thread_gone_line(context)
    place = f"<#{table.channel_id}>"
    return context.say(
        "**Table {number}** {place} · {state}", number=table.number, place=place, state=state
    )


def _thread_gone_line(context: RenderContext) -> str:
    return context.say(
        "Paused: its thread is gone. Its players can go on elsewhere with /table move."
    )


def _after(event: EventView, context: RenderContext) -> str:
    free = sum(player.user_id is None for player in event.players)
    join = ""
    if free:
        join = context.plural(
            "A computer player holds {n} place. Press Join to take it.",
            "Computer players hold {n} places. Press Join to take one.",
            free,
        )
    if event.status is EventStatus.PLAYING:
        playing = sum(table.winner is None for table in event.tables)
        waits = context.plural(
            "{n} table is still playing.", "{n} tables are still playing.", playing
        )
        return lines(waits, small(join))
    waits = context.say("The round is over.")
    if event.next_at is not None and event.goes_on:
        waits += " " + context.say(
            "Next round {when}, or when the host starts it under Manage.", when=clock(event.next_at)
        )
    elif event.next_at is not None:
        when = clock(event.next_at)
        waits += " " + context.say("Nobody is here. The event closes {when}.", when=when)
    return lines(waits, small(join))


# The end -------------------------------------------------------------------------------------


def _final_heading(event: EventView, context: RenderContext) -> str:
    title = context.say("Event · {game}", game=game_title(event.rules.game, context.words))
    first = [line for line in event.standings if line.place == 1 and line.won]
    winners = [each for line in first for each in line.players if not is_computer(each)]
    if not winners:
        return lines(f"## {title}", context.say("The event is closed."))
    names = names_of(winners, context)
    count = len(winners)
    won = context.plural("{names} wins the event", "{names} win the event", count, names=names)
    return lines(f"## {title}", f"### {won}")


# Controls ------------------------------------------------------------------------------------


def _controls(event: EventView, context: RenderContext) -> tuple[Row, ...]:
    if event.status is EventStatus.CLOSED:
        return (front_door(context, _press(event, Verb.EVENT, context.say("Standings"))),)
    full = event.status is not EventStatus.OPEN and len(event.people) == len(event.players)
    join = _press(event, Verb.EVENT_JOIN, context.say("Join"), ButtonStyle.SUCCESS, disabled=full)
    leave = _press(event, Verb.EVENT_LEAVE, context.say("Leave"))
    manage = _press(event, Verb.EVENT_MANAGE, context.say("Manage"))
    if event.status is EventStatus.OPEN:
        return (Row((join, leave, manage)),)
    status = _press(event, Verb.EVENT, context.say("Standings"))
    return Row((join, leave)), Row((status, manage))


def manage_event(event: EventView, context: RenderContext) -> Message:
    """Build the private page of what only the host can do: go on, or close the event."""
    close = _press(event, Verb.EVENT_CLOSE, context.say("Close event"), ButtonStyle.DANGER)
    state: tuple[str, ...] = (_after(event, context),)
    if event.status is EventStatus.OPEN:
        count = context.plural("{n} player", "{n} players", len(event.players))
        state = (f"{count} · {_tables_line(event, context)}", _until(event, context))
        go_on = _press(event, Verb.EVENT_START, context.say("Start"), ButtonStyle.PRIMARY)
    else:
        waits = event.status is EventStatus.PLAYING
        label = context.say("Next round")
        go_on = _press(event, Verb.EVENT_NEXT, label, ButtonStyle.PRIMARY, disabled=waits)
    title = context.say("Manage the event")
    return note(lines(f"### {title}", *state), Row((go_on, close)))


def _press(
    event: EventView,
    verb: Verb,
    label: str,
    style: ButtonStyle = ButtonStyle.SECONDARY,
    *,
    disabled: bool = False,
) -> Button:
    return Button(label, ComponentId(verb, event.event_id, 0), style, disabled)
