"""Outcomes of a hand, a game, and a match in sentences; rating changes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.render import fits_detail
from bot.tables.rated import RatingChange, UnratedReason
from bot.values.names import names_of
from bot.values.score_words import ALL
from texas42.engine import Call, CallKind, Ended

from ..table.scene import Scene
from ..table.seats import (
    PAIR,
    is_plural,
    own_first,
    seat_name,
    side_in_picture,
    side_names,
    who_did,
)
from ..words.bids import call_name, short_call_name
from ..words.contracts import must_lose_all, special_of
from ..words.language import Words
from ..words.names import shown_name
from ..words.parts import capital, known, lines
from ..words.render_context import tile_text
from .reasons import takes_two_ahead

BETWEEN = " · "
"""What separates the facts in a line of a picture."""


def score_line(scene: Scene) -> str:
    """Write the score of the game by sides, the reader's own first; empty if there is no game."""
    if scene.table.deals.one_hand:
        return ""
    rules = scene.table.rules
    names = side_names(scene)
    parts = [
        f"{capital(names[side])} {signed(scene.table.total[side])}" for side in own_first(scene)
    ]
    scores = " · ".join(parts)
    if takes_two_ahead(scene):
        return scene.say("Marks: {scores} (two ahead wins)", scores=scores)
    if rules.by_marks and scene.table.score_word != ALL:
        return scene.say(
            "Marks in {word}: {scores} (to {target})",
            word=scene.table.score_word,
            scores=scores,
            target=rules.target,
        )
    if rules.by_marks:
        return scene.say("Marks: {scores} (to {target})", scores=scores, target=rules.target)
    return scene.say("Score: {scores} (to {target})", scores=scores, target=rules.target)


def outcome_line(scene: Scene) -> str:
    """Describe the end of the hand in one sentence: who made their bid, or got set."""
    view = scene.view
    result = known(view.result)
    if view.bid is None or view.bidder is None:
        return scene.say("Everyone passed. The next player shakes.")
    if result.ended is Ended.PASSED_OUT:
        return scene.say("No exchange was possible, so the hand is thrown in.")
    if result.ended is Ended.RENEGE:
        return _renege_line(scene)
    special = special_of(view)
    if special is not None and must_lose_all(view):
        bidder = who_did(scene, view.bidder)
        return (
            special.made(bidder, scene.words) if result.made else special.lost(bidder, scene.words)
        )
    side = view.rules.game.side_of(view.bidder)
    names = capital(side_names(scene)[side])
    bid = call_name(view.bid, view.rules, scene.words)
    points = result.points[side]
    if view.needed is not None:
        if result.made:
            return scene.say(
                "{names} bid {bid} and took {points}.", names=names, bid=bid, points=points
            )
        return scene.say(
            "{names} got set: bid {bid}, took {points}.", names=names, bid=bid, points=points
        )
    if result.made:
        return scene.say("{names} bid {bid} and took every trick.", names=names, bid=bid)
    return _set_line(scene, view.bid, side, names)


def _set_line(scene: Scene, bid: Call, side: int, names: str) -> str:
    """Describe how a side's bid to take (or lose) every trick was set."""
    rules = scene.view.rules
    if not rules.by_marks or bid.kind is not CallKind.MULTIPLE:
        text = call_name(bid, rules, scene.words)
        return scene.say("{names} got set on the bid of {bid}.", names=names, bid=text)
    if scene.own == side and rules.game.sides == PAIR:
        return scene.plural(
            "We got set on our {n}-mark bid.", "We got set on our {n}-mark bid.", bid.number
        )
    return scene.plural(
        "{names} got set on their {n}-mark bid.",
        "{names} got set on their {n}-mark bid.",
        bid.number,
        names=names,
    )


def _renege_line(scene: Scene) -> str:
    view = scene.view
    last = known(view.trick).plays[-1]  # a renege leaves the offending tile in the trick
    name = who_did(scene, last.seat)
    tile = tile_text(last.tile)
    return scene.say("{name} reneged with the {tile}. That ends the hand.", name=name, tile=tile)


def laid_down_line(scene: Scene) -> str:
    """Say who laid down; empty if the hand was played out."""
    if scene.table.claimed is None:
        return ""
    name = who_did(scene, scene.table.claimed)
    return scene.say("{name} laid down and took the rest.", name=name)


def short_outcome(scene: Scene, *, named: bool = True) -> str:
    """Describe the end of the hand in a few words, for a picture.

    If the bidder's side has no name in glyphs, or is not `named`, its avatars precede the words.
    """
    view = scene.view
    result = known(view.result)
    if view.bid is None or view.bidder is None:
        return scene.say("Everyone passed")
    if result.ended is Ended.PASSED_OUT:
        return scene.say("Thrown in")
    if result.ended is Ended.RENEGE:
        return scene.say("Renege")
    name = side_in_picture(scene, view.rules.game.side_of(view.bidder)) if named else ""
    bid = short_call_name(view.bid, view.rules, scene.words)
    if not name:
        return (
            scene.say("made {bid}", bid=bid)
            if result.made
            else scene.say("got set on {bid}", bid=bid)
        )
    if result.made:
        return scene.say("{name} made {bid}", name=name, bid=bid)
    return scene.say("{name} got set on {bid}", name=name, bid=bid)


def gained_line(scene: Scene) -> str:
    """Describe each side's gain or loss, a sentence each; empty if no one scored."""
    view = scene.view
    names = side_names(scene)
    texts = []
    for side, score in enumerate(known(view.result).score):
        name = capital(names[side])
        many = is_plural(scene, side)
        gain = scene.words.score(abs(score), view.rules)
        if score == 1 and view.rules.by_marks:
            texts.append(
                scene.say("{names} get the mark.", names=name)
                if many
                else scene.say("{name} gets the mark.", name=name)
            )
        elif score > 0:
            texts.append(
                scene.say("{names} get {gain}.", names=name, gain=gain)
                if many
                else scene.say("{name} gets {gain}.", name=name, gain=gain)
            )
        elif score < 0:
            texts.append(
                scene.say("{names} lose {loss}.", names=name, loss=gain)
                if many
                else scene.say("{name} loses {loss}.", name=name, loss=gain)
            )
    return " ".join(texts)


def short_gain(scene: Scene) -> str:
    """Describe each side's gain or loss for a picture: "Ana & Cy +1"; for a player, "We +1".

    The bidder's side comes first, other sides only if they fit. Empty if a name can't be painted.
    """
    view = scene.view
    bidding = None if view.bidder is None else view.rules.game.side_of(view.bidder)
    scores = sorted(enumerate(known(view.result).score), key=lambda each: each[0] != bidding)
    gains = [(side_in_picture(scene, side), score) for side, score in scores if score]
    if not all(name for name, _ in gains):
        return ""
    texts = [f"{name} {'+' if score > 0 else ''}{signed(score)}" for name, score in gains]
    while texts and not fits_detail(BETWEEN.join(texts)):
        texts.pop()
    return BETWEEN.join(texts)


def game_won_line(scene: Scene) -> str:
    """Name the winners of the game or match, and the score; empty while no one has won.

    `own`: the reader's side, if only one person reads it.
    """
    if scene.table.winner is None:
        return ""
    match = is_match_end(scene)
    name = capital(side_names(scene)[scene.table.winner])
    score = scene.words.score(scene.table.total[scene.table.winner], scene.table.rules)
    if match:
        score = scene.plural("{n} game", "{n} games", scene.table.wins[scene.table.winner])
    if scene.table.winner == scene.own and scene.table.rules.game.sides != PAIR:
        return scene.say("You win with {score}.", score=score)
    if scene.table.rules.game.sides != PAIR:
        return scene.say("{name} wins with {score}.", name=name, score=score)
    other = 1 - scene.table.winner
    lost = signed(scene.table.wins[other] if match else scene.table.total[other])
    if is_plural(scene, scene.table.winner):
        if match:
            return scene.say(
                "{names} win the match, {score} to {lost}.", names=name, score=score, lost=lost
            )
        return scene.say("{names} win, {score} to {lost}.", names=name, score=score, lost=lost)
    if match:
        return scene.say(
            "{name} wins the match, {score} to {lost}.", name=name, score=score, lost=lost
        )
    return scene.say("{name} wins, {score} to {lost}.", name=name, score=score, lost=lost)


def is_match_end(scene: Scene) -> bool:
    """Return True if the game that has just ended decided its match."""
    game = scene.table.rules.game
    return (
        game.best_of > 1
        and scene.table.winner is not None
        and max(scene.table.wins) >= game.match_games
    )


def last_game_line(scene: Scene) -> str:
    """Write the score of the game that ended a match; empty at any other time."""
    if not is_match_end(scene):
        return ""
    names = side_names(scene)
    scores = " · ".join(
        f"{capital(names[side])} {signed(scene.table.total[side])}" for side in own_first(scene)
    )
    return scene.say("Last game: {scores}", scores=scores)


def games_line(scene: Scene) -> str:
    """Count each side's games won at the table or in its match; empty before the first.

    Empty also at a match's end, whose result counts them.

    If partners change, count each player's instead.
    """
    if not any(scene.table.wins) or is_match_end(scene):
        return ""
    names = side_names(scene)
    games = " · ".join(
        f"{capital(names[side])} {scene.table.wins[side]}" for side in own_first(scene)
    )
    if len(scene.table.wins) > len(names):  # partners change, so each player has their own
        games = " · ".join(
            f"{seat_name(scene, seat)} {won}" for seat, won in enumerate(scene.table.wins)
        )
    if scene.table.rules.game.best_of > 1:
        return scene.say("Games in this match: {games}", games=games)
    return scene.say("Games at this table: {games}", games=games)


def signed(number: int) -> str:
    """Write a number with a minus sign as wide as a plus."""
    return str(number).replace("-", "−")


def rated_line(scene: Scene) -> str:
    """Describe the rating changes of the game that just ended; empty if unknown.

    A table with computers is never rated, so nothing is said there.
    """
    rated = scene.table.rated
    if rated is None:
        return ""
    if rated.unrated is None:
        changes = " · ".join(_rating_changes(scene, rated.players))
        return scene.say("Ratings: {changes}", changes=changes) if changes else ""
    lost = [player for player in rated.players if player.left]
    changes = " · ".join(_rating_changes(scene, lost))
    return lines(_unrated_line(rated.unrated, scene.words), changes)


def _unrated_line(unrated: UnratedReason, words: Words) -> str:
    texts = {
        UnratedReason.HINT: words.say("Not rated: somebody asked for a hint."),
        UnratedReason.LEFT: words.say("Not rated: somebody left, and that counts as a loss."),
        UnratedReason.COMPUTERS: words.say("Not rated: computers had a seat."),
        UnratedReason.BEFORE: "",
    }
    return texts[unrated]


def _rating_changes(scene: Scene, players: Sequence[RatingChange]) -> list[str]:
    """Write each change; people still at the table get the name that the table shows."""
    names = list(names_of([(player.user_id, player.name) for player in players]))
    for number, player in enumerate(players):
        seat = None if player.user_id is None else scene.table.seat_of(player.user_id)
        if seat is not None:
            names[number] = scene.table.names[seat]
    return [_rating_change(*each, scene.words) for each in zip(players, names, strict=True)]


def _rating_change(player: RatingChange, name: str, words: Words) -> str:
    """Return "Ana 1012 (+12)"."""
    gain = player.after - player.before
    change = f"+{gain}" if gain > 0 else signed(gain)
    name = shown_name(name) if name else words.say("Former player")
    rating = player.after
    if player.provisional:
        return words.say(
            "{name} {rating} ({change}, provisional)", name=name, rating=rating, change=change
        )
    return words.say("{name} {rating} ({change})", name=name, rating=rating, change=change)
