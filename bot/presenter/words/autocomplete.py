"""Autocomplete of slash commands: the legal actions that match what is typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.tables.past import PastHand
from bot.values.server_presets import ServerPreset
from texas42.engine import (
    Ended,
    GameSpec,
    MakeExchange,
    NotationError,
    PlayTile,
    SeatView,
    format_call,
    format_contract,
    format_tile,
    parse_call,
)
from texas42.library import Preset, load_rules

from .bids import bid_numbers, call_name, legal_bids
from .contracts import contract_name, legal_names
from .games import game_about, preset_about, saved_about
from .render_context import RenderContext, tile_text
from .tables import listed
from .typed import read_call, read_exchange, read_tile
from .typed_text import squeezed

MOST = 25
LONGEST = 100
NOTHING = "none"
UNSEEN = "?"


@dataclass(frozen=True, slots=True)
class Choice:
    """One autocomplete choice: its label, and the value that is sent."""

    name: str
    value: str


def _fitting(choices: Iterable[Choice], typed: str) -> tuple[Choice, ...]:
    """Return the matching choices: prefix matches first, then substrings."""
    wanted = squeezed(typed)
    begins = []
    contains = []
    for choice in choices:
        texts = (squeezed(choice.name), squeezed(choice.value))
        if any(text.startswith(wanted) for text in texts):
            begins.append(choice)
        elif any(wanted in text for text in texts):
            contains.append(choice)
    found = (begins + contains)[:MOST]
    return tuple(Choice(choice.name[:LONGEST], choice.value) for choice in found)


def _meant(choices: Iterable[Choice], typed: str) -> str:
    """Return the value of the choice that is typed, or of the only one that begins so.

    Discord sends the text itself if nothing was picked. What means no choice is returned as it is.
    """
    wanted = squeezed(typed)
    known = list(choices)
    same = [each.value for each in known if squeezed(each.value) == wanted]
    begun = [each.value for each in known if squeezed(each.name).startswith(wanted)]
    if wanted and (same or len(begun) == 1):
        return (same or begun)[0]
    return typed


def _exactly(choices: Iterable[Choice], value: str) -> tuple[Choice, ...]:
    """Return the choice whose value is what the typed text parses to."""
    return tuple(choice for choice in choices if choice.value == value)


def call_choices(view: SeatView, typed: str, context: RenderContext) -> tuple[Choice, ...]:
    """Complete a call; if the bid names trump, numbers first, then trumps."""
    rules = view.rules
    words = context.words
    whole, numbers = (
        [Choice(call_name(call, rules, words), format_call(call, rules)) for call in calls]
        for calls in (legal_bids(view), bid_numbers(view))
    )
    fitting: tuple[Choice, ...] = ()
    if rules.trump_in_bid:
        named = next((c for c in numbers if squeezed(typed) in {squeezed(c.name), c.value}), None)
        if named is not None:
            return _fitting([c for c in whole if c.value.split(" ")[0] == named.value], "")
        fitting = _fitting(numbers, typed)
    return fitting or _fitting(whole, typed) or _exactly(whole, read_call(typed, view, words))


def contract_choices(view: SeatView, typed: str, context: RenderContext) -> tuple[Choice, ...]:
    """Complete a contract."""
    rules = view.rules
    words = context.words
    found = (
        Choice(contract_name(contract, rules, words), format_contract(contract, rules))
        for contract in legal_names(view)
    )
    return _fitting(found, typed)


def play_choices(view: SeatView, typed: str, context: RenderContext) -> tuple[Choice, ...]:
    """Complete a play; a star marks count."""
    tiles = dict.fromkeys(act.tile for act in view.legal if isinstance(act, PlayTile))
    game = view.rules.game
    choices = [Choice(context.tile(tile, game), format_tile(tile)) for tile in tiles]
    return _fitting(choices, typed) or _exactly(choices, read_tile(typed, context.words))


def take_choices(view: SeatView, typed: str, context: RenderContext) -> tuple[Choice, ...]:
    """Complete the tiles to take in an exchange."""
    found = []
    for action in view.legal:
        if isinstance(action, MakeExchange):
            tiles = [*map(format_tile, action.take), *[UNSEEN] * action.unseen]
            names = [*map(tile_text, action.take)]
            names += [context.say("the one left over, unseen")] * action.unseen
            text = ", ".join(names) or context.say("nothing")
            found.append(Choice(text, ",".join(tiles) or NOTHING))
    return _fitting(dict.fromkeys(found), typed)


def give_choices(
    view: SeatView, typed: str, context: RenderContext, *, take: str = ""
) -> tuple[Choice, ...]:
    """Complete the tiles to give in an exchange; with `take`, for those tiles."""
    legal = [act for act in view.legal if isinstance(act, MakeExchange)]
    wanted = _parse_taken(take)
    fitting = [act for act in legal if _what_it_takes(act) == wanted] or legal
    gives = dict.fromkeys(act.give for act in fitting)
    found = (
        Choice(
            ", ".join(map(tile_text, tiles)) or context.say("nothing"),
            ",".join(map(format_tile, tiles)) or NOTHING,
        )
        for tiles in sorted(gives, key=len)
    )
    return _fitting(found, typed)


def _parse_taken(typed: str) -> Counter[str] | None:
    """Parse the tiles typed for `take`; None if they are missing or invalid."""
    try:
        taken, _, _ = read_exchange(typed, "").partition("/")
    except NotationError:
        return None
    return Counter(filter(None, taken.split(","))) if typed.strip() else None


def _what_it_takes(action: MakeExchange) -> Counter[str]:
    return Counter([*map(format_tile, action.take), *[UNSEEN] * action.unseen])


def game_choices(
    games: Sequence[GameSpec],
    typed: str,
    context: RenderContext,
    saved: Iterable[ServerPreset] = (),
) -> tuple[Choice, ...]:
    """Complete a game, with a short description; `saved`: the server's presets stand first."""
    own = [Choice(saved_about(each, context.words), each.key) for each in saved]
    return _fitting([*own, *_shipped(games, context)], typed)


def game_meant(games: Sequence[GameSpec], typed: str, context: RenderContext) -> str:
    """Return the id of the game that somebody typed: "Moon", "big game"; else the text."""
    return _meant(_shipped(games, context), typed)


def _shipped(games: Iterable[GameSpec], context: RenderContext) -> Iterator[Choice]:
    return (Choice(game_about(game, context.words), game.id) for game in games)


def preset_choices(
    presets: Sequence[Preset], typed: str, context: RenderContext
) -> tuple[Choice, ...]:
    """Complete a preset of a game, with a short description."""
    return _fitting(_offered(presets, context), typed)


def preset_meant(presets: Sequence[Preset], typed: str, context: RenderContext) -> str:
    """Return the name of the preset that somebody typed: "Straight points"; else the text."""
    return _meant(_offered(presets, context), typed)


def _offered(presets: Iterable[Preset], context: RenderContext) -> Iterator[Choice]:
    return (Choice(preset_about(preset, context.words), preset.name) for preset in presets)


def hand_choices(
    hands: Iterable[PastHand], typed: str, context: RenderContext
) -> tuple[Choice, ...]:
    """Complete a finished hand: "Table 3, hand 4: 31, made"."""
    return _fitting(_finished(hands, context), typed)


def hand_meant(hands: Iterable[PastHand], typed: str, context: RenderContext) -> str:
    """Return the value of the hand that somebody typed: "Table 3, hand 4"; else the text."""
    return _meant(_finished(hands, context), typed)


def _finished(hands: Iterable[PastHand], context: RenderContext) -> Iterator[Choice]:
    return (Choice(past_hand(hand, context), f"{hand.table_id}/{hand.hand_no}") for hand in hands)


def past_hand(hand: PastHand, context: RenderContext) -> str:
    """Describe a finished hand and its table in a few words."""
    table = listed(hand.table_number, context.words)
    where = context.say("{table}, hand {hand}", table=table, hand=hand.number)
    if hand.in_lesson:
        where = context.say("{table}, lesson hand", table=table)
    elif hand.game_no > 1:
        where = context.say(
            "{table}, game {game}, hand {hand}", table=table, game=hand.game_no, hand=hand.number
        )
    return _with_bid(hand, where, context)


def hand_of_game(hand: PastHand, context: RenderContext) -> str:
    """Describe a finished hand without its table and game: "Hand 4: 31, made"."""
    where = context.say("Hand {number}", number=hand.number)
    return _with_bid(hand, context.say("Lesson hand") if hand.in_lesson else where, context)


def _with_bid(hand: PastHand, where: str, context: RenderContext) -> str:
    rules = load_rules(hand.game, hand.rules)
    if hand.bid is None:
        return f"{where}: " + context.say("everyone passed")
    bid = call_name(parse_call(hand.bid, rules), rules, context.words)
    if hand.made is None:
        return context.say("{hand}: {bid}, thrown in", hand=where, bid=bid)
    if hand.ended == Ended.RENEGE and hand.made:
        return context.say("{hand}: {bid}, won by a renege", hand=where, bid=bid)
    if hand.ended == Ended.RENEGE:
        return context.say("{hand}: {bid}, lost by a renege", hand=where, bid=bid)
    if hand.made:
        return context.say("{hand}: {bid}, made", hand=where, bid=bid)
    return context.say("{hand}: {bid}, set", hand=where, bid=bid)
