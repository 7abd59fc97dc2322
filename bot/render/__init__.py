"""Pictures of the game: the board and the dominoes as emojis. Pure drawing, no I/O."""

from bot.render.board import draw_board
from bot.render.emoji import (
    BACK_EMOJI,
    EMOJI_SIZE,
    draw_back_emoji,
    draw_tile_emoji,
    emoji_name,
)
from bot.render.picture import (
    BoardPicture,
    Fact,
    Line,
    Mode,
    PlayedTile,
    Scoring,
    SeatPicture,
    SidePicture,
    TakenTrick,
)
from bot.render.signs import Sign
from bot.render.text import can_draw

__all__ = [
    "BACK_EMOJI",
    "EMOJI_SIZE",
    "BoardPicture",
    "Fact",
    "Line",
    "Mode",
    "PlayedTile",
    "Scoring",
    "SeatPicture",
    "SidePicture",
    "Sign",
    "TakenTrick",
    "can_draw",
    "draw_back_emoji",
    "draw_board",
    "draw_tile_emoji",
    "emoji_name",
]
