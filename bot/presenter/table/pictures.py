"""The pictures of messages: what is drawn, and the same in sentences for who cannot see them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine import Phase, PlayTile, SeatView, sort_hand
from bot.tables.model import Status
from bot.tables.views import TableView

from ..hand.outcome import gained_line, game_won_line, laid_down_line, outcome_line, score_line
from ..words.games import title
from ..words.names import own_first, side_names
from ..words.parts import capital, plain
from ..words.render_context import RenderContext
from ..words.spec import Picture
from .drawings import (
    NO_SWAP,
    Swap,
    game_over_picture,
    panel_picture,
    result_picture,
    table_picture,
)
from .position import (
    auction_line,
    bid_for,
    bid_line,
    hand_score_line,
    high_bid_line,
    is_trick_end,
    own_side,
    partners_line,
    special_lines,
    trick_line,
    trick_tiles,
    trick_won_line,
    trump_line,
    turn_line,
)

ALT_LIMIT = 1024


def table_part(table: TableView, view: SeatView, context: RenderContext) -> Picture:
    """Return the picture of a table for everybody, whether its hand is played or over."""
    if view.phase is Phase.OVER:
        return _ended(table, view, context, None)
    drawing = table_picture(table, view, context)
    return Picture(drawing, table_alt(table, view, context), _file_name(table))


def panel_part(
    table: TableView,
    view: SeatView,
    task: str,
    context: RenderContext,
    swap: Swap = NO_SWAP,
) -> Picture:
    """Return a player's own picture; `task` is what they are to do, `swap` what crosses."""
    if view.phase is Phase.OVER:
        return _ended(table, view, context, view.seat)
    drawing = panel_picture(table, view, context, swap)
    return Picture(drawing, panel_alt(table, view, task, context), _file_name(table))


def _ended(table: TableView, view: SeatView, context: RenderContext, viewer: int | None) -> Picture:
    over = table.status is Status.FINISHED and table.winner is not None
    draw = game_over_picture if over else result_picture
    alt = result_alt(table, view, context, own_side(view))
    return Picture(draw(table, view, context, viewer), alt, _file_name(table))


def _file_name(table: TableView) -> str:
    return f"table-{table.number}.webp"


def panel_alt(table: TableView, view: SeatView, task: str, context: RenderContext) -> str:
    """Return a player's own view: what to do, the trick, the hand, trump and bid, the score."""
    own, call = own_side(view), view.phase is Phase.CALL
    return alt_of(
        [
            task,
            high_bid_line(table, view, context) if call else "",
            _on_the_table(table, view, context),
            *_own_tiles(view, context),
            trump_line(view, context),
            bid_for(table, view, context),
            *special_lines(table, view, context),
            hand_score_line(table, view, context, own) if view.phase is Phase.PLAY else "",
            score_line(table, context, own),
            _tricks_taken(table, view, context),
            partners_line(table, view, context),
        ]
    )


def table_alt(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the whole public position."""
    call = view.phase is Phase.CALL
    return alt_of(
        [
            title(table, context),
            high_bid_line(table, view, context) if call else "",
            _on_the_table(table, view, context),
            trump_line(view, context),
            bid_line(table, view, context),
            *special_lines(table, view, context),
            hand_score_line(table, view, context),
            score_line(table, context),
            _tricks_taken(table, view, context),
            turn_line(table, view, context),
        ]
    )


def result_alt(
    table: TableView, view: SeatView, context: RenderContext, own: int | None = None
) -> str:
    """Return how a hand ended, and the game where it did; then its tricks, as far as they fit."""
    return alt_of(
        [
            context.words.say("Hand {number} is over.", number=table.hand_no),
            game_won_line(table, context, own),
            outcome_line(table, view, context, own),
            laid_down_line(table, context),
            gained_line(table, view, context, own),
            score_line(table, context, own),
            trump_line(view, context),
            bid_line(table, view, context),
            *(
                f"{trick_won_line(table, view, number, context)}: "
                f"{trick_tiles(table, trick, context)}"
                for number, trick in enumerate(view.tricks, 1)
            ),
        ]
    )


def alt_of(sentences: Iterable[str]) -> str:
    """Return as many of the sentences as Discord takes, the first ones first."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {_sentence(plain(sentence))}".strip()
        if len(longer) > ALT_LIMIT:
            break
        text = longer
    return text


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _on_the_table(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the calls, or the trick that lies on the table."""
    if view.phase is not Phase.PLAY:
        return auction_line(table, view, context)
    if is_trick_end(view):
        tiles = trick_tiles(table, view.tricks[-1], context)
        return f"{trick_won_line(table, view, len(view.tricks), context)}: {tiles}"
    return trick_line(table, view, context)


def _own_tiles(view: SeatView, context: RenderContext) -> list[str]:
    """Return the hand, what of it may be played, and the dominoes left over if they are seen."""
    words, game = context.words, view.rules.game
    if not view.hand:
        return [words.say("You have no dominoes left.")]
    hand = sort_hand(view.hand, view.contract)
    sentences = [words.say("Your dominoes: {tiles}", tiles=context.tiles(hand, game))]
    playable = {action.tile for action in view.legal if isinstance(action, PlayTile)}
    if playable:
        tiles = context.tiles([tile for tile in dict.fromkeys(hand) if tile in playable], game)
        sentences.append(words.say("You can play: {tiles}", tiles=tiles))
    if view.kitty and view.phase is Phase.EXCHANGE:
        sentences.append(words.say("Left over: {tiles}", tiles=context.tiles(view.kitty, game)))
    return sentences


def _tricks_taken(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return how many tricks each side has taken, a player's side first."""
    if view.phase is not Phase.PLAY or not view.tricks:
        return ""
    own, game = own_side(view), view.rules.game
    names = side_names(table, context, own)
    taken = [game.side_of(trick.winner) for trick in view.tricks if trick.winner is not None]
    counts = " · ".join(
        f"{capital(names[side])} {taken.count(side)}" for side in own_first(names, own)
    )
    return context.words.say("Tricks: {counts}", counts=counts)
