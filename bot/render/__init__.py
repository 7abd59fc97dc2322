"""Pictures of the game: the table, a finished hand, the dominoes as emojis."""

from bot.render.avatars import AVATAR_SIDE, Avatars, shrink_avatar
from bot.render.draw import FILE_TYPE, draw
from bot.render.drawing import Drawing, Film, Still, size_of
from bot.render.emoji import (
    BACK_EMOJI,
    EMOJI_SIZE,
    draw_back_emoji,
    draw_tile_emoji,
    emoji_name,
)
from bot.render.figures import (
    MOST_BARS,
    BidBar,
    ProfilePicture,
    StandingRow,
    StandingsPicture,
)
from bot.render.portraits import draw_portrait
from bot.render.text import can_draw, split_mark
from bot.render.values import (
    Colors,
    GameOverPicture,
    Hand,
    HandTile,
    LaidDownHand,
    Leftovers,
    LobbyPicture,
    OpenHands,
    PanelPicture,
    ResultPicture,
    ResultTrick,
    Scoreboard,
    SeatPicture,
    Side,
    Size,
    Stance,
    TablePicture,
    TrickTile,
    has_composition,
)
from bot.render.worker import Priority, Renderer

__all__ = [
    "AVATAR_SIDE",
    "BACK_EMOJI",
    "EMOJI_SIZE",
    "FILE_TYPE",
    "MOST_BARS",
    "Avatars",
    "BidBar",
    "Colors",
    "Drawing",
    "Film",
    "GameOverPicture",
    "Hand",
    "HandTile",
    "LaidDownHand",
    "Leftovers",
    "LobbyPicture",
    "OpenHands",
    "PanelPicture",
    "Priority",
    "ProfilePicture",
    "Renderer",
    "ResultPicture",
    "ResultTrick",
    "Scoreboard",
    "SeatPicture",
    "Side",
    "Size",
    "Stance",
    "StandingRow",
    "StandingsPicture",
    "Still",
    "TablePicture",
    "TrickTile",
    "can_draw",
    "draw",
    "draw_back_emoji",
    "draw_portrait",
    "draw_tile_emoji",
    "emoji_name",
    "has_composition",
    "shrink_avatar",
    "size_of",
    "split_mark",
]
