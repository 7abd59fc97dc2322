"""Tables for the tests of the screens: seats, views, and games that play themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from bot.engine import (
    Action,
    Game,
    Phase,
    Rules,
    Shake,
    Tile,
    apply,
    legal_actions,
    new_game,
    parse_tile,
    view_for,
)
from bot.library import load_rules
from bot.tables.model import Occupant, Status
from bot.tables.views import PanelView, SeatLine, TableView

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles from words: "66 65"."""
    return tuple(parse_tile(word) for word in text.split())


def seat_lines(rules: Rules, names: Sequence[str] = NAMES) -> tuple[SeatLine, ...]:
    """People in every seat, the first of them the host."""
    return tuple(
        SeatLine(
            seat=seat,
            side=rules.game.side_of(seat),
            occupant=Occupant.PERSON,
            user_id=1000 + seat,
            name=names[seat],
            level="",
            away=False,
            ready=False,
            host=seat == 0,
        )
        for seat in range(rules.game.seats)
    )


def table_of(
    rules: Rules,
    game: Game | None = None,
    *,
    status: Status | None = None,
    seats: tuple[SeatLine, ...] | None = None,
) -> TableView:
    """The table at which a game stands; a lobby without one."""
    deal = None if game is None else game.deal
    if status is None:
        status = Status.LOBBY
        if game is not None and deal is not None:
            status = Status.PLAYING if deal.phase is not Phase.OVER else Status.BETWEEN
            status = Status.FINISHED if game.winner is not None else status
    return TableView(
        table_id="k3f9q2",
        number=3,
        guild_id=1,
        channel_id=42,
        home_channel_id=42,
        rules=rules,
        status=status,
        seats=seats or seat_lines(rules),
        total=(0,) * rules.game.sides if game is None else game.total,
        wins=(0,) * rules.game.sides,
        winner=None if game is None else game.winner,
        game_no=1,
        hand_no=4,
        seq=31,
        view=None if game is None or deal is None else view_for(game, None),
        commitment=COMMITMENT,
        turn_since=1000.0,
        nudge=False,
        offer=False,
        next_at=2000.0,
    )


def panel_of(table: TableView, game: Game, seat: int | None) -> PanelView:
    """The panel of a seat, or of a watcher."""
    user_id = 1 if seat is None else 1000 + seat
    return PanelView(table, user_id, seat, view_for(game, seat))


def dealt(rules: Rules, rng: random.Random, game: Game | None = None) -> Game:
    """Shake the next hand."""
    game = new_game(rules) if game is None else game
    spec = rules.game
    mixed = list(spec.tiles)
    rng.shuffle(mixed)
    size = spec.hand_size
    hands = tuple(tuple(mixed[seat * size : (seat + 1) * size]) for seat in range(spec.seats))
    shaker = 0 if game.next_shaker is None else game.next_shaker
    return apply(game, Shake(shaker, hands, tuple(mixed[spec.seats * size :]))).game


def states(rules: Rules, seed: int, hands: int = 2) -> Iterator[Game]:
    """Every state of some hands of a game that is played at random."""
    rng = random.Random(seed)
    game = dealt(rules, rng)
    for hand in range(hands):
        yield game
        while legal := legal_actions(game):
            game = apply(game, rng.choice(legal)).game
            yield game
        if game.winner is not None or hand + 1 == hands:
            return
        game = dealt(rules, rng, game)


def rules_of(game_id: str, preset: str | None = None, **options: object) -> Rules:
    """Rules of the library, some options changed."""
    chosen = dict(options) if preset is None else {"preset": preset, **options}
    return load_rules(game_id, chosen)


def played(game: Game, *actions: Action) -> Game:
    """Apply some actions."""
    for action in actions:
        game = apply(game, action).game
    return game
