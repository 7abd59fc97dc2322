"""How a hand, a game and a match came out, in sentences."""

from __future__ import annotations

from bot.engine import DealResult, Ended, SeatView
from bot.tables.model import Status
from bot.tables.views import TableView

from .names import has_named_sides, seat_name, side_members, side_name, side_names
from .position import is_nello, own_first
from .render_context import RenderContext, tile_text


def score_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return the score of the game by sides, a player's own one first."""
    words, rules, names = context.words, table.rules, side_names(table, context, own)
    parts = [f"{names[side]} {signed(table.total[side])}" for side in own_first(names, own)]
    scores = " · ".join(parts)
    if rules.by_marks:
        return words.say("Marks: {scores} (to {target})", scores=scores, target=rules.target)
    return words.say("Score: {scores} (to {target})", scores=scores, target=rules.target)


def result_line(
    table: TableView, view: SeatView, context: RenderContext, own: int | None = None
) -> str:
    """Return in one sentence how the hand ended, with the points taken where these mattered."""
    outcome = outcome_line(table, view, context, own)
    if view.result is None or view.result.ended in {Ended.PASSED_OUT, Ended.RENEGE}:
        return outcome
    if is_nello(view):
        return outcome
    points = _points(table, view.result, context, own)
    return context.words.say("{outcome}: {points}", outcome=outcome, points=points)


def outcome_line(
    table: TableView,
    view: SeatView,
    context: RenderContext,
    own: int | None = None,
    *,
    short: bool = False,
) -> str:
    """Return how the hand ended, in a few words: who made his bid, or was set.

    `short`: the bid in a word or two.
    """
    result, words = view.result, context.words
    if result is None:
        raise ValueError("the hand is not over")
    if view.bid is None or view.bidder is None:
        return words.say("Everybody passed. The next player shakes.")
    if result.ended is Ended.PASSED_OUT:
        return words.say("No exchange was possible. The hand is thrown in.")
    if result.ended is Ended.RENEGE:
        return _renege_line(table, view, context)
    side = _capital(side_names(table, context, own)[view.rules.game.side_of(view.bidder)])
    bid = (words.short_call if short else words.call)(view.bid, view.rules)
    if result.made:
        return words.say("{side} made {bid}", side=side, bid=bid)
    if own is not None and view.rules.game.sides == 2:
        return words.say("{side} were set on {bid}", side=side, bid=bid)
    return words.say("{side} set on {bid}", side=side, bid=bid)


def _renege_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    if view.trick is None or not view.trick.plays:
        raise ValueError("a renege leaves the offending tile in the trick")
    last = view.trick.plays[-1]
    name, tile = seat_name(table, last.seat, context), tile_text(last.tile)
    return context.words.say("{name} reneged with {tile}. The hand ends.", name=name, tile=tile)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _points(table: TableView, result: DealResult, context: RenderContext, own: int | None) -> str:
    if len(result.points) == 2:
        return "–".join(str(result.points[side]) for side in sorted((0, 1), key=lambda s: s != own))
    return ", ".join(
        f"{side_name(table, side, context)} {points}" for side, points in enumerate(result.points)
    )


def signed(number: int) -> str:
    """Return a number with a minus sign that is as wide as a plus."""
    return str(number).replace("-", "−")


def gained_line(
    table: TableView,
    view: SeatView,
    context: RenderContext,
    own: int | None = None,
    *,
    unit: bool = True,
) -> str:
    """Return what the hand added to each side; empty where it added nothing.

    `unit`: say what it is that was added, marks or points.
    """
    if view.result is None:
        raise ValueError("the hand is not over")
    names, parts = side_names(table, context, own), []
    for side, score in enumerate(view.result.score):
        if score:
            gained = context.words.score(abs(score), view.rules) if unit else str(abs(score))
            sign = "+" if score > 0 else "−"
            parts.append(f"{names[side]} {sign}{gained}")
    return _capital(" · ".join(parts))


def game_won_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return who has won the game, or the match; empty while nobody has.

    `own`: the side of him who reads it, where only one person does.
    """
    if table.winner is None:
        return ""
    say, match = context.words.say, is_match_over(table)
    if own is not None and table.rules.game.sides == 2:
        if own == table.winner:
            return say("We win the match.") if match else say("We win the game.")
        return say("They win the match.") if match else say("They win the game.")
    side = side_name(table, table.winner, context)
    if own is not None or not has_named_sides(table):
        texts = (say("{side} wins the game.", side=side), say("{side} wins the match.", side=side))
        return texts[match]
    players = side_members(table, table.winner, context)
    if match:
        return say("{players} win the match for {side}.", players=players, side=side)
    return say("{players} win the game for {side}.", players=players, side=side)


def games_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return how many games each side has won, at the table or in its match; empty before."""
    say, names = context.words.say, side_names(table, context, own)
    order = sorted(range(len(names)), key=lambda side: side != own)
    games = " · ".join(f"{names[side]} {table.wins[side]}" for side in order if table.wins)
    if not any(table.wins):
        return ""
    if table.rules.game.best_of > 1:
        return say("Games of the match: {games}", games=games)
    return say("Games at this table: {games}", games=games)


def is_match_over(table: TableView) -> bool:
    """Whether a match of several games has just been won."""
    return table.rules.game.best_of > 1 and table.status is Status.FINISHED
