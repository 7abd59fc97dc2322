"""The pictures of messages, each with an alt text."""

from __future__ import annotations

from dataclasses import replace

from bot.render import PanelPicture
from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import Phase, PlayTile, sort_hand

from ..hand.deciding import deciding_line
from ..hand.outcome import (
    gained_line,
    game_won_line,
    laid_down_line,
    last_game_line,
    outcome_line,
    score_line,
)
from ..hand.reasons import early_line, forced_line, game_line
from ..layout.fact import drawn
from ..layout.ways import alt_text
from ..words.spec import Picture
from .draw_line import full_draw_line
from .drawings import NO_SWAP, Swap, panel_picture, result_picture, table_picture
from .position import (
    auction_line,
    bid_for,
    bid_line,
    hand_score_line,
    high_bid_line,
    is_trick_end,
    partners_line,
    special_lines,
    trick_line,
    trick_tiles,
    trick_won_line,
    trump_line,
)
from .position_facts import board_facts, score_facts, tricks_line
from .scene import Scene
from .score_picture import score_picture
from .seats import hand_title


def table_part(scene: Scene) -> Picture:
    """Build the public picture of a table, during the hand or after it."""
    if scene.view.phase is Phase.OVER:
        return _result_picture(scene)
    return Picture(table_picture(scene), table_alt(scene), file_name(scene.table))


def panel_part(scene: Scene, task: str, swap: Swap = NO_SWAP) -> Picture:
    """Build a player's own picture; `task` is what to do, `swap` an unfinished exchange."""
    if scene.view.phase is Phase.OVER:
        return _result_picture(scene)
    return Picture(panel_picture(scene, swap), panel_alt(scene, task), file_name(scene.table))


def without_trump_marks(picture: Picture) -> Picture:
    """Return a player's own picture in which no domino of the hand is marked as a trump."""
    drawn = picture.drawing
    if not isinstance(drawn, PanelPicture):
        return picture
    tiles = tuple(replace(tile, trump=False) for tile in drawn.hand.tiles)
    return replace(picture, drawing=replace(drawn, hand=replace(drawn.hand, tiles=tiles)))


def _result_picture(scene: Scene) -> Picture:
    if scene.is_beside_card:
        return Picture(score_picture(scene), score_alt(scene), file_name(scene.table))
    ended = scene.table.status in (Status.FINISHED, Status.CLOSED)
    over = ended and scene.table.winner is not None
    draw = score_picture if over else result_picture
    return Picture(draw(scene), result_alt(scene), file_name(scene.table))


def file_name(table: TableView) -> str:
    """Name the file of a table's picture."""
    if table.deals.day is not None:
        return f"daily-{table.deals.day.isoformat()}.webp"
    return f"table-{table.number}.webp"


def panel_alt(scene: Scene, task: str) -> str:
    """Describe a player's own view: what to do, the trick, the hand, trump and bid, the score."""
    view = scene.view
    call = view.phase is Phase.CALL
    said = (
        task,
        high_bid_line(scene) if call else "",
        _on_the_table(scene),
        *_own_tiles(scene),
        trump_line(scene),
        bid_for(scene),
        *special_lines(scene),
        hand_score_line(scene) if view.phase is Phase.PLAY else "",
        score_line(scene),
        tricks_line(scene),
        partners_line(scene),
    )
    return alt_text(map(drawn, said))


def table_alt(scene: Scene) -> str:
    """Describe the whole public position."""
    return alt_text((*board_facts(scene), *score_facts(scene)))


def score_alt(scene: Scene) -> str:
    """Describe the end of the hand and of the game, and the score."""
    return alt_text(map(drawn, _ended(scene)))


def result_alt(scene: Scene) -> str:
    """Describe the end of the hand and of the game, the score, then as many tricks as fit."""
    view = scene.view
    said = (
        *_ended(scene),
        trump_line(scene),
        bid_line(scene),
        *(
            f"{trick_won_line(scene, number)}: {trick_tiles(scene, trick)}"
            for number, trick in enumerate(view.tricks, 1)
        ),
    )
    return alt_text(map(drawn, said))


def _ended(scene: Scene) -> tuple[str, ...]:
    return (
        scene.say("{hand} is over.", hand=hand_title(scene)),
        game_won_line(scene),
        game_line(scene),
        outcome_line(scene),
        laid_down_line(scene) or deciding_line(scene),
        forced_line(scene),
        early_line(scene),
        gained_line(scene),
        last_game_line(scene) or score_line(scene),
    )


def _on_the_table(scene: Scene) -> str:
    """Describe the calls, or the current trick."""
    view = scene.view
    if view.phase is not Phase.PLAY:
        return " ".join(filter(None, (full_draw_line(scene), auction_line(scene))))
    if is_trick_end(view):
        tiles = trick_tiles(scene, view.tricks[-1])
        return f"{trick_won_line(scene, len(view.tricks))}: {tiles}"
    return trick_line(scene)


def _own_tiles(scene: Scene) -> list[str]:
    """Describe the hand, what can be played, and any visible left-over dominoes."""
    view = scene.view
    game = view.rules.game
    if not view.hand:
        return [scene.say("You have no dominoes left.")]
    hand = sort_hand(view.hand, view.contract)
    sentences = [scene.say("Your dominoes: {tiles}", tiles=scene.context.tiles(hand, game))]
    playable = {action.tile for action in view.legal if isinstance(action, PlayTile)}
    if playable:
        tiles = scene.context.tiles(
            [tile for tile in dict.fromkeys(hand) if tile in playable], game
        )
        sentences.append(scene.say("You can play: {tiles}", tiles=tiles))
    if view.kitty and view.phase is Phase.EXCHANGE:
        sentences.append(
            scene.say("Left over: {tiles}", tiles=scene.context.tiles(view.kitty, game))
        )
    return sentences
