"""The rules of 42 and its family: frozen states, one way forward, no clock and no chance."""

from bot.engine.actions import (
    Action,
    MakeCall,
    MakeExchange,
    NameContract,
    PlayTile,
    Shake,
    format_action,
    parse_action,
)
from bot.engine.calls import PASS, SHOOT_THE_MOON, Call, CallKind, format_call, parse_call
from bot.engine.contracts import (
    Contract,
    ContractKind,
    format_contract,
    parse_contract,
    suit_contract,
)
from bot.engine.deal import Deal, DealResult, Ended, Trick
from bot.engine.errors import EngineError, IllegalAction, NotationError, NotInTurn, Rule
from bot.engine.events import (
    AuctionWon,
    CallMade,
    ContractNamed,
    DealEnded,
    Event,
    Exchanged,
    GameWon,
    PassedOut,
    Shaken,
    TilePlayed,
    TrickTaken,
)
from bot.engine.game import Game, new_game
from bot.engine.games import GameSpec
from bot.engine.phase import Phase
from bot.engine.rules import Rules
from bot.engine.suits import DOUBLES, FOLLOW_ME, NUMBER_SUITS, DoublesRule, Suit
from bot.engine.tiles import Tile, format_tile, parse_tile
from bot.engine.view import SeatView

__all__ = [
    "DOUBLES",
    "FOLLOW_ME",
    "NUMBER_SUITS",
    "PASS",
    "SHOOT_THE_MOON",
    "Action",
    "AuctionWon",
    "Call",
    "CallKind",
    "CallMade",
    "Contract",
    "ContractKind",
    "ContractNamed",
    "Deal",
    "DealEnded",
    "DealResult",
    "DoublesRule",
    "Ended",
    "EngineError",
    "Event",
    "Exchanged",
    "Game",
    "GameSpec",
    "GameWon",
    "IllegalAction",
    "MakeCall",
    "MakeExchange",
    "NameContract",
    "NotInTurn",
    "NotationError",
    "PassedOut",
    "Phase",
    "PlayTile",
    "Rule",
    "Rules",
    "SeatView",
    "Shake",
    "Shaken",
    "Suit",
    "Tile",
    "TilePlayed",
    "Trick",
    "TrickTaken",
    "format_action",
    "format_call",
    "format_contract",
    "format_tile",
    "new_game",
    "parse_action",
    "parse_call",
    "parse_contract",
    "parse_tile",
    "suit_contract",
]
