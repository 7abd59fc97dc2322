"""Pictures of the game: the table, a finished hand, the dominoes as emojis."""

from bot.render.avatars import Avatars, shrink_avatar
from bot.render.draw import FILE_TYPE, draw
from bot.render.drawing import Drawing, Film, Still, size_of
from bot.render.emoji import EMOJI_SIZE, draw_tile_emoji, emoji_name
from bot.render.figures import (
    MOST_BARS,
    AskedBid,
    AskedPicture,
    BidBar,
    DayPicture,
    FieldBar,
    ProfilePicture,
    StandingRow,
    StandingsPicture,
    StripPicture,
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
