"""The panel of a player who bids, or names trump or another contract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.engine import (
    DOUBLES,
    FOLLOW_ME,
    Call,
    CallKind,
    Contract,
    Phase,
    Rules,
    SeatView,
    Suit,
    Tile,
    format_call,
    format_contract,
    ordering,
    suit_contract,
)
from bot.tables.views import PanelView, TableView

from ..table.position import auction_line, high_bid_line
from ..words.bids import bid_advice, bid_numbers, bid_task, call_name, legal_bids
from ..words.contracts import SPECIAL, contract_name, legal_names, short_contract_name
from ..words.ids import Verb, format_id
from ..words.names import seat_name
from ..words.parts import capital, lines, press, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Option, Row, Select
from .frame import WORDS_IN_ROW, frame, hand_text, heading, own_name, seated, situation_line
from .news import panel_news

QUICK = 3
MAX_OPTIONS = 25
MOST_BUTTONS = 9
"""For the bids that a list of 25 cannot hold; no table allows more (tables/house_limits.py)."""
MOST_SUITS = 2 * WORDS_IN_ROW
"""More rows of suits, and the panel is higher than a phone."""


def bid_panel(
    panel: PanelView, context: RenderContext, *, chosen: str, place: str | None
) -> Message:
    """Return the panel; `chosen` is the number of a bid whose trump is still to be named."""
    _, view = seated(panel)
    if view.phase is not Phase.CALL:
        raise ValueError("there is no auction")
    numbers = bid_numbers(view)
    number = next((call for call in numbers if _number(call, view.rules) == chosen), None)
    if view.rules.trump_in_bid and number is not None and number.is_bid:
        return _trump_panel(panel, view, number, context, place)
    text = lines(
        heading(context.words.say("Your bid, {name}", name=own_name(panel, context))),
        _bidding_text(panel.table, view, context),
        hand_text(view, context),
        small(_meaning(view, context)),
        small(auction_line(panel.table, view, context)),
        situation_line(panel.table, view, context),
    )
    rows = _rows(panel.table, view, numbers, context)
    news = "" if panel.guided else panel_news(panel, context)
    task = bid_task(view, context.words)
    return frame(panel, context, text, *rows, task=task, news=news, place=place, your_turn=True)


def _number(call: Call, rules: Rules) -> str:
    return format_call(replace(call, trump=None), rules)


def _bidding_text(table: TableView, view: SeatView, context: RenderContext) -> str:
    advice = bid_advice(view, context.words)
    if all(call.is_bid for call in bid_numbers(view)):
        return advice
    high = high_bid_line(table, view, context)
    return f"{high} {advice}"


def _meaning(view: SeatView, context: RenderContext) -> str:
    """Return what the numbers of the bids are: points, or the tricks of Moon."""
    say, game = context.words.say, view.rules.game
    kinds = {call.kind for call in legal_bids(view)}
    if CallKind.POINTS in kinds:
        return say("Bid how many of the {total} points your side will take.", total=game.total)
    if CallKind.TRICKS not in kinds:
        return ""
    if game.sides == game.seats:
        return say("Bid how many of the {total} tricks you will take.", total=game.total)
    return say("Bid how many of the {total} tricks your side will take.", total=game.total)


def _rows(
    table: TableView, view: SeatView, numbers: Sequence[Call], context: RenderContext
) -> tuple[Row, ...]:
    bids = [call for call in numbers if call.is_bid]
    quick = [call for call in numbers if not call.is_bid] + bids[:QUICK]
    rows = [Row(tuple(_bid_button(table, view.rules, call, context) for call in quick))]
    more = bids[QUICK:][:MAX_OPTIONS]
    if more:
        verb = Verb.BIDS if view.rules.trump_in_bid else Verb.CALL
        options = tuple(
            Option(call_name(call, view.rules, context.words), _number(call, view.rules))
            for call in more
        )
        placeholder = context.words.say(
            "Other bids: {first} to {last}", first=options[0].label, last=options[-1].label
        )
        custom_id = format_id(verb, table.table_id, table.seq)
        rows.append(Row((Select(custom_id, placeholder, options),)))
    highest = bids[QUICK + MAX_OPTIONS :][-MOST_BUTTONS:]
    buttons = [_bid_button(table, view.rules, call, context) for call in highest]
    return (*rows, *rows_of(buttons, WORDS_IN_ROW))


def _bid_button(table: TableView, rules: Rules, call: Call, context: RenderContext) -> Button:
    label = call_name(call, rules, context.words)
    if not call.is_bid:
        return press(table, Verb.CALL, context.words.say("Pass"), arg="pass")
    verb = Verb.BIDS if rules.trump_in_bid else Verb.CALL
    return press(table, verb, label, arg=_number(call, rules), style=ButtonStyle.PRIMARY)


def _trump_panel(
    panel: PanelView, view: SeatView, number: Call, context: RenderContext, place: str | None
) -> Message:
    """Return the second step of a bid that names the trump."""
    table, rules, words = panel.table, view.rules, context.words
    bid = call_name(number, rules, words)
    calls = {
        call.trump: call
        for call in legal_bids(view)
        if call.trump is not None and replace(call, trump=None) == number
    }
    shown, others = split_suits(calls, view.hand)
    buttons = [
        press(
            table,
            Verb.CALL,
            _suit_label(suit, view, context),
            arg=format_call(calls[suit], rules),
            style=ButtonStyle.PRIMARY,
        )
        for suit in shown
    ]
    options = tuple(
        Option(_suit_label(suit, view, context), format_call(calls[suit], rules)) for suit in others
    )
    rows = rows_of(buttons, WORDS_IN_ROW)
    if options:
        custom_id = format_id(Verb.CALL, table.table_id, table.seq)
        rows = (*rows, Row((Select(custom_id, capital(words.say("other trumps")), options),)))
    text = lines(
        heading(words.say("Your bid, {name}: {bid}", name=own_name(panel, context), bid=bid)),
        words.say("Which trump? The number is how many you hold."),
        hand_text(view, context),
    )
    return frame(
        panel,
        context,
        text,
        *rows,
        task=words.say("{bid} in which trump?", bid=capital(bid)),
        news=_numbers_line(panel, context),
        beside=(press(table, Verb.HAND, words.say("Back")),),
        place=place,
        your_turn=True,
    )


def split_suits(suits: Iterable[Suit], hand: Iterable[Tile]) -> tuple[list[Suit], list[Suit]]:
    """Return the suits that get a button, the longest in the hand, and those for a list.

    Both stand in the order of the suits, sixes first.
    """
    tiles, ordered = tuple(hand), sorted(suits, key=place_of_suit)
    longest = sorted(ordered, key=lambda suit: _rank(suit, tiles))[:MOST_SUITS]
    return (
        [suit for suit in ordered if suit in longest],
        [suit for suit in ordered if suit not in longest],
    )


def _numbers_line(panel: PanelView, context: RenderContext) -> str:
    """Return what the number behind a suit is; a newcomer's guide has told their best suit."""
    return "" if panel.guided else context.words.say("The number is what you hold.")


def held_in(hand: Iterable[Tile], suit: Suit) -> int:
    """Return how many tiles of a hand would be trumps in this suit."""
    members = ordering(suit_contract(suit)).members[suit]
    return sum(tile in members for tile in hand)


def contract_panel(panel: PanelView, context: RenderContext, *, place: str | None) -> Message:
    """Return the panel: a button for each of the longest suits, a list of all else."""
    _, view = seated(panel)
    words, table, legal = context.words, panel.table, legal_names(view)
    suits = {
        contract.named: contract
        for contract in legal
        if contract.named is not None and _is_plain(contract, legal)
    }
    text = lines(
        heading(words.say("Name the trump, {name}", name=own_name(panel, context))),
        _naming_text(panel, view, context),
        hand_text(view, context),
        situation_line(table, view, context),
    )
    shown, others = split_suits(suits, view.hand)
    buttons = [_trump_button(panel, view, suits[suit], context) for suit in shown]
    rest = [suits[suit] for suit in others]
    special = [contract for contract in legal if contract not in suits.values()]
    rows = (*rows_of(buttons, WORDS_IN_ROW), *_other_contracts(table, view, rest, special, context))
    task, news = words.say("Name the trump"), _numbers_line(panel, context)
    if view.bidder != view.seat:
        news = _naming_text(panel, view, context)
    return frame(panel, context, text, *rows, task=task, news=news, place=place, your_turn=True)


def _other_contracts(
    table: TableView,
    view: SeatView,
    others: Sequence[Contract],
    special: Sequence[Contract],
    context: RenderContext,
) -> tuple[Row, ...]:
    """Return the list of the other suits and the special contracts, where there are any."""
    words = context.words
    names = {contract: _suit_label(contract.named, view, context) for contract in others}
    names |= {
        contract: contract_name(contract, view.rules, words).capitalize() for contract in special
    }
    if not names:
        return ()
    kinds = dict.fromkeys(short_contract_name(contract, words) for contract in special)
    asked = words.say("Other contracts: {names}", names=words.either(kinds))
    if others:
        asked = capital(words.either([words.say("other trumps"), *kinds]))
    options = tuple(
        Option(label, format_contract(contract, view.rules)) for contract, label in names.items()
    )
    return (Row((Select(format_id(Verb.CONTRACT, table.table_id, table.seq), asked, options),)),)


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


def _naming_text(panel: PanelView, view: SeatView, context: RenderContext) -> str:
    say = context.words.say
    numbers = say("The number is how many you hold.")
    if view.bidder is None or view.bid is None:
        raise ValueError("nobody has won the auction")
    if view.bidder == view.seat:
        bid = call_name(view.bid, view.rules, context.words)
        return say("Your bid of {bid} stands.", bid=bid) + " " + numbers
    name = seat_name(panel.table, view.bidder, context)
    kind = legal_names(view)[0].kind  # the one that was bid or named, in every suit
    return SPECIAL[kind].partner_names(name, context.words) + " " + numbers


def _trump_button(
    panel: PanelView, view: SeatView, contract: Contract, context: RenderContext
) -> Button:
    label, arg = _suit_label(contract.named, view, context), format_contract(contract, view.rules)
    return press(panel.table, Verb.CONTRACT, label, arg=arg, style=ButtonStyle.PRIMARY)


def _suit_label(suit: Suit | None, view: SeatView, context: RenderContext) -> str:
    if suit is None or suit is FOLLOW_ME:
        return context.words.say("No trump")
    return f"{context.words.suit(suit).capitalize()} {held_in(view.hand, suit)}"


def _rank(suit: Suit, hand: Iterable[Tile]) -> int:
    """Return the key that sorts the longest suit first, doubles and no trump last."""
    return -held_in(hand, suit) if place_of_suit(suit) < 0 else 1
