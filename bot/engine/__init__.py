"""The rules of 42 and its family: frozen states and pure transitions, no clock, no randomness."""

from bot.engine.calls import PASS, SHOOT_THE_MOON, Call, CallKind, format_call, parse_call
from bot.engine.contracts import (
    Contract,
    beats,
    follows,
    format_contract,
    is_walker,
    led_suit,
    offs,
    ordering,
    parse_contract,
    sort_hand,
    strength,
    suit_contract,
    suit_of,
    trumps,
)
from bot.engine.deal import (
    Action,
    AuctionWon,
    CallMade,
    ContractNamed,
    Deal,
    DealEnded,
    DealResult,
    Ended,
    Event,
    Exchanged,
    GameWon,
    MakeCall,
    MakeExchange,
    NameContract,
    PassedOut,
    Phase,
    Shake,
    Shaken,
    Showing,
    ShowingTime,
    Shown,
    TilePlayed,
    TilesShown,
    TrickTaken,
    format_action,
    parse_action,
    sitting_out,
)
from bot.engine.errors import EngineError, IllegalAction, NotationError, NotInTurn, Rule
from bot.engine.game import Game, Step, apply, new_game
from bot.engine.losses import Loss, most_lost
from bot.engine.naming import contract_called, legal_contracts
from bot.engine.out_of_turn import (
    AskDoubles,
    ChooseShaker,
    OutOfTurn,
    ShowKitty,
    apply_out_of_turn,
    drawing_seats,
    format_out_of_turn,
    is_out_of_turn,
    legal_out_of_turn,
    parse_out_of_turn,
    shaker_choices,
    show,
    unchosen_shaker,
)
from bot.engine.overlays import OVERLAYS, ContractKind, Goal
from bot.engine.rotation import rotate_tables
from bot.engine.rules import GameSpec, Rules
from bot.engine.scoring import bid_needs
from bot.engine.showing import kitty_to_show, not_with_bidder, seats_asking, wants_doubles
from bot.engine.tiles import (
    DOUBLES,
    FOLLOW_ME,
    NUMBER_SUITS,
    DoublesRule,
    PlayTile,
    Suit,
    Tile,
    Trick,
    format_tile,
    parse_tile,
)
from bot.engine.tricks import finish, first_leader, led_by, legal_plays, trick_size, winning_seat
from bot.engine.view import SeatView, view_for
