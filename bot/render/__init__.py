"""Pictures of the game: the table, a finished hand, the dominoes as emojis."""

from bot.render.avatars import AVATAR_SIDE, Avatars, shrink_avatar
from bot.render.board import draw_board
from bot.render.draw import FILE_TYPE, draw
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
from bot.render.values import (
    Colors,
    GameOverPicture,
    Hand,
    HandTile,
    LaidDown,
    LeftOver,
    PanelPicture,
    Picture,
    ResultPicture,
    ResultTrick,
    Scoreboard,
    Seat,
    Side,
    Size,
    Stance,
    TablePicture,
    TrickTile,
)
from bot.render.worker import Renderer, Superseded

__all__ = [
    "AVATAR_SIDE",
    "BACK_EMOJI",
    "EMOJI_SIZE",
    "FILE_TYPE",
    "Avatars",
    "BoardPicture",
    "Colors",
    "Fact",
    "GameOverPicture",
    "Hand",
    "HandTile",
    "LaidDown",
    "LeftOver",
    "Line",
    "Mode",
    "PanelPicture",
    "Picture",
    "PlayedTile",
    "Renderer",
    "ResultPicture",
    "ResultTrick",
    "Scoreboard",
    "Scoring",
    "Seat",
    "SeatPicture",
    "Side",
    "SidePicture",
    "Sign",
    "Size",
    "Stance",
    "Superseded",
    "TablePicture",
    "TakenTrick",
    "TrickTile",
    "can_draw",
    "draw",
    "draw_back_emoji",
    "draw_board",
    "draw_tile_emoji",
    "emoji_name",
    "shrink_avatar",
]
