"""The panel of a player who names trump or another contract."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine import (
    DOUBLES,
    FOLLOW_ME,
    Contract,
    ContractKind,
    NameContract,
    SeatView,
    Suit,
    Tile,
    format_contract,
    ordering,
    suit_contract,
)
from bot.tables.views import PanelView

from .ids import Verb, format_id
from .panel_parts import WORDS_IN_ROW, frame, hand_text, heading, own_name, seated, situation_line
from .parts import lines, press, rows_of
from .render_context import RenderContext
from .seating import seat_name
from .spec import Button, ButtonStyle, Message, Option, Row, Select


def held_in(hand: Iterable[Tile], suit: Suit) -> int:
    """Return how many tiles of a hand would be trumps in this suit."""
    members = ordering(suit_contract(suit)).members[suit]
    return sum(tile in members for tile in hand)


def legal_names(view: SeatView) -> list[Contract]:
    """Return the contracts that a view's seat may name."""
    return [action.contract for action in view.legal if isinstance(action, NameContract)]


def contract_panel(panel: PanelView, context: RenderContext, *, place: str | None) -> Message:
    """Return the panel: a button a suit, a list of the special contracts."""
    _, view = seated(panel)
    words, table = context.words, panel.table
    legal = legal_names(view)
    suits = [contract for contract in legal if _is_plain(contract, legal)]
    text = lines(
        heading(words.say("Name the trump, {name}", name=own_name(panel, context))),
        _what_to_do(panel, view, context),
        hand_text(view, context),
        situation_line(table, view, context),
    )
    buttons = [
        _button(panel, view, contract, context)
        for contract in sorted(suits, key=lambda c: place_of_suit(c.named))
    ]
    rows = [*rows_of(buttons, WORDS_IN_ROW)]
    special = [contract for contract in legal if contract not in suits]
    if special:
        options = tuple(
            Option(
                words.contract(contract, view.rules).capitalize(),
                format_contract(contract, view.rules),
            )
            for contract in special
        )
        custom_id = format_id(Verb.CONTRACT, table.table_id, table.seq)
        kinds = dict.fromkeys(words.short_contract(contract) for contract in special)
        asked = words.say("Other contracts: {names}", names=words.either(kinds))
        rows.append(Row((Select(custom_id, asked, options),)))
    return frame(panel, context, text, *rows, place=place, your_turn=True)


def _is_plain(contract: Contract, legal: list[Contract]) -> bool:
    """Whether a contract is a suit, or the only way to play without trump."""
    if contract.named is None:
        return False
    return contract.named is not FOLLOW_ME or sum(c.named is FOLLOW_ME for c in legal) == 1


def place_of_suit(suit: Suit | None) -> int:
    """Return where a suit stands among the buttons: sixes first, then doubles, no trump."""
    if suit is None or suit is FOLLOW_ME:
        return 1
    return 0 if suit is DOUBLES else -1 - suit.pip


def _what_to_do(panel: PanelView, view: SeatView, context: RenderContext) -> str:
    say = context.words.say
    numbers = say("The number behind a suit is how many you hold.")
    if view.bidder is None or view.bid is None:
        raise ValueError("nobody has won the auction")
    if view.bidder == view.seat:
        bid = context.words.call(view.bid, view.rules)
        return say("You won the bid with {bid}.", bid=bid) + " " + numbers
    name = seat_name(panel.table, view.bidder, context)
    splash = view.contract is not None and view.contract.kind is ContractKind.SPLASH
    if splash:
        return say("{name} splashes: you name the trump and lead.", name=name) + " " + numbers
    return say("{name} plunges: you name the trump and lead.", name=name) + " " + numbers


def _button(panel: PanelView, view: SeatView, contract: Contract, context: RenderContext) -> Button:
    suit = contract.named
    label = context.words.say("No trump")
    if suit is not None and suit is not FOLLOW_ME:
        label = f"{context.words.suit(suit).capitalize()} {held_in(view.hand, suit)}"
    arg = format_contract(contract, view.rules)
    return press(panel.table, Verb.CONTRACT, label, arg=arg, style=ButtonStyle.PRIMARY)
