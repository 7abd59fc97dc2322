"""What games and house rules are called, and what they are in half a line each."""

from __future__ import annotations

from bot.engine import GameSpec
from bot.library import Preset
from bot.tables.views import TableView

from .names import shown_name
from .parts import plain
from .render_context import RenderContext
from .words import Words


def preset_title(game_id: str, preset: str, words: Words) -> str:
    """Return what players call a preset; a host's own preset keeps its name."""
    say = words.say
    titles = {
        ("42", "puremco"): say("Puremco box rules"),
        ("42", "straight-points"): say("Straight points"),
        ("42", "straight-marks"): say("Straight marks"),
        ("42", "simple"): say("Simple"),
        ("42", "celko-points"): say("Celko points"),
        ("42", "house"): say("House"),
        ("moon", "pagat"): say("Pagat"),
    }
    general = {"standard": say("Standard"), "marks": say("Marks")}
    return titles.get((game_id, preset)) or general.get(preset) or shown_name(preset)


def game_title(game: GameSpec, words: Words) -> str:
    """Return what a game is called in a heading."""
    return words.say("Texas 42") if game.id == "42" else game.name


def game_about(game: GameSpec, words: Words) -> str:
    """Return a game's name and what it is: "88 · six players, two sets; ..."."""
    say = words.say
    about = {
        "42": say("four players, two sides, one set"),
        "88": say("six players, two sets; the bid names trump"),
        "80": say("four players, two sets without blanks"),
        "79": say("six players, two sets; a point a trick"),
        "84x6": say("two sets; a hand has 88 points"),
        "84x8": say("two sets, nothing left over"),
        "big-game": say("four players, a set up to the 8-8"),
        "moon": say("three players, each for himself; bids of tricks"),
        "moon4": say("two sides; bids of tricks"),
    }
    return _with(plain(game_title(game, words)), about.get(game.id, ""), words)


def preset_about(game_id: str, preset: Preset, words: Words) -> str:
    """Return a preset's name and what is played; a host's own in the host's words."""
    say = words.say
    about = {
        ("42", "straight-marks"): say("to 7 marks, plain bids, as in tournaments"),
        ("42", "puremco"): say("the rules from the domino box: to 250 points"),
        ("42", "straight-points"): say("to 250 points; after 84 anything higher, up to the game"),
        ("42", "simple"): say("to 7 marks, bids from 30 to 42; who holds the 1-0 bids first"),
        ("42", "celko-points"): say("to 250 points; 84 is the highest bid"),
        ("42", "house"): say("to 7 marks, with nel-o, plunge, splash and sevens"),
        ("moon", "standard"): say("to 21; a bid that is made scores the bid"),
        ("moon", "pagat"): say("the same without doubles as trump"),
        ("moon4", "standard"): say("to 21; a bid that is made scores the tricks"),
        ("big-game", "standard"): say("to 400 points"),
    }
    general = {"standard": say("to 500 points"), "marks": say("to 7 marks")}
    shipped = about.get((game_id, preset.name)) or general.get(preset.name)
    title = plain(preset_title(game_id, preset.name, words))
    return _with(title, preset.summary if shipped is None else shipped, words)


def _with(name: str, about: str, words: Words) -> str:
    return words.say("{name} · {about}", name=name, about=about) if about else name


def title(table: TableView, context: RenderContext) -> str:
    """Return "Table 3 · Texas 42"."""
    game = game_title(table.rules.game, context.words)
    return context.words.say("Table {number} · {game}", number=table.number, game=game)
