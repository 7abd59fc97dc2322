"""A day's hand: dealt from the day's secret, then replayed from a person's acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache

from bot.tables.deals.deals import day_deal_name
from texas42.engine import (
    Action,
    Deal,
    Ended,
    Game,
    Phase,
    Rules,
    Shake,
    apply,
    format_call,
    format_tile,
    new_game,
    parse_action,
)
from texas42.engine.scoring import result_of
from texas42.library import load_rules
from texas42.records.shake import public_text, shake

from .model import DayOutcome

GAME = "42"
OPTIONS = {"preset": "straight-points", "all_pass": "forced30"}
SEAT = 0
"""The person's seat, every day."""


@lru_cache(maxsize=1)
def daily_rules() -> Rules:
    """Load the rules of the daily hand: straight points, and the last bidder must bid."""
    return load_rules(GAME, OPTIONS)


def public_of(day: date) -> str:
    """Return the public text of a day's shake."""
    return public_text(day_deal_name(day))


def dealt(day: date, secret: bytes) -> Game:
    """Deal a day's hand. The shake moves one seat each day."""
    rules = daily_rules()
    tiles = shake(rules, secret, public_of(day))
    return apply(new_game(rules), Shake(shaker_of(day), tiles.hands, tiles.kitty)).game


def shaker_of(day: date) -> int:
    """Return the seat that shakes a day's hand."""
    return day.toordinal() % daily_rules().game.seats


def after(game: Game, acts: Iterable[str]) -> Game:
    """Return the game after some acts."""
    for text in acts:
        game = apply(game, action_of(game, text)).game
    return game


def action_of(game: Game, text: str) -> Action:
    """Parse an act of the seat in turn; raises NotationError, and ValueError after the hand."""
    deal = deal_of(game)
    if deal.to_act is None:
        raise ValueError("nobody is in turn")
    return parse_action(text, deal.phase, deal.to_act, game.rules)


def deal_of(game: Game) -> Deal:
    """Return the deal of a game that has one."""
    if game.deal is None:
        raise ValueError("nothing has been dealt")
    return game.deal


def seat_in_turn(game: Game) -> int | None:
    """Return the seat in turn; None once the hand is over."""
    return deal_of(game).to_act


def outcome_of(game: Game) -> DayOutcome:
    """Describe how a finished hand ended for the person."""
    deal = deal_of(game)
    if deal.result is None or deal.bid is None or deal.declaring is None:
        raise ValueError("the hand is not over")
    spec = game.rules.game
    us = spec.side_of(SEAT)
    return DayOutcome(
        score=score_of(deal, us),
        taken=deal.points[us],
        bid=format_call(deal.bid, game.rules),
        ours=deal.declaring == us,
        made=bool(deal.result.made),
        tricks=_tricks(deal, us),
        lead=_own_lead(deal),
    )


def score_of(deal: Deal, us: int) -> int:
    """Return a side's points minus the other side's in a finished deal."""
    if deal.result is None:
        raise ValueError("the hand is not over")
    score = deal.result.score
    return 2 * score[us] - sum(score)


def _tricks(deal: Deal, us: int) -> str:
    side_of = deal.rules.game.side_of
    marks = ["w" if side_of(trick.winner or 0) == us else "l" for trick in deal.tricks]
    return "".join(marks).ljust(deal.rules.game.hand_size, "-")


def _own_lead(deal: Deal) -> str | None:
    first = deal.tricks[0].plays[0] if deal.tricks else None
    return format_tile(first.tile) if first is not None and first.seat == SEAT else None


def first_lead(game: Game, acts: Iterable[str]) -> Deal | None:
    """Return the deal just before the first lead; None if these acts have no lead."""
    for text in acts:
        deal = deal_of(game)
        if deal.phase is Phase.PLAY:
            return deal
        game = apply(game, action_of(game, text)).game
    return None


def par_score(deal: Deal, taken: int) -> int:
    """Return the person's score if the bidder's side takes `taken` points from the first lead on.

    `taken` must be the most that side can take, so that it makes the bid whenever it can.
    """
    if deal.declaring is None:
        raise ValueError("nothing was bid")
    spec = deal.rules.game
    points = [spec.total - taken] * spec.sides
    points[deal.declaring] = taken
    finished = replace(deal, points=tuple(points))
    result, _ = result_of(finished, (0,) * spec.sides, Ended.PLAYED_OUT, None)
    return score_of(replace(finished, result=result), spec.side_of(SEAT))
