"""How a game begins: who draws a domino, who sits with whom, who shakes (000:37, 002:11-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.loaded import LoadedTable, with_table
from bot.tables.model import Status, Table
from bot.tables.ports import Randomness
from bot.tables.stored import StoredDraw, StoredShake
from texas42.engine import Game, Rules, drawing_seats, shaker_choices, unchosen_shaker
from texas42.records.draws import DrawSeries, draw_for_partners, draw_for_shake, places_of
from texas42.records.shake import commitment, deal_in, public_text, shakes_in

NEXT_PAIRING = (0, 2, 3, 1)
"""The new seat of each of four players in the next pairing; after three, it is the first again."""


def new_draw(game_no: int, secret: bytes) -> StoredDraw:
    """Build the draw before a game, without dominoes drawn yet."""
    return StoredDraw(game_no, commitment(secret), secret)


def series_of(rules: Rules, table_id: str, draw: StoredDraw) -> DrawSeries:
    """Repeat the draws of a stored secret."""
    if draw.for_partners:
        return draw_for_partners(rules, draw.secret, table_id, draw.game_no)
    return draw_for_shake(rules, draw.secret, table_id, draw.game_no, draw.drawers)


def is_repeatable(rules: Rules, table_id: str, draw: StoredDraw) -> bool:
    """Return False if an older rule drew the ties of a drawn series from other deals."""
    return draw.from_one_deal or len(series_of(rules, table_id, draw).draws) == 1


def next_sides(live: LoadedTable) -> tuple[tuple[int, ...], ...]:
    """List the seats of each side of the next game if others play together then.

    Partners change after a game, but not within a match; or the host has seated people anew.
    """
    table = live.table
    sides = live.rules.game.sides
    if table.status is not Status.FINISHED or (table.next_game and table.next_game.draws_partners):
        return ()
    if table.next_game is not None and any(seat.played is not None for seat in table.seats):
        everyone = range(live.rules.game.seats)
        return tuple(tuple(everyone[side::sides]) for side in range(sides))
    if not (table.changes_partners and live.rules.game.can_change_partners):
        return ()
    seats = range(len(NEXT_PAIRING))
    return tuple(
        tuple(seat for seat in seats if NEXT_PAIRING[seat] % sides == side) for side in range(sides)
    )


def no_wins(table: Table, rules: Rules) -> tuple[int, ...]:
    """Return the wins of a table before its first game or match.

    By seat where partners change with each game, so that they follow the people; else by side.
    """
    changes = table.changes_partners and rules.game.can_change_partners
    return (0,) * (rules.game.seats if changes and rules.game.best_of == 1 else rules.game.sides)


def commit_to_draw(live: LoadedTable, randomness: Randomness) -> StoredDraw | None:
    """Draw the secret of the draw before the next game; None if nobody will draw."""
    table = live.table
    game = live.game
    reseated = table.event_id is not None and table.status is Status.FINISHED
    if by_lot(live.rules) or not (reseated or drawing_seats(game)):
        return None
    return new_draw(table.draw_game, randomness.secret())


def open_game(live: LoadedTable, randomness: Randomness, *, first: bool) -> tuple[LoadedTable, int]:
    """Seat the players of a new game and find its shaker; `first`: the first with these people."""
    everyone = tuple(range(len(live.table.seats)))
    if first:
        for_partners = live.table.draws_partners and live.rules.game.has_partners
        return _by_draw(live, randomness, everyone, for_partners=for_partners)
    shaker = _named_shaker(live.game)
    drawers = drawing_seats(live.game) or everyone
    if next_sides(live):
        live = _moved(live, NEXT_PAIRING)
        shaker = None if shaker is None else NEXT_PAIRING[shaker]
        drawers = tuple(sorted(NEXT_PAIRING[seat] for seat in drawers))
    return (live, shaker) if shaker is not None else _by_draw(live, randomness, drawers)


def _named_shaker(game: Game) -> int | None:
    """Return who shakes the next game by the rules or the winners' choice (8.20), or None."""
    return unchosen_shaker(game) if shaker_choices(game) else game.next_shaker


def _by_draw(
    live: LoadedTable, randomness: Randomness, drawers: Sequence[int], *, for_partners: bool = False
) -> tuple[LoadedTable, int]:
    """Draw a domino each: the highest shakes, and in a draw for partners picks the seats too."""
    if by_lot(live.rules) and not for_partners:
        return live, drawers[randomness.choose(len(drawers))]
    table = live.table
    draw = live.draw
    if draw is None or draw.drawn or draw.game_no != table.draw_game:
        draw = new_draw(
            table.draw_game, randomness.secret()
        )  # a table from before there were draws
    draw = replace(draw, drawers=tuple(drawers), for_partners=for_partners, from_one_deal=True)
    series = series_of(live.rules, table.table_id, draw)
    after = replace(live, draw=draw)
    if not for_partners:
        return after, series.shaker
    places = places_of(series.order, live.rules.game.sides)
    return _moved(after, places), places[series.shaker]


def by_lot(rules: Rules) -> bool:
    """Return True if it hardly matters who shakes: the holder of the 1-0 bids first."""
    return rules.first_bidder == "holder10"


def _moved(live: LoadedTable, places: Sequence[int]) -> LoadedTable:
    """Move each seat's player, wins and words for the shake to a new seat."""
    table = live.table
    coming = live.coming
    seats = list(table.seats)
    wins = list(table.wins)
    for seat, place in enumerate(places):
        seats[place] = table.seats[seat]
        if len(wins) == len(places):
            wins[place] = table.wins[seat]
    moved = replace(live, coming=moved_words(coming, places))
    return with_table(moved, seats=tuple(seats), wins=tuple(wins))


def moved_words(coming: StoredShake | None, places: Sequence[int]) -> StoredShake | None:
    """Move the words that people added to a coming shake to their new seats."""
    if coming is None:
        return None
    words = [(f"s{places[int(name[1:])]}", text) for name, text in shakes_in(coming.public)]
    return replace(coming, public=public_text(deal_in(coming.public), words))
