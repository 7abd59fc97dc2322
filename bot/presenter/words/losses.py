"""What a bid of points can lose and still be made (002:43-57), in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from texas42.engine import GameSpec, most_lost

from .language import Words


def loss_sentences(game: GameSpec, bids: Iterable[int], words: Words) -> list[str]:
    """Say what each bid of 42 can lose: "32: you can lose one 5-count and five tricks.".

    Empty for other games, whose bids nobody learns by heart.
    """
    return [_sentence(game, bid, words) for bid in bids] if game.id == "42" else []


def _sentence(game: GameSpec, bid: int, words: Words) -> str:
    most = most_lost(game, bid)[0]
    tricks = _tricks(most.tricks, words)
    if most.tens:  # two fives lose as much
        return words.say(
            "{bid}: you can lose one 10-count or two 5-counts, and {tricks}.",
            bid=bid,
            tricks=tricks,
        )
    if most.fives:
        return words.say("{bid}: you can lose one 5-count and {tricks}.", bid=bid, tricks=tricks)
    return words.say("{bid}: you can lose {tricks}, no count.", bid=bid, tricks=tricks)


def _tricks(number: int, words: Words) -> str:
    names = (
        words.say("one trick"),
        words.say("two tricks"),
        words.say("three tricks"),
        words.say("four tricks"),
        words.say("five tricks"),
    )
    return names[number - 1]
