"""Names and short descriptions of games and house rules.

A shipped game's and preset's words are in its file and translated by the catalog; a host's own
preset keeps the host's words.
"""

from __future__ import annotations

from bot.values.server_presets import LONGEST_PRESET_NAME, ServerPreset
from texas42.engine import GameSpec
from texas42.library import Preset, games, presets

from .language import Words
from .names import shown_name
from .parts import plain

BASE_GAME = "42"


def game_title(game: GameSpec, words: Words) -> str:
    """Return the name of a game for a heading."""
    return words.say("Texas 42") if game.id == BASE_GAME else words.find(game.name)


def game_titles(words: Words) -> dict[str, str]:
    """Return the name of each game by its id, for a list, which has no Markdown."""
    return {game.id: plain(game_title(game, words)) for game in games()}


def preset_title(game_id: str, name: str, words: Words) -> str:
    """Return a preset's title; its name if the host has removed it."""
    titles = {preset.name: preset.title for preset in presets(game_id)}
    return shown_name(words.find(titles[name]) if name in titles else name)


def game_about(game: GameSpec, words: Words) -> str:
    """Describe a game: "88 · 6 players, 2 sides, 8 dominoes each"."""
    title = plain(game_title(game, words))
    tiles = game.hand_size
    if game.sides == game.seats:
        return words.say(
            "{game} · {seats} players, each on their own, {tiles} dominoes each",
            game=title,
            seats=game.seats,
            tiles=tiles,
        )
    return words.say(
        "{game} · {seats} players, {sides} sides, {tiles} dominoes each",
        game=title,
        seats=game.seats,
        sides=game.sides,
        tiles=tiles,
    )


def inventor_line(game: GameSpec, words: Words) -> str:
    """Credit a game's inventor, if its source asks for it (001:110)."""
    return words.say("Invented by {name}.", name=game.inventor) if game.inventor else ""


def title_of(preset: Preset, words: Words) -> str:
    """Return the title of a preset in a list; a server's managers typed that of theirs."""
    if preset.base is not None:
        return saved_title(preset.title)
    return shown_name(words.find(preset.title))


def saved_title(name: str) -> str:
    """Escape the name of a server's preset."""
    return shown_name(name, LONGEST_PRESET_NAME)


def saved_about(preset: ServerPreset, words: Words) -> str:
    """Describe a server's preset in a list of games: "Friday night · Texas 42"."""
    title = plain(saved_title(preset.name))
    return words.say("{name} · {about}", name=title, about=game_titles(words)[preset.game])


def preset_about(preset: Preset, words: Words) -> str:
    """Describe a preset: its title and what is played."""
    title = plain(title_of(preset, words))
    if preset.base is not None:
        return words.say("{name} · {about}", name=title, about=words.say("house rules here"))
    summary = words.find(preset.summary)
    return words.say("{name} · {about}", name=title, about=summary) if summary else title
