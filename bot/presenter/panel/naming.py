"""The panel of a player who bids, or names trump or another contract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from texas42.engine import (
    DOUBLES,
    FOLLOW_ME,
    Call,
    CallKind,
    Contract,
    Rules,
    Suit,
    Tile,
    format_call,
    format_contract,
    ordering,
    suit_contract,
)

from ..layout.fact import Fact, said
from ..table.draw_line import short_draw_line
from ..table.scene import PanelScene, Scene
from ..table.seats import seat_name
from ..words.bids import bid_advice, bid_numbers, bid_task, call_name, legal_bids, short_call_name
from ..words.contracts import SPECIAL, contract_name, legal_names, short_contract_name
from ..words.ids import Verb
from ..words.parts import capital, known, lines, rows_of, small
from ..words.spec import Button, ButtonStyle, Row, Select, SelectOption
from .frame import WORDS_IN_ROW, Panel, to_do
from .news import panel_news

QUICK = 3
COUNTED = frozenset({CallKind.POINTS, CallKind.TRICKS})
MAX_OPTIONS = 25
MOST_BUTTONS = 9
"""Buttons for the bids that don't fit in a list of 25; no table has more (house_limits.py)."""
MOST_SUITS = WORDS_IN_ROW
"""With more rows of suits, the panel would be taller than a phone."""


def bid_panel(scene: PanelScene) -> Panel:
    """Build the panel of a bid; then, where bids name it, of its trump."""
    view = scene.view
    numbers = bid_numbers(view)
    number = next((call for call in numbers if _number(call, view.rules) == scene.chosen), None)
    if view.rules.trump_in_bid and number is not None and number.is_bid:
        return _trump_panel(scene, number)
    rows = _rows(scene, numbers)
    if scene.table.deals.explained:
        # a pass would end it, and the guide needs the room of other bids
        first = [call for call in numbers if call.is_bid][:QUICK]
        rows = (Row(tuple(_bid_button(scene, view.rules, call) for call in first)),)
    beside = short_draw_line(scene) if scene.panel.guided else panel_news(scene)
    task = _points_to_bid(scene) or bid_task(view, scene.words)
    advice = lines(bid_advice(view, scene.words), small(_meaning(scene)))
    news = Fact(words=(advice,), beside=said(beside))
    head = to_do(task, scene.say("Your bid"))
    return Panel(scene=scene, task=head, news=news, rows=rows, your_turn=True)


def _points_to_bid(scene: PanelScene) -> str:
    """Say what the numbers of the bids are to a newcomer; empty for others, or if all bid marks."""
    view = scene.view
    bids = [call for call in bid_numbers(view) if call.kind in COUNTED]
    if not (scene.panel.guided and bids) or len(bids) == len(bid_numbers(view)):
        return ""
    low = bids[0].number
    high = bids[-1].number
    if bids[0].kind is CallKind.TRICKS and low <= view.rules.game.hand_size < high:
        most = view.rules.game.hand_size
        if low == most:
            return scene.say("Your bid: {low} tricks, or {high}", low=low, high=high)
        return scene.say(
            "Your bid: {low} to {most} tricks, or {high}", low=low, most=most, high=high
        )
    if bids[0].kind is CallKind.TRICKS:
        return scene.say("Your bid: {low} to {high} tricks", low=low, high=high)
    return scene.say("Your bid: {low} to {high} points", low=low, high=high)


def _number(call: Call, rules: Rules) -> str:
    return format_call(replace(call, trump=None), rules)


def _meaning(scene: Scene) -> str:
    """Explain the numbers of the bids: points, or the tricks of Moon."""
    game = scene.view.rules.game
    kinds = {call.kind for call in legal_bids(scene.view)}
    if CallKind.POINTS in kinds:
        return scene.say(
            "Bid how many of the {total} points your side will take.", total=game.total
        )
    if CallKind.TRICKS not in kinds:
        return ""
    if game.sides == game.seats:
        return scene.say("Bid how many of the {total} tricks you will take.", total=game.total)
    return scene.say("Bid how many of the {total} tricks your side will take.", total=game.total)


def _rows(scene: Scene, numbers: Sequence[Call]) -> tuple[Row, ...]:
    view = scene.view
    bids = [call for call in numbers if call.is_bid]
    quick = [call for call in numbers if not call.is_bid] + bids[:QUICK]
    rows = [Row(tuple(_bid_button(scene, view.rules, call) for call in quick))]
    more = bids[QUICK:][:MAX_OPTIONS]
    if more:
        verb = Verb.BIDS if view.rules.trump_in_bid else Verb.CALL
        options = tuple(
            SelectOption(call_name(call, view.rules, scene.words), _number(call, view.rules))
            for call in more
        )
        first, last = (
            short_call_name(call, view.rules, scene.words) for call in (more[0], more[-1])
        )
        placeholder = scene.say("Other bids: {first} to {last}", first=first, last=last)
        if len(more) == 1:
            placeholder = scene.say("Or bid {bid}", bid=options[0].label)
        component_id = scene.id_of(verb)
        rows.append(Row((Select(component_id, placeholder, options),)))
    highest = bids[QUICK + MAX_OPTIONS :][-MOST_BUTTONS:]
    buttons = [_bid_button(scene, view.rules, call) for call in highest]
    return (*rows, *rows_of(buttons, WORDS_IN_ROW))


def _bid_button(scene: Scene, rules: Rules, call: Call) -> Button:
    label = call_name(call, rules, scene.words)
    if not call.is_bid:
        return scene.press(Verb.CALL, scene.say("Pass"), arg="pass")
    verb = Verb.BIDS if rules.trump_in_bid else Verb.CALL
    return scene.press(verb, label, arg=_number(call, rules), style=ButtonStyle.PRIMARY)


def _trump_panel(scene: PanelScene, number: Call) -> Panel:
    """Build the second step of a bid that names the trump."""
    view = scene.view
    rules = view.rules
    bid = call_name(number, rules, scene.words)
    calls = {
        call.trump: call
        for call in legal_bids(view)
        if call.trump is not None and replace(call, trump=None) == number
    }
    shown, others = split_suits(calls, view.hand)
    buttons = [
        scene.press(
            Verb.CALL,
            _suit_label(scene, suit),
            arg=format_call(calls[suit], rules),
            style=ButtonStyle.PRIMARY,
        )
        for suit in shown
    ]
    options = tuple(
        SelectOption(_suit_label(scene, suit), format_call(calls[suit], rules)) for suit in others
    )
    rows = rows_of(buttons, WORDS_IN_ROW)
    if options:
        component_id = scene.id_of(Verb.CALL)
        rows = (*rows, Row((Select(component_id, capital(scene.say("other trumps")), options),)))
    return Panel(
        scene=scene,
        task=to_do(
            scene.say("{bid} in which trump?", bid=capital(bid)),
            scene.say("Your bid: {bid}", bid=bid),
        ),
        news=Fact(
            words=(scene.say("Which trump? The number is how many you hold."),),
            beside=said(_numbers_line(scene)),
        ),
        rows=rows,
        beside=(scene.press(Verb.HAND, scene.say("Back")),),
        your_turn=True,
        half_made=True,
    )


def split_suits(suits: Iterable[Suit], hand: Iterable[Tile]) -> tuple[list[Suit], list[Suit]]:
    """Split suits into buttons, for the longest in the hand, and a list.

    Both keep the order of the suits, sixes first.
    """
    tiles = tuple(hand)
    ordered = sorted(suits, key=place_of_suit)
    longest = sorted(ordered, key=lambda suit: _rank(suit, tiles))[:MOST_SUITS]
    return (
        [suit for suit in ordered if suit in longest],
        [suit for suit in ordered if suit not in longest],
    )


def _numbers_line(scene: PanelScene) -> str:
    """Explain the number after a suit, except to a newcomer: the guide does."""
    return "" if scene.panel.guided else scene.say("The number is how many you hold.")


def held_in(hand: Iterable[Tile], suit: Suit) -> int:
    """Count the tiles of a hand that would be trumps in this suit."""
    members = ordering(suit_contract(suit)).members[suit]
    return sum(tile in members for tile in hand)


def contract_rows(scene: PanelScene) -> tuple[Row, ...]:
    """Build a button for each of the longest suits, and a list for the rest."""
    view = scene.view
    legal = legal_names(view)
    suits = {
        contract.named: contract
        for contract in legal
        if contract.named is not None and _is_plain(contract, legal)
    }
    shown, others = split_suits(suits, view.hand)
    buttons = [_trump_button(scene, suits[suit]) for suit in shown]
    rest = [suits[suit] for suit in others]
    special = [contract for contract in legal if contract not in suits.values()]
    return (*rows_of(buttons, WORDS_IN_ROW), *_other_contracts(scene, rest, special))


def contract_panel(scene: PanelScene) -> Panel:
    """Build the panel of a player who names the contract."""
    view = scene.view
    names = "" if view.bidder == view.seat else _after_plunge(scene)
    numbers = scene.say("The number is how many you hold.")
    news = Fact(words=(f"{names} {numbers}".lstrip(),), beside=said(names or _numbers_line(scene)))
    task = to_do(scene.say("Name the trump"))
    return Panel(scene=scene, task=task, news=news, rows=contract_rows(scene), your_turn=True)


def _other_contracts(
    scene: Scene, others: Sequence[Contract], special: Sequence[Contract]
) -> tuple[Row, ...]:
    """Build the list of the other suits and the special contracts; empty if there are none."""
    view = scene.view
    names = {contract: _suit_label(scene, contract.named) for contract in others}
    names |= {
        contract: contract_name(contract, view.rules, scene.words).capitalize()
        for contract in special
    }
    if not names:
        return ()
    kinds = dict.fromkeys(short_contract_name(contract, scene.words) for contract in special)
    asked = scene.say("Other contracts: {names}", names=scene.words.either(kinds))
    if others:
        asked = capital(scene.words.either([scene.say("other trumps"), *kinds]))
    options = tuple(
        SelectOption(label, format_contract(contract, view.rules))
        for contract, label in names.items()
    )
    return (Row((Select(scene.id_of(Verb.CONTRACT), asked, options),)),)


def _is_plain(contract: Contract, legal: list[Contract]) -> bool:
    """Return True for a suit as most tables play it, or the only way to play without trump."""
    if contract.named is None:
        return False
    alike = [each for each in legal if each.named is contract.named]
    return alike == [contract] or (contract.named is not FOLLOW_ME and alike[0] == contract)


def place_of_suit(suit: Suit | None) -> int:
    """Return the sort key of a suit's button: sixes first, doubles and follow me last."""
    if suit is None or suit is FOLLOW_ME:
        return 1
    return 0 if suit is DOUBLES else -1 - suit.pip


def _after_plunge(scene: Scene) -> str:
    """Tell the bidder's partner what they name in a plunge or splash."""
    view = scene.view
    kind = legal_names(view)[0].kind  # the trump that was bid or named, in every suit
    return SPECIAL[kind].partner_names(seat_name(scene, known(view.bidder)), scene.words)


def _trump_button(scene: PanelScene, contract: Contract) -> Button:
    label = _suit_label(scene, contract.named)
    arg = format_contract(contract, scene.view.rules)
    return scene.press(Verb.CONTRACT, label, arg=arg, style=ButtonStyle.PRIMARY)


def _suit_label(scene: Scene, suit: Suit | None) -> str:
    if suit is None or suit is FOLLOW_ME:
        return capital(scene.words.suit(FOLLOW_ME))
    return f"{scene.words.suit(suit).capitalize()} {held_in(scene.view.hand, suit)}"


def _rank(suit: Suit, hand: Iterable[Tile]) -> int:
    """Return the key that sorts the longest suit first, doubles and follow me last."""
    return -held_in(hand, suit) if place_of_suit(suit) < 0 else 1
