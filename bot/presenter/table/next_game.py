"""The next game: what the host has changed for it, and who plays with whom."""

from __future__ import annotations

from ..rules.short_words import MOST_NAMED, named_differences
from ..words.language import Words
from .scene import Scene
from .seats import PAIR, name_now


def next_game_line(scene: Scene, most: int = MOST_NAMED) -> str:
    """Say what the host has changed since the game ended; empty if nothing.

    Who sits with whom then is told by `next_partners_line`. `most`: how many rules are named.
    """
    ahead = scene.table.next_game
    if ahead is None:
        return ""
    rules = named_differences(ahead.rules, scene.table.rules, scene.words, most=most)
    texts = []
    if rules:
        texts.append(scene.say("{rules}.", rules=rules))
    if ahead.level is not None:
        texts.append(scene.say("{level}.", level=level_words(scene.words)[ahead.level][0]))
    if ahead.draws_partners:
        texts.append(scene.say("We'll draw dominoes for partners."))
    if ahead.changes_partners:
        match = ahead.rules.game.best_of > 1
        after_match = scene.say("Partners change after each match.")
        texts.append(after_match if match else scene.say("Partners change after each game."))
    elif ahead.changes_partners is not None:
        texts.append(scene.say("Partners stay together."))
    if len(scene.table.next_sides) > PAIR:
        players = scene.words.listed(name_now(scene, line.seat) for line in scene.table.seats)
        texts.append(scene.say("Seats, in turn: {players}.", players=players))
    if not texts:
        return ""
    return scene.say("**Changed for the next game:** {changes}", changes=" ".join(texts))


def next_partners_line(scene: Scene) -> str:
    """Say who plays with whom in the next game; empty where partners stay."""
    sides = [scene.both(name_now(scene, seat) for seat in side) for side in scene.table.next_sides]
    if len(sides) != PAIR:
        return ""
    one, other = sides
    return scene.say("Next game: {names} against {others}.", names=one, others=other)


def level_words(words: Words) -> dict[str, tuple[str, str]]:
    """Name and describe the levels of computer players."""
    say = words.say
    careful = say("Bids fewer hands, and makes more of its bids")
    bold = say("Bids more hands, and gets set more")
    return {
        "expert": (say("Computers: expert"), say("A champion")),
        "expert-careful": (say("Computers: expert, careful"), careful),
        "expert-bold": (say("Computers: expert, bold"), bold),
        "steady": (say("Computers: steady"), say("A friend at the kitchen table")),
        "steady-careful": (say("Computers: steady, careful"), careful),
        "steady-bold": (say("Computers: steady, bold"), bold),
        "easy": (say("Computers: easy"), say("Slips now and then")),
        "rules": (say("Computers: rules"), say("Plays by rules of thumb")),
    }
