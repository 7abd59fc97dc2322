"""The picture of the score after a hand, a game or a match."""

from __future__ import annotations

from dataclasses import replace

from bot.render import Scoreboard, ScorePicture, Size, TrickTile, fits_headline

from ..hand.deciding import credited_trick
from ..hand.outcome import BETWEEN, is_match_end, short_gain, signed
from ..words.parts import plain
from .contract_terms import contract_notes
from .drawings import outcome_headline, picture_seats, scoreboard, side_faces, trick_tiles_of
from .scene import Scene
from .seats import PAIR, is_plural, side_in_picture


def score_picture(scene: Scene) -> ScorePicture:
    """Describe the score after a hand; after a game, who won it and the trick that decided it.

    Beside the card of the hand it has the smallest size, without that trick.
    """
    low = scene.is_beside_card
    headline, about = _headline(scene)
    deciding, words = _deciding(scene)
    return ScorePicture(
        scoreboard=_rail(scene),
        seats=picture_seats(scene, None),
        winner=scene.table.winner,
        headline=headline,
        about=about,
        detail=_detail(scene),
        totals=_games(scene),
        deciding=() if low else deciding,
        deciding_words="" if low else words,
        size=Size.LOBBY if low else Size.BOARD if scene.own is None else Size.PANEL,
        colors=scene.context.colors,
    )


def _headline(scene: Scene) -> tuple[str, tuple[int, ...]]:
    """Return who won, or how the hand ended, and the seats whose avatars stand for names."""
    winner = scene.table.winner
    if winner is None:
        return outcome_headline(scene)
    label = side_in_picture(scene, winner)
    named = _won(scene, winner, label)
    if label and fits_headline(named):
        return named, ()
    return _won(scene, winner, "").strip(), side_faces(scene, winner)


def _won(scene: Scene, winner: int, name: str) -> str:
    if is_match_end(scene):
        if is_plural(scene, winner):
            return scene.say("{name} win the match", name=name)
        return scene.say("{name} wins the match", name=name)
    return (
        scene.say("{name} win", name=name)
        if is_plural(scene, winner)
        else scene.say("{name} wins", name=name)
    )


def _detail(scene: Scene) -> str:
    """Write what the hand gained, or the winner's score and the other side's.

    Where a game ends, add how dominoes ranked in its last hand, whose deciding trick is shown.
    """
    winner = scene.table.winner
    if winner is None:
        return plain(short_gain(scene))
    match = is_match_end(scene)
    ranks = () if match else contract_notes(scene.view, scene.words)
    return BETWEEN.join(filter(None, (_won_by(scene, winner, match=match), *ranks)))


def _won_by(scene: Scene, winner: int, *, match: bool) -> str:
    counted = scene.table.wins if match else scene.table.total
    if len(counted) != PAIR:
        return ""
    return scene.say(
        "{score} to {lost}", score=signed(counted[winner]), lost=signed(counted[1 - winner])
    )


def _games(scene: Scene) -> tuple[str, ...]:
    """Count each side's games at the end of a match; empty at any other time."""
    if not is_match_end(scene):
        return ()
    return tuple(scene.plural("{n} game", "{n} games", won) for won in scene.table.wins)


def _rail(scene: Scene) -> Scoreboard:
    """Describe the rail: the last hand, or at a match's end the last game."""
    board = scoreboard(scene, None)
    if not is_match_end(scene):
        return board
    sides = tuple(replace(side, points=None, goal=None, asks="", tricks=0) for side in board.sides)
    title = scene.say("Last game")
    return replace(board, sides=sides, title=title, detail="", bidder=None, trump=None)


def _deciding(scene: Scene) -> tuple[tuple[TrickTile, ...], str]:
    """Describe the trick that decided the last hand of a game, and number it."""
    number = None if scene.table.winner is None else credited_trick(scene)
    if number is None:
        return (), ""
    tiles = trick_tiles_of(scene, scene.view.tricks[number])
    return tiles, scene.say("Trick {at}", at=number + 1)
