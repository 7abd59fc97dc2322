"""Sample screens of rare moments: a draw, shown dominoes, the end of a game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import table_menu
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.tables.model import Status
from bot.tables.views import DrawView, TableView
from bot.values.game_fact import GameFact
from bot.values.score_words import ALL
from tests.presenter.tabling import panel_of, sample, seat_lines, table_of
from tests.presenter.test_draw_line import HASH, ONCE, TIED
from tests.presenter.test_next_shaker import won
from tests.presenter.test_showing import named, shown
from tests.render.samples import NAMES, hand_of
from texas42.engine import Game, ShowKitty, apply_out_of_turn, legal_out_of_turn

Named = tuple[str, Message]
WORD = "LUCK"  # seven strokes
PLAYED = 5 + 28
"""The acts of the sources' sample hand: four bids, the trump, the dominoes."""


def rare_moments(context: RenderContext, lengths: Sequence[str]) -> Iterator[Named]:
    """Yield boards and panels of draws, showings, the choice of a shaker, and score words."""
    for length in lengths:
        names = NAMES[length]
        game = sample(0)
        for name, rounds, shaker in (
            ("draw", ONCE, 2),
            ("draw-tied", TIED, 1),
            ("draw-partners", ONCE, 2),
        ):
            partners = name == "draw-partners"
            draw = DrawView(
                HASH, 1, drawn=True, rounds=rounds, shaker=shaker, for_partners=partners
            )
            table = replace(_table(game, names), draw=draw)
            yield from _seen(f"{name}-{length}", table, game, (0, 1), context)
        yield from _lobby_of_partners(length, context)
        game = sample(PLAYED - 8)
        table = replace(_table(game, names), score_word=WORD, total=(3, 5))
        yield from _seen(f"words-{length}", table, game, (0, 1), context)
        yield from _seen(f"asks-{length}", _table(named(), names), named(), (1,), context)
        yield from _seen(f"doubles-{length}", _table(shown(), names), shown(), (0, 1), context)
        game = won()
        yield from _seen(f"shaker-{length}", _table(game, names), game, (0, 1), context)


def _lobby_of_partners(length: str, context: RenderContext) -> Iterator[Named]:
    """Yield a lobby that draws for partners, and its menu."""
    rules = sample(0).rules
    table = replace(
        table_of(rules, seats=seat_lines(rules, NAMES[length])),
        next_at=time.time() + 1800,
        draws_partners=True,
        changes_partners=True,
        score_word=WORD,
    )
    yield f"partners-{length}-lobby", lobby(table, context)
    yield f"partners-{length}-menu", table_menu(table, 1000, context, score_words=(ALL, WORD))


def kitty_moments(game_id: str, length: str, context: RenderContext) -> Iterator[Named]:
    """Yield the screens on which the bidder may show the kitty, and has shown it."""
    for number, game in enumerate(hand_of(game_id)):
        deal = game.deal
        if deal is None or deal.bidder is None or deal.tricks:
            continue
        if ShowKitty(deal.bidder) not in legal_out_of_turn(game, deal.bidder):
            continue
        after = apply_out_of_turn(game, ShowKitty(deal.bidder)).game
        seats = (deal.bidder, (deal.bidder + 1) % game.rules.game.seats)
        table = _table(after, NAMES[length])
        yield from _seen(f"{game_id}-kitty-{number}-{length}", table, after, seats, context)


def endings(game_id: str, length: str, context: RenderContext) -> Iterator[Named]:
    """Yield the end of a game and, of a 42 game, of a match and of games that ended unusually."""
    game = sample(PLAYED) if game_id == "42" else hand_of(game_id)[-1]
    target = game.rules.target
    others = game.rules.game.sides - 1
    table = replace(
        _table(game, NAMES[length]),
        winner=0,
        status=Status.FINISHED,
        total=(target, *(target // 2,) * others),
        rated=None,
    )
    yield from _seen(f"{game_id}-ending-{length}", table, game, (0, 1), context)
    if game_id == "42":
        yield from _rare_endings(table, game, length, context)


def _rare_endings(
    table: TableView, game: Game, length: str, context: RenderContext
) -> Iterator[Named]:
    """Yield the end of a match, of a game two ahead, and of one that both sides reached."""
    rules = game.rules
    match = replace(rules, game=replace(rules.game, best_of=3))
    for name, changes in {
        "match": {"rules": match, "wins": (2, 1), "total": (7, 5)},
        "match-game": {"rules": match, "wins": (1, 0), "status": Status.BETWEEN},
        "two-ahead": {"rules": replace(rules, win_by_two=True), "total": (9, 7)},
        "both-over": {"rules": replace(rules, scoring="points", target=250), "total": (261, 254)},
    }.items():
        ended = replace(table, **changes)
        yield from _seen(f"42-{name}-{length}", ended, game, (0,), context)
    far = replace(ended, rules=replace(rules, win_by_two=True), total=(7, 8), winner=None)
    far = replace(far, status=Status.BETWEEN)
    yield from _seen(f"42-eight-marks-{length}", far, game, (0,), context)


def _table(game: Game, names: Sequence[str]) -> TableView:
    seats = seat_lines(game.rules, names)
    return replace(table_of(game.rules, game, seats=seats), next_shaker=game.next_shaker)


def _seen(
    name: str, table: TableView, game: Game, seats: Sequence[int], context: RenderContext
) -> Iterator[Named]:
    """Yield the board, and the panels of these seats."""
    yield f"{name}-board", table_screen(table, context)
    for seat in seats:
        panel = replace(
            panel_of(table, game, seat),
            out_of_turn=legal_out_of_turn(game, seat),
            fact=GameFact(1, 1, run=1, is_longest=True) if seat == 0 else None,
        )
        yield f"{name}-seat-{seat}", hand_panel(panel, context)
