"""How a hand, a game and a match came out, in sentences, and what a game did to ratings."""

from __future__ import annotations

from bot.engine import CallKind, Ended, SeatView
from bot.tables.model import Status
from bot.tables.rated import RatedPlayer, Unrated
from bot.tables.views import TableView

from ..words.bids import call_name, short_call_name
from ..words.contracts import must_lose_all, special_of
from ..words.language import Words
from ..words.names import PAIR, is_plural, own_first, seat_name, shown_name, side_label, side_names
from ..words.parts import capital, lines
from ..words.render_context import RenderContext, tile_text


def score_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return the score of the game by sides, the reader's own first."""
    words, rules, names = context.words, table.rules, side_names(table, context, own)
    parts = [
        f"{capital(names[side])} {signed(table.total[side])}" for side in own_first(names, own)
    ]
    scores = " · ".join(parts)
    if rules.by_marks:
        return words.say("Marks: {scores} (to {target})", scores=scores, target=rules.target)
    return words.say("Score: {scores} (to {target})", scores=scores, target=rules.target)


def outcome_line(
    table: TableView, view: SeatView, context: RenderContext, own: int | None = None
) -> str:
    """Return in one sentence how the hand ended: who made their bid, or got set."""
    result, words = view.result, context.words
    if result is None:
        raise ValueError("the hand is not over")
    if view.bid is None or view.bidder is None:
        return words.say("Everyone passed. The next player shakes.")
    if result.ended is Ended.PASSED_OUT:
        return words.say("No exchange was possible, so the hand is thrown in.")
    if result.ended is Ended.RENEGE:
        return _renege_line(table, view, context)
    special = special_of(view)
    if special is not None and must_lose_all(view):
        bidder = seat_name(table, view.bidder, context)
        return special.made(bidder, words) if result.made else special.lost(bidder, words)
    side = view.rules.game.side_of(view.bidder)
    names = capital(side_names(table, context, own)[side])
    bid, points = call_name(view.bid, view.rules, words), result.points[side]
    if view.needed is not None:
        if result.made:
            return words.say(
                "{names} bid {bid} and took {points}.", names=names, bid=bid, points=points
            )
        return words.say(
            "{names} got set: bid {bid}, took {points}.", names=names, bid=bid, points=points
        )
    if result.made:
        return words.say("{names} bid {bid} and took every trick.", names=names, bid=bid)
    return _set_line(table, view, names, context, own)


def _set_line(
    table: TableView, view: SeatView, names: str, context: RenderContext, own: int | None
) -> str:
    """Return how a bid of every trick was set."""
    words, bid = context.words, view.bid
    if bid is None or view.bidder is None:
        raise ValueError("nobody bid")
    if not view.rules.by_marks or bid.kind is not CallKind.MULTIPLE:
        text = call_name(bid, view.rules, words)
        return words.say("{names} got set on the bid of {bid}.", names=names, bid=text)
    if own == view.rules.game.side_of(view.bidder) and table.rules.game.sides == 2:
        return words.plural(
            "We got set on our {n}-mark bid.", "We got set on our {n}-mark bid.", bid.number
        )
    return words.plural(
        "{names} got set on their {n}-mark bid.",
        "{names} got set on their {n}-mark bid.",
        bid.number,
        names=names,
    )


def _renege_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    if view.trick is None or not view.trick.plays:
        raise ValueError("a renege leaves the offending tile in the trick")
    last = view.trick.plays[-1]
    name, tile = seat_name(table, last.seat, context), tile_text(last.tile)
    return context.words.say(
        "{name} reneged with the {tile}. That ends the hand.", name=name, tile=tile
    )


def laid_down_line(table: TableView, context: RenderContext) -> str:
    """Return that somebody laid down; empty where the hand was played to its end."""
    if table.claimed is None:
        return ""
    name = seat_name(table, table.claimed, context)
    return context.words.say("{name} laid down and took the rest.", name=name)


def short_outcome(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return how the hand ended in a few words, for a picture.

    Where the bidder's side can't be written, its avatars stand before the words.
    """
    result, say = view.result, context.words.say
    if result is None:
        raise ValueError("the hand is not over")
    if view.bid is None or view.bidder is None:
        return say("Everyone passed")
    if result.ended is Ended.PASSED_OUT:
        return say("Thrown in")
    if result.ended is Ended.RENEGE:
        return say("Renege")
    name = side_label(table, view.rules.game.side_of(view.bidder), context)
    bid = short_call_name(view.bid, view.rules, context.words)
    if not name:
        return say("made {bid}", bid=bid) if result.made else say("got set on {bid}", bid=bid)
    if result.made:
        return say("{name} made {bid}", name=name, bid=bid)
    return say("{name} got set on {bid}", name=name, bid=bid)


def gained_line(
    table: TableView, view: SeatView, context: RenderContext, own: int | None = None
) -> str:
    """Return what the hand brought each side, a sentence each; empty where it brought nothing."""
    if view.result is None:
        raise ValueError("the hand is not over")
    words, names, many = context.words, side_names(table, context, own), is_plural(table, own)
    texts = []
    for side, score in enumerate(view.result.score):
        name, gain = capital(names[side]), words.score(abs(score), view.rules)
        if score == 1 and view.rules.by_marks:
            texts.append(
                words.say("{names} get the mark.", names=name)
                if many
                else words.say("{name} gets the mark.", name=name)
            )
        elif score > 0:
            texts.append(
                words.say("{names} get {gain}.", names=name, gain=gain)
                if many
                else words.say("{name} gets {gain}.", name=name, gain=gain)
            )
        elif score < 0:
            texts.append(
                words.say("{names} lose {loss}.", names=name, loss=gain)
                if many
                else words.say("{name} loses {loss}.", name=name, loss=gain)
            )
    return " ".join(texts)


def short_gain(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return what the hand brought each side, for a picture: "Ana & Cy +1".

    Empty where a side of it can't be written.
    """
    if view.result is None:
        raise ValueError("the hand is not over")
    gains = [
        (side_label(table, side, context), score)
        for side, score in enumerate(view.result.score)
        if score
    ]
    if not all(name for name, _ in gains):
        return ""
    return " · ".join(f"{name} {'+' if score > 0 else ''}{signed(score)}" for name, score in gains)


def game_won_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return who has won the game, or the match, and by how much; empty while nobody has.

    `own`: the side of the reader, where only one person reads it.
    """
    if table.winner is None:
        return ""
    words, match = context.words, is_match_over(table)
    name = capital(side_names(table, context, own)[table.winner])
    score = words.score(table.total[table.winner], table.rules)
    if match:
        score = words.plural("{n} game", "{n} games", table.wins[table.winner])
    if table.rules.game.sides != PAIR:
        return words.say("{name} wins with {score}.", name=name, score=score)
    other = 1 - table.winner
    lost = signed(table.wins[other] if match else table.total[other])
    if is_plural(table, own):
        if match:
            return words.say(
                "{names} win the match, {score} to {lost}.", names=name, score=score, lost=lost
            )
        return words.say("{names} win, {score} to {lost}.", names=name, score=score, lost=lost)
    if match:
        return words.say(
            "{name} wins the match, {score} to {lost}.", name=name, score=score, lost=lost
        )
    return words.say("{name} wins, {score} to {lost}.", name=name, score=score, lost=lost)


def games_line(table: TableView, context: RenderContext, own: int | None = None) -> str:
    """Return how many games each side has won, at the table or in its match; empty before."""
    if not any(table.wins):
        return ""
    say, names = context.words.say, side_names(table, context, own)
    games = " · ".join(
        f"{capital(names[side])} {table.wins[side]}" for side in own_first(names, own)
    )
    if table.rules.game.best_of > 1:
        return say("Games of the match: {games}", games=games)
    return say("Games at this table: {games}", games=games)


def is_match_over(table: TableView) -> bool:
    """Whether a match of several games has just been won."""
    return table.rules.game.best_of > 1 and table.status is Status.FINISHED


def signed(number: int) -> str:
    """Return a number with a minus sign that is as wide as a plus."""
    return str(number).replace("-", "−")


def rated_line(table: TableView, context: RenderContext) -> str:
    """Return what the game that has just ended did to ratings; empty where nothing is known.

    Nobody needs to be told at a table with computers.
    """
    rated, words = table.rated, context.words
    if rated is None:
        return ""
    if rated.unrated is None:
        changes = " · ".join(_rating_change(player, words) for player in rated.players)
        return words.say("Ratings: {changes}", changes=changes) if changes else ""
    lost = [_rating_change(player, words) for player in rated.players if player.left]
    return lines(_why_unrated(rated.unrated, words), " · ".join(lost))


def _why_unrated(unrated: Unrated, words: Words) -> str:
    match unrated:
        case Unrated.HINT:
            return words.say("Not rated: somebody asked for a hint.")
        case Unrated.LEFT:
            return words.say("Not rated: somebody left, and that counts as a loss.")
        case Unrated.COMPUTERS:
            return words.say("Not rated: computers had a seat.")
        case Unrated.BEFORE:
            return ""


def _rating_change(player: RatedPlayer, words: Words) -> str:
    """Return "Ana 1012 (+12)"."""
    gain = player.after - player.before
    change = f"+{gain}" if gain > 0 else signed(gain)
    name = shown_name(player.name) if player.name else words.say("Former player")
    rating = player.after
    if player.provisional:
        return words.say(
            "{name} {rating} ({change}, provisional)", name=name, rating=rating, change=change
        )
    return words.say("{name} {rating} ({change})", name=name, rating=rating, change=change)
