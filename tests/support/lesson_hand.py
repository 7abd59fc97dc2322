"""The lesson hand, played out by the players that a test chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.tables.deals.deals import LESSON
from bot.tables.deals.lesson import SEAT, SHAKER, scripted
from bot.tables.loaded import shared_shake
from texas42 import RulesPlayer
from texas42.engine import (
    Action,
    Deal,
    Game,
    Phase,
    Rules,
    SeatView,
    Shake,
    apply,
    new_game,
    parse_action,
    view_for,
)
from texas42.records.shake import Dealt, shake

Choose = Callable[[SeatView], Action]
PLAIN = RulesPlayer()


def choose_plain(view: SeatView) -> Action:
    """Choose as the guide does without the strong levels."""
    return PLAIN.choose(view, 1.0)


def choose_scripted(view: SeatView) -> Action:
    """Choose as everyone does in the lesson while its script fits, else plainly."""
    return scripted(view) or choose_plain(view)


def dealt_lesson(rules: Rules) -> Dealt:
    """Deal the lesson hand."""
    found = shared_shake(LESSON, 1)
    return shake(rules, found.secret, found.public)


def begin_hand(rules: Rules, dealt: Dealt) -> Game:
    """Begin a hand that the newcomer shakes."""
    game = new_game(rules, total=(0, 0), next_shaker=SHAKER, deals_played=0)
    return apply(game, Shake(SHAKER, dealt.hands, dealt.kitty)).game


def outbidding(rules: Rules, dealt: Dealt, bid: str) -> Game:
    """Begin a hand in which the newcomer has to bid this much, after three passes."""
    game = begin_hand(rules, dealt)
    for text in ("pass", "pass", "pass", bid):
        seat = deal_of(game).to_act
        assert seat is not None
        game = apply(game, parse_action(text, Phase.CALL, seat, rules)).game
    return game


def deal_of(game: Game) -> Deal:
    """Return the hand of a game."""
    assert game.deal is not None
    return game.deal


def play_to_end(game: Game, guide: Choose, others: Choose) -> Deal:
    """Play a hand to its end: the newcomer follows the guide."""
    while (deal := deal_of(game)).phase is not Phase.OVER:
        seat = deal.to_act
        assert seat is not None
        choose = guide if seat == SEAT else others
        game = apply(game, choose(view_for(game, seat))).game
    return deal_of(game)


def every_answer(game: Game, free: frozenset[int]) -> Iterator[Deal]:
    """Yield each end of a hand: seats in `free` make every legal play, the others choose plainly.

    All choose plainly until the first lead.
    """
    while (deal := deal_of(game)).phase is not Phase.OVER:
        seat = deal.to_act
        assert seat is not None
        view = view_for(game, seat)
        if deal.phase is Phase.PLAY and seat in free and len(view.legal) > 1:
            for action in view.legal:
                yield from every_answer(apply(game, action).game, free)
            return
        game = apply(game, choose_plain(view)).game
    yield deal_of(game)
