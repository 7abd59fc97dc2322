"""The table's menu, "Table…": what the people who sit there can change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.tables.model import Occupant, Status
from bot.tables.views import TableView
from bot.values.pace import Pace
from bot.values.server_presets import ServerPreset
from texas42.library import games

from ..company.inviting import invite_button
from ..rules.keeping import (
    can_be_private,
    can_switch_keeping,
    keeping_button,
    keeping_line,
    private_line,
)
from ..rules.saved_presets import list_with_own, saved_option
from ..rules.screen import changes_line, rules_line
from ..words.games import game_about, game_title
from ..words.ids import Verb
from ..words.parts import choices, lines, note, plain, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row, Select, SelectOption
from .code import code_line
from .hints import can_switch_hints
from .lobby import leave_button, people
from .next_game import level_words, next_game_line, next_partners_line
from .scene import Scene, rules_button
from .seats import option_now, plays_alone, title

LONGEST = 100
MOST_TRADES = 25
IN_ROW = 3


def table_menu(
    table: TableView,
    user_id: int,
    context: RenderContext,
    *,
    manager: bool = False,
    score_words: tuple[str, ...] = (),
    presets: Sequence[ServerPreset] = (),
    calls_role: bool = False,
    code: str | None = None,
) -> Message:
    """Build the menu for a person at the table.

    `manager`: they manage the server. `score_words`: the words that marks can spell. `presets`:
    those of the server. `calls_role`: the server has a role for players. `code`: the table's, for
    those who sit there.
    """
    scene = Scene.of(table, context)
    is_host = any(line.host and line.user_id == user_id for line in scene.table.seats)
    may_choose = is_host and scene.table.event_id is None
    rows: list[Row] = []
    over = scene.table.status is Status.FINISHED and scene.table.event_id is None
    if may_choose and (over or scene.table.status is Status.LOBBY):
        rows += _games(scene, presets)
    sets_up = scene.table.may_set_rules(user_id)
    if sets_up and not over:
        rows += _levels(scene)
        rows += _removals(scene, user_id, is_host=is_host)
    switches = _partners(scene) if sets_up and not over and may_choose else []
    if is_host and can_switch_hints(scene.table):
        switches.append(_hints_button(scene))
    if switches:
        rows.append(Row(tuple(switches)))
    words = tuple(dict.fromkeys((*score_words, scene.table.score_word)))
    if is_host and scene.table.rules_ahead.by_marks and len(words) > 1:
        rows.append(_score_words(scene, words))
    buttons = _ways_to_bring(scene, user_id, calls_role=calls_role)
    buttons += [scene.press(Verb.HOUSE, scene.say("House rules"))] if sets_up else []
    if sets_up and over:
        buttons.append(scene.press(Verb.PLAYERS, scene.say("Players…")))
    buttons.append(rules_button(scene))
    if is_host:
        buttons += _of_host(scene, code)
    leaves = over and scene.table.held_by(user_id) is not None
    if leaves or (sets_up and len(people(scene.table)) > 1):
        buttons += leave_button(scene)
    if is_host or manager:
        close = scene.say("Close table")
        buttons.append(scene.press(Verb.CLOSE, close, style=ButtonStyle.DANGER))
    text = lines(
        f"### {title(scene)}",
        rules_line(scene.table.rules, scene.words),
        changes_line(scene.table.rules, scene.words),
        *_ahead(scene),
        small(private_line(scene) or keeping_line(scene)),
        code_line(code, scene.context),
    )
    return note(text, *rows, *rows_of(buttons, IN_ROW))


def _of_host(scene: Scene, code: str | None) -> Iterator[Button]:
    """Yield the buttons that change how a table is played, and who comes and sees its hands."""
    yield _pace_button(scene)
    in_event = scene.table.event_id is not None
    if not in_event and can_be_private(scene.table):
        yield scene.press(Verb.MAKE_PRIVATE, scene.say("Make it private"))
    if not in_event and can_switch_keeping(scene.table):
        yield keeping_button(scene)
    if code is not None:
        yield scene.press(Verb.NEW_CODE, scene.say("New code"))


def _ways_to_bring(scene: Scene, user_id: int, *, calls_role: bool) -> list[Button]:
    """Build the buttons that bring people in, for somebody who has a seat where one is left."""
    buttons = list(invite_button(scene, user_id))
    table = scene.table
    waits = table.status is Status.LOBBY and table.free_seats > 0 and not table.private
    if buttons and calls_role and waits:
        buttons.append(scene.press(Verb.CALL_PLAYERS, scene.say("Look for players")))
    return buttons


def players_page(table: TableView, user_id: int, context: RenderContext) -> Message:
    """Build the host's page of who plays the next game, after one."""
    scene = Scene.of(table, context)
    switches = _partners(scene)
    text = lines(f"### {scene.say('Players of the next game')}", *_ahead(scene))
    return note(
        text,
        *_levels(scene),
        *_removals(scene, user_id, is_host=True),
        _trades(scene),
        *((Row(tuple(switches)),) if switches else ()),
        Row((scene.press(Verb.MENU, scene.say("Back")),)),
    )


def _ahead(scene: Scene) -> tuple[str, ...]:
    """Say what is changed for the next game, and that it counts only then."""
    if scene.table.status is not Status.FINISHED or scene.table.event_id is not None:
        return ()
    counts = small(scene.say("Changes count from the next game."))
    return next_partners_line(scene), next_game_line(scene), counts


def _games(scene: Scene, presets: Sequence[ServerPreset]) -> Iterator[Row]:
    """Yield the list of the server's presets and the games, with the one that is played chosen."""
    options = [saved_option(each, scene.context) for each in presets]
    options += [
        SelectOption(
            plain(game_title(game, scene.words)),
            game.id,
            game_about(game, scene.words)[:LONGEST],
            default=game.id == scene.table.rules.game.id,
        )
        for game in games()
    ]
    hint = scene.say("Play another game")
    yield from list_with_own(scene.id_of(Verb.GAME), options, len(presets), hint, scene.context)


def _removals(scene: Scene, user_id: int, *, is_host: bool) -> Iterator[Row]:
    """Yield the list of players that this person can remove: after a game, people only.

    A host can also free a seat that is held for somebody.
    """
    removable = (Occupant.COMPUTER, Occupant.PERSON) if is_host else (Occupant.COMPUTER,)
    if scene.table.status is not Status.LOBBY:
        removable = (Occupant.PERSON,)
    options = choices(
        {
            str(line.seat): option_now(scene, line.seat)
            for line in scene.table.seats
            if (line.occupant in removable and line.user_id != user_id)
            or (is_host and line.held_for is not None)
        }
    )
    if options:
        hint = scene.say("Ask somebody to leave")
        yield Row((Select(scene.id_of(Verb.REMOVE), hint, options),))


def _partners(scene: Scene) -> list[Button]:
    """Build the buttons that switch how partners are found, where the game has partners."""
    buttons = []
    draws = scene.table.draws_partners
    changes = scene.table.changes_partners
    if draws is not None and scene.table.status is not Status.LOBBY:
        ahead = scene.table.next_game
        draws = ahead is not None and ahead.draws_partners
    if draws is not None:
        no = scene.say("Draw for partners: no")
        yes = scene.say("Draw for partners: yes")
        buttons.append(_switch(scene, Verb.DRAW_PARTNERS, yes if draws else no, on=draws))
    if changes is not None:
        no = scene.say("New partners each game: no")
        yes = scene.say("New partners each game: yes")
        if scene.table.rules_ahead.game.best_of > 1:
            no = scene.say("New partners each match: no")
            yes = scene.say("New partners each match: yes")
        buttons.append(_switch(scene, Verb.CHANGE_PARTNERS, yes if changes else no, on=changes))
    return buttons


def _switch(scene: Scene, verb: Verb, label: str, *, on: bool) -> Button:
    return scene.press(verb, label, arg="off" if on else "on")


def _levels(scene: Scene) -> Iterator[Row]:
    """Yield the list of the computer players' levels; none without them after a game."""
    computers = any(line.occupant is Occupant.COMPUTER for line in scene.table.seats)
    if scene.table.status is not Status.LOBBY and not computers:
        return
    chosen = next((line.level for line in scene.table.seats if line.level), "expert")
    options = tuple(
        SelectOption(name, level, about, default=level == chosen)
        for level, (name, about) in level_words(scene.words).items()
    )
    hint = scene.say("How strong the computer players are")
    yield Row((Select(scene.id_of(Verb.LEVEL), hint, options),))


def _trades(scene: Scene) -> Row:
    """Build the list of the trades of two seats that change who plays with whom."""
    seats = scene.table.seats
    alone = plays_alone(scene.table)
    pairs = [
        (one.seat, other.seat)
        for one, other in combinations(seats, 2)
        if alone or one.side != other.side
    ]
    options = choices(
        {
            f"{one}-{other}": scene.say(
                "{name} and {other} trade seats",
                name=option_now(scene, one),
                other=option_now(scene, other),
            )
            for one, other in pairs[:MOST_TRADES]
        }
    )
    hint = scene.say("Change seats")
    return Row((Select(scene.id_of(Verb.TRADE_SEATS), hint, options),))


def _score_words(scene: Scene, words: tuple[str, ...]) -> Row:
    """Build the list of words that the marks can spell."""
    labels = {word: scene.say("Marks in {word}", word=word) for word in words}
    options = choices(labels, scene.table.score_word)
    hint = scene.say("The word you chalk the marks in")
    return Row((Select(scene.id_of(Verb.SCORE_WORD), hint, options),))


def _pace_name(pace: Pace, context: RenderContext) -> str:
    """Name a pace."""
    return {
        Pace.RELAXED: context.say("relaxed"),
        Pace.NORMAL: context.say("normal"),
        Pace.FAST: context.say("fast"),
    }[pace]


def _pace_button(scene: Scene) -> Button:
    """Build the button that shows the pace and switches to the next one."""
    paces = tuple(Pace)
    following = paces[(paces.index(scene.table.pace) + 1) % len(paces)]
    label = scene.say("Pace: {pace}", pace=_pace_name(scene.table.pace, scene.context))
    return scene.press(Verb.PACE, label, arg=following.value)


def _hints_button(scene: Scene) -> Button:
    """Build the switch of the hints that people who play each other may take."""
    on = scene.table.hints
    label = scene.say("Hints: on") if on else scene.say("Hints: off")
    return _switch(scene, Verb.HINTS, label, on=on)


def pace_changed(table: TableView, context: RenderContext) -> Message:
    """Confirm a pace change to the host."""
    scene = Scene.of(table, context)
    what = {
        Pace.RELAXED: scene.say("Relaxed pace: computer players take their time."),
        Pace.NORMAL: scene.say("Normal pace: computer players act in about a second."),
        Pace.FAST: scene.say("Fast pace: computer players act quickly."),
    }[scene.table.pace]
    return Message(content=what)
