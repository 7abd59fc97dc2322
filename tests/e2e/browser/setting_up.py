"""Sample screens of setting a table up: house rules, the next game, and events."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.events.model import EventStatus
from bot.presenter.events.screen import event_screen, manage_event
from bot.presenter.panel.screen import hand_panel
from bot.presenter.rules.house_page import house_page
from bot.presenter.rules.house_rules import groups_in_effect
from bot.presenter.rules.house_rules_screen import all_rules_screen, list_step
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import players_page, table_menu
from bot.presenter.table.notices import table_opened
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.tables.model import Status
from bot.tables.views import NextGameView
from tests.presenter.tabling import panel_of, seat_lines, table_of
from tests.presenter.test_events import event, with_round
from texas42.engine import Game
from texas42.library import change_rule, load_rules, options_of, toggles_of

Named = tuple[str, Message]
HOST = 1000


def setting_up(
    name: str, game: Game, names: Sequence[str], context: RenderContext
) -> Iterator[Named]:
    """Yield the house rules of a game, as usual and with every toggle on, and the next game."""
    table = table_of(game.rules, seats=seat_lines(game.rules, names))
    yield f"{name}-house", house_page(table, context)
    rules = game.rules
    for toggle in toggles_of(rules.game.id).values():
        given = change_rule(rules, toggle.option.name, toggle.value(rules, on=True))
        rules = load_rules(rules.game.id, given)
    rules = replace(rules, game=replace(rules.game, best_of=3))
    everything = replace(table, rules=rules, changes_partners=True)
    yield f"{name}-house-everything", house_page(everything, context)
    yield f"{name}-house-lobby", lobby(replace(everything, next_at=time.time() + 900), context)
    yield f"{name}-house-opened", table_opened(everything, context)
    for group in groups_in_effect(rules):
        step = list_step(group)
        yield f"{name}-house-{step}", all_rules_screen(everything, step, context)
    option = "nello_doubles" if "nello_doubles" in options_of(rules.game.id) else "target"
    yield f"{name}-house-{option}", all_rules_screen(everything, option, context)
    ahead = NextGameView(rules, "expert-careful", draws_partners=True, changes_partners=True)
    target = game.rules.target
    over = replace(
        table_of(game.rules, game, seats=seat_lines(game.rules, names)),
        status=Status.FINISHED,
        winner=0,
        total=(target, *(target // 2,) * (game.rules.game.sides - 1)),
        draws_partners=game.rules.game.has_partners or None,
        changes_partners=game.rules.game.can_change_partners or None,
        next_game=ahead,
    )
    yield f"{name}-next-menu", table_menu(over, HOST, context)
    yield f"{name}-next-players", players_page(over, HOST, context)
    yield f"{name}-next-card", table_screen(over, context)
    yield f"{name}-next-card-words", table_screen(over, replace(context, pictures=False))
    yield f"{name}-next-panel", hand_panel(panel_of(over, game, 0), context)
    sides = range(game.rules.game.sides)
    seats = range(game.rules.game.seats)
    seated = tuple(tuple(seats[side :: len(sides)]) for side in sides)
    moved = replace(over, next_game=NextGameView(game.rules), next_sides=seated)
    yield f"{name}-next-seats", table_screen(moved, context)


def events(context: RenderContext) -> Iterator[Named]:
    """Yield an event before its start and in its rounds, and the pages behind Manage."""
    for length, name in (("short", "P"), ("long", "Wilhelmina-Magdalena Fitzgerald ")):
        found = {
            "open": event(6, name=name),
            "playing": with_round(event(8, name=name), EventStatus.PLAYING, None),
            "between": with_round(event(8, name=name), EventStatus.BETWEEN),
        }
        for state, each in found.items():
            yield f"event-{state}-{length}", event_screen(each, context)
            yield f"event-{state}-manage-{length}", manage_event(each, context)
