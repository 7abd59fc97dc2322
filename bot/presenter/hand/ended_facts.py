"""The facts of a finished hand, most important first: how it ended, and the scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.tables.model import Status

from ..layout.fact import Fact, Look, said
from ..table.position import bid_line, trick_tiles, trick_won_line, trump_line
from ..table.scene import Scene
from ..table.seats import hand_title, in_brief
from .deciding import deciding_line
from .outcome import (
    gained_line,
    game_won_line,
    games_line,
    laid_down_line,
    last_game_line,
    outcome_line,
    score_line,
)
from .reasons import early_line, forced_line, game_line


def ended_facts(scene: Scene) -> tuple[Fact, ...]:
    """List who won the game, how the hand ended and why, and what everybody has now."""
    return (
        Fact(spoken=scene.say("{hand} is over.", hand=hand_title(scene))),
        _told(scene, game_won_line, look=Look.HEADING),
        _told(scene, game_line),
        _outcome(scene),
        *reason_facts(scene),
    )


def _outcome(scene: Scene) -> Fact:
    """Say who made or set the bid; beside a picture, in which hand, if the game goes on."""
    short = outcome_line(in_brief(scene))
    ended = scene.table.winner is not None and scene.table.status is not Status.BETWEEN
    named = short if ended else f"**{hand_title(scene)}** · {short}"
    return Fact(words=(f"**{short}**",), beside=(named,), spoken=outcome_line(scene))


def reason_facts(scene: Scene) -> tuple[Fact, ...]:
    """List why a hand ended as it did, and the scores; a picture shows the gain and who won."""
    won = bool(game_won_line(scene))
    gained = _told(scene, gained_line)
    score = _told(scene, lambda shown: last_game_line(shown) or score_line(shown))
    games = replace(_told(scene, games_line), spoken="")
    shows_games = won or scene.table.rules.game.best_of == 1
    return (
        _told(scene, lambda shown: laid_down_line(shown) or deciding_line(shown)),
        _told(scene, forced_line, look=Look.SMALL),
        _told(scene, early_line, look=Look.SMALL),
        replace(gained, beside=()),
        replace(score, beside=()) if won and not last_game_line(scene) else score,
        games if shows_games else replace(games, beside=()),
    )


def trick_facts(scene: Scene) -> tuple[Fact, ...]:
    """List the contract and the tricks of a finished hand, which its picture shows."""
    tricks = (
        f"{trick_won_line(scene, number)}: {trick_tiles(scene, trick)}"
        for number, trick in enumerate(scene.view.tricks, 1)
    )
    return tuple(Fact(spoken=text) for text in (trump_line(scene), bid_line(scene), *tricks))


def _told(scene: Scene, line: Callable[[Scene], str], *, look: Look = Look.PLAIN) -> Fact:
    """Build a fact with names as a picture cuts them; in an alt text, they are in full."""
    full = line(scene)
    brief = in_brief(scene)
    short = said(full if brief is scene else line(brief))
    return Fact(words=short, beside=short, spoken=full, look=look)
