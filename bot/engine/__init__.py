"""The rules of 42 and its family: frozen states, one way forward, no clock and no chance."""

from bot.engine.actions import (
    Action,
    MakeCall,
    MakeExchange,
    NameContract,
    Phase,
    Shake,
    format_action,
    parse_action,
)
from bot.engine.apply import Step, apply
from bot.engine.auction import legal_calls
from bot.engine.calls import PASS, SHOOT_THE_MOON, Call, CallKind, format_call, parse_call
from bot.engine.contracts import Contract, format_contract, parse_contract, suit_contract
from bot.engine.deal import Deal, DealResult, Ended, sitting_out
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
from bot.engine.exchange import legal_exchanges
from bot.engine.game import Game, new_game
from bot.engine.games import GameSpec
from bot.engine.naming import legal_contracts
from bot.engine.order import (
    beats,
    follows,
    is_walker,
    led_suit,
    offs,
    ordering,
    sort_hand,
    strength,
    suit_of,
    trumps,
)
from bot.engine.overlays import OVERLAYS, ContractKind, Goal, Overlay
from bot.engine.plays import PlayTile, Trick
from bot.engine.rotation import rotate_tables
from bot.engine.rules import Rules
from bot.engine.scoring import bid_needs, goal
from bot.engine.suit_tables import Ordering
from bot.engine.suits import DOUBLES, FOLLOW_ME, NUMBER_SUITS, DoublesRule, Suit
from bot.engine.tiles import Tile, format_tile, parse_tile
from bot.engine.tricks import (
    finish,
    first_leader,
    led_by,
    legal_plays,
    next_to_play,
    trick_size,
    winning_seat,
)
from bot.engine.view import SeatView, view_for

__all__ = [
    "DOUBLES",
    "FOLLOW_ME",
    "NUMBER_SUITS",
    "OVERLAYS",
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
    "Goal",
    "IllegalAction",
    "MakeCall",
    "MakeExchange",
    "NameContract",
    "NotInTurn",
    "NotationError",
    "Ordering",
    "Overlay",
    "PassedOut",
    "Phase",
    "PlayTile",
    "Rule",
    "Rules",
    "SeatView",
    "Shake",
    "Shaken",
    "Step",
    "Suit",
    "Tile",
    "TilePlayed",
    "Trick",
    "TrickTaken",
    "apply",
    "beats",
    "bid_needs",
    "finish",
    "first_leader",
    "follows",
    "format_action",
    "format_call",
    "format_contract",
    "format_tile",
    "goal",
    "is_walker",
    "led_by",
    "led_suit",
    "legal_calls",
    "legal_contracts",
    "legal_exchanges",
    "legal_plays",
    "new_game",
    "next_to_play",
    "offs",
    "ordering",
    "parse_action",
    "parse_call",
    "parse_contract",
    "parse_tile",
    "rotate_tables",
    "sitting_out",
    "sort_hand",
    "strength",
    "suit_contract",
    "suit_of",
    "trick_size",
    "trumps",
    "view_for",
    "winning_seat",
]
