"""The end of a game for its players: a fact about each, and the way back from other screens."""

from __future__ import annotations

from bot.tables.model import Occupant, Status
from bot.tables.views import TableView, in_finished_hand
from bot.values.game_fact import BidMade, GameFact

from ..words.ids import ComponentId, Verb
from ..words.render_context import RenderContext
from ..words.spec import Button

STREAK = 3
"""The shortest winning streak worth mentioning."""


def is_at_ending(table: TableView, hand_no: int, user_id: int) -> bool:
    """Return True if a user still sits at the end of the game that a hand has ended."""
    over = table.status is Status.FINISHED and table.hand_no == hand_no
    return over and table.held_by(user_id) is not None


def back_button(table_id: str, context: RenderContext) -> Button:
    """Build the button back to the panel of a table, where Rematch is."""
    return Button(context.say("Back to the table"), ComponentId(Verb.HAND, table_id))


def again_button(table_id: str, game_no: int, context: RenderContext) -> Button:
    """Build the button that opens a table for the people of a finished game."""
    return Button(context.say("Same people"), ComponentId(Verb.AGAIN, table_id, game_no))


def same_people(table: TableView, context: RenderContext) -> tuple[Button, ...]:
    """Build that button at the end of a game that people played together.

    While they all still sit there Rematch does it.
    """
    played = [in_finished_hand(line) for line in table.seats]
    together = sum(line.occupant is Occupant.PERSON for line in played) > 1
    left = any(line.played is Occupant.PERSON for line in table.seats)
    is_over = table.status is Status.CLOSED or left
    if table.event_id is not None or not (together and is_over):
        return ()
    return (again_button(table.table_id, table.game_no, context),)


def fact_line(fact: GameFact | None, context: RenderContext) -> str:
    """Say what a game means among a player's games; empty if there is nothing to say."""
    if fact is None or not fact.wins:
        return ""
    if fact.run and fact.wins == 1:
        return context.say("**Your first win!**")
    if fact.run >= STREAK and fact.is_longest:
        return context.plural(
            "**Your longest streak: {n} win in a row.**",
            "**Your longest streak: {n} wins in a row.**",
            fact.run,
        )
    if fact.best_bid is not None:
        bid = _size(fact.best_bid, context)
        return context.say("**The highest bid you've ever made: {bid}.**", bid=bid)
    return context.plural(
        "You've won {wins} of {n} game.",
        "You've won {wins} of {n} games.",
        fact.games,
        wins=fact.wins,
    )


def _size(bid: BidMade, context: RenderContext) -> str:
    return context.words.marks(bid.marks) if bid.marks else str(bid.points)
