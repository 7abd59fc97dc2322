"""One person's finished games, and the hands of a game to replay."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.past import PastGame, PastHand
from bot.values.names import names_by_seat
from texas42.library import game as game_of

from ..hand.coach import game_coach_button
from ..hand.ending import again_button
from ..hand.outcome import signed
from ..table.front_door import back_to, front_door
from ..table.pages import turns
from ..words.autocomplete import hand_of_game
from ..words.games import game_title, game_titles
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import choices, lines, note, plain, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Row, Select, SelectOption
from ..words.tables import listed

GAMES_ON_PAGE = 4
HANDS_ON_PAGE = 12
LONGEST_NAME = 20
ALL_GAMES = "all"


def history_screen(
    found: Sequence[PastGame], page: int, game: str | None, context: RenderContext
) -> Message:
    """Build a page, from 1, of a person's games, newest first.

    `found`: the games of that page, and one more if there is a next page. `game`: the game to
    filter by, None for all.
    """
    shown = found[:GAMES_ON_PAGE]
    head = f"## {context.say('Your games')}"
    if not shown:
        none = context.say("No finished games here yet. Your first one will be listed here.")
        return note(lines(head, none), _filter(game, context), front_door(context))
    texts = [_game_line(each, context) for each in shown]
    options = tuple(
        SelectOption(_label(each, context), f"{each.table_id}/{each.game_no}") for each in shown
    )
    select = Select(ComponentId(Verb.GAME_HANDS), context.say("Look at a game"), options)
    arg = game or ""
    last = page + (len(found) > GAMES_ON_PAGE)
    turn = turns(page, last, lambda number: ComponentId(Verb.HISTORY, None, number, arg), context)
    turned = (Row(turn),) if last > 1 else ()
    return note(lines(head, *texts), Row((select,)), *turned, _filter(game, context))


def _game_line(past: PastGame, context: RenderContext) -> str:
    """Write the result of a game, and below it when, where and with whom."""
    spec = game_of(past.game)
    mine = spec.side_of(past.seat)
    title = game_title(spec, context.words)
    score = _score(past, mine)
    won = past.winner == mine
    result = (
        context.say("**Won {score}** · {game}", score=score, game=title)
        if won
        else context.say("**Lost {score}** · {game}", score=score, game=title)
    )
    where = listed(past.table_number, context.words)
    texts = [f"<t:{int(past.at)}:d>", where, *_people(past, mine, context)]
    return lines(result, small(" · ".join(texts)))


def _score(past: PastGame, mine: int) -> str:
    """Write the score of a game, the person's own side first."""
    others = (total for side, total in enumerate(past.total) if side != mine)
    return "–".join(signed(total) for total in (past.total[mine], *others))


def _people(past: PastGame, mine: int, context: RenderContext) -> list[str]:
    """List the partners and the opponents whose names are known."""
    spec = game_of(past.game)
    names = enumerate(names_by_seat(past.names))
    named = [(seat, shown_name(name, LONGEST_NAME)) for seat, name in names if name]
    ours = [name for seat, name in named if spec.side_of(seat) == mine and seat != past.seat]
    theirs = [name for seat, name in named if spec.side_of(seat) != mine]
    texts = [context.say("with {names}", names=context.both(ours))] if ours else []
    if theirs:
        texts.append(context.say("against {names}", names=context.both(theirs)))
    return texts


def _label(past: PastGame, context: RenderContext) -> str:
    """Format a game as a line of a select, which has no Markdown."""
    spec = game_of(past.game)
    mine = spec.side_of(past.seat)
    score = _score(past, mine)
    title = plain(game_title(spec, context.words))
    number = past.table_number
    table = context.say("table {number}", number=number) if number else context.say("DM table")
    if past.winner == mine:
        return context.say("{game}, {table}: won, {score}", game=title, table=table, score=score)
    return context.say("{game}, {table}: lost, {score}", game=title, table=table, score=score)


def _filter(game: str | None, context: RenderContext) -> Row:
    """Build the filter by game."""
    titles = {ALL_GAMES: context.say("All games"), **game_titles(context.words)}
    options = choices(titles, game or ALL_GAMES)
    return Row((Select(ComponentId(Verb.HISTORY_GAME), context.say("Which game"), options),))


def game_hands(
    hands: Sequence[PastHand], context: RenderContext, page: int = 1, *, may_repeat: bool = False
) -> Message:
    """Build a page of the list of one game's finished hands, to pick one to replay.

    `may_repeat`: the reader played it with other people, and can open a table for them here.
    """
    first = hands[0]
    title = game_title(game_of(first.game), context.words)
    head = context.say(
        "### {game} · {table} · Game {n}",
        game=title,
        table=listed(first.table_number, context.words),
        n=first.game_no,
    )
    last = -(-len(hands) // HANDS_ON_PAGE)
    page = min(max(page, 1), last)
    shown = hands[(page - 1) * HANDS_ON_PAGE : page * HANDS_ON_PAGE]
    texts = [small(hand_of_game(hand, context)) for hand in shown]
    options = tuple(SelectOption(hand_of_game(hand, context), str(hand.hand_no)) for hand in shown)
    select = Select(
        ComponentId(Verb.REPLAY_HAND, first.table_id), context.say("Replay a hand"), options
    )

    def id_of(number: int) -> ComponentId:
        return ComponentId(Verb.GAME_HANDS, None, number, f"{first.table_id}/{first.game_no}")

    turned = (Row(turns(page, last, id_of, context)),) if last > 1 else ()
    same = (Row((again_button(first.table_id, first.game_no, context),)),) if may_repeat else ()
    record = Button(
        context.say("Game record"),
        ComponentId(Verb.RECORD, first.table_id, first.hand_no, str(first.game_no)),
    )
    coach = game_coach_button(first.table_id, first.game_no, context)
    back = back_to(ComponentId(Verb.HISTORY, None, 1), context)
    return note(lines(head, *texts), Row((select,)), *turned, *same, Row((back, coach, record)))
