"""The words of the leaderboards' orders: one row of `ORDER_WORDS` each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.stats.views import Details, Order, Standing

from ..words.language import Words


def wins_text(standing: Standing, words: Words) -> str:
    """Write "3 of 5 won"."""
    return words.say("{won} of {games} won", won=standing.wins, games=standing.games)


def rating_text(standing: Standing | Details, words: Words) -> str:
    """Write a rating and the number of its games."""
    games = words.plural("{n} rated game", "{n} rated games", standing.rated)
    rating = standing.rating or 0
    if standing.provisional:
        return words.say("{rating} (provisional) · {games}", rating=rating, games=games)
    return words.say("{rating} · {games}", rating=rating, games=games)


def _games(standing: Standing, words: Words) -> str:
    return words.plural("{n} game", "{n} games", standing.games)


def _hands(standing: Standing, words: Words) -> str:
    return words.plural("{n} hand", "{n} hands", standing.hands)


def _bids(standing: Standing, words: Words) -> str:
    return words.plural("{n} bid", "{n} bids", standing.bids)


def _number(figure: float, words: Words) -> str:
    return words.number(figure)


def _share(figure: float, words: Words) -> str:
    return words.percent(figure)


def _wins(line: Standing, _: str, words: Words) -> str:
    return wins_text(line, words)


def _share_of_games(line: Standing, share: str, words: Words) -> str:
    return words.say("{share} of {games} games", share=share, games=line.games)


@dataclass(frozen=True, slots=True)
class OrderWords:
    """The words of one order.

    `figure`: the ranked figure as a picture shows it, above its `basis`. `sentence`: the same in a
    line of text, from the standing and that figure.
    """

    title: Callable[[Words], str]
    sentence: Callable[[Standing, str, Words], str]
    figure: Callable[[float, Words], str] = _number
    basis: Callable[[Standing, Words], str] = _games


ORDER_WORDS: Mapping[Order, OrderWords] = MappingProxyType(
    {
        Order.RATING: OrderWords(
            title=lambda words: words.say("Rating"),
            sentence=lambda line, _, words: rating_text(line, words),
            figure=lambda rating, _: f"{rating:.0f}",
            basis=lambda line, words: words.plural("{n} game", "{n} games", line.rated),
        ),
        Order.WINS: OrderWords(
            title=lambda words: words.say("Games won"),
            sentence=_wins,
        ),
        Order.WIN_RATE: OrderWords(
            title=lambda words: words.say("Share of games won"),
            sentence=_share_of_games,
            figure=_share,
        ),
        Order.GAMES: OrderWords(
            title=lambda words: words.say("Games played"),
            sentence=lambda line, _, words: _games(line, words),
            basis=lambda line, words: words.say("{won} won", won=line.wins),
        ),
        Order.MARKS: OrderWords(
            title=lambda words: words.say("Marks"),
            sentence=lambda line, _, words: words.marks(line.marks),
        ),
        Order.BIDS_MADE: OrderWords(
            title=lambda words: words.say("Share of bids made"),
            sentence=lambda line, share, words: words.say(
                "{share} of {bids} bids", share=share, bids=line.bids
            ),
            figure=_share,
            basis=_bids,
        ),
        Order.AVERAGE_BID: OrderWords(
            title=lambda words: words.say("Average bid"),
            sentence=lambda line, average, words: words.say(
                "{average} over {bids}", average=average, bids=_bids(line, words)
            ),
            figure=lambda average, words: words.number(round(average, 1)),
            basis=_bids,
        ),
        Order.SETS: OrderWords(
            title=lambda words: words.say("Sets"),
            sentence=lambda line, _, words: words.plural("{n} set", "{n} sets", line.sets),
            basis=_hands,
        ),
        Order.SUFFERED: OrderWords(
            title=lambda words: words.say("Got set least"),
            sentence=lambda line, share, words: words.say(
                "set in {share} of {hands}", share=share, hands=_hands(line, words)
            ),
            figure=_share,
            basis=_hands,
        ),
        Order.PARTNERS: OrderWords(
            title=lambda words: words.say("Partners"),
            sentence=_share_of_games,
            figure=_share,
        ),
        Order.RUN: OrderWords(
            title=lambda words: words.say("Alone: wins in a row over experts"),
            sentence=lambda line, _, words: words.plural(
                "{n} win in a row", "{n} wins in a row", line.best_run
            ),
        ),
        Order.FASTEST: OrderWords(
            title=lambda words: words.say("Alone: fewest hands to 7 marks"),
            sentence=lambda line, _, words: words.plural(
                "{n} hand", "{n} hands", line.fastest or 0
            ),
        ),
        Order.SHUTOUTS: OrderWords(
            title=lambda words: words.say("Alone: shut-outs"),
            sentence=lambda line, _, words: words.plural(
                "{n} shut-out", "{n} shut-outs", line.shutouts
            ),
        ),
        Order.ALONE_WINS: OrderWords(
            title=lambda words: words.say("Alone: games won"),
            sentence=_wins,
        ),
    }
)


def short_figure(standing: Standing, order: Order, words: Words) -> str:
    """Write the figure that a line is ranked by, short enough for a picture."""
    return ORDER_WORDS[order].figure(order.ranking.figure_of(standing), words)


def figure_text(standing: Standing, order: Order, words: Words) -> str:
    """Write the figure that a line is ranked by, and what it rests on."""
    return ORDER_WORDS[order].sentence(standing, short_figure(standing, order, words), words)
