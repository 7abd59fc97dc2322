"""A sentence for each rule an action can break, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeGuard

from bot.engine import (
    DOUBLES,
    FOLLOW_ME,
    Call,
    CallKind,
    IllegalAction,
    Phase,
    PlayTile,
    Rule,
    Rules,
    SeatView,
    Suit,
    Tile,
)
from bot.engine.auction import plunge_number
from bot.tables.views import TableView

from ..words.bids import bid_advice, call_name, ladder_sentence
from ..words.contracts import (
    SPECIAL,
    SpecialContract,
    legal_names,
    played_specials,
    short_contract_name,
)
from ..words.language import Words
from ..words.names import seat_name
from ..words.parts import capital
from ..words.render_context import RenderContext, tile_text

Data = Mapping[str, object]
NEEDS_ADVICE = frozenset(
    {Rule.WRONG_PHASE, Rule.NOT_HELD, Rule.TRUMP_NOT_ALLOWED, Rule.NOT_ALLOWED_HERE}
)
"""What is refused without its own word on what would be right."""

Sentence = Callable[[Data, Words, Rules | None], str]


def rule_sentence(error: IllegalAction, context: RenderContext, rules: Rules | None) -> str:
    """Return the sentence that names the rule an act breaks."""
    return _SENTENCES[error.rule](error.data, context.words, rules)


def _call(value: object, words: Words, rules: Rules | None) -> str:
    """Return a call; without the rules of the table, in marks where it bids whole hands."""
    if not isinstance(value, Call):
        return str(value)
    if rules is not None:
        return call_name(value, rules, words)
    if value.kind is CallKind.PASS:
        return words.say_as("bid", "pass")
    if value.kind is CallKind.GAME:
        return words.say_as("bid", "game")
    return words.marks(value.number) if value.multiple else str(value.number)


def _tile(value: object) -> str:
    return tile_text(value) if isinstance(value, Tile) else str(value)


def _tiles(value: object) -> list[str]:
    """Return tiles as players read them, the highest first."""
    if not isinstance(value, tuple):
        return [str(value)]
    return [tile_text(tile) for tile in sorted(value, reverse=True)]


def _suit(value: object, words: Words) -> str:
    return words.suit(value) if isinstance(value, Suit) else str(value)


def _not_in_turn(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("It isn't your turn. I'll call you.")


def _wrong_phase(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    now = {
        Phase.CALL: words.say("We're still bidding. Bid, or pass."),
        Phase.EXCHANGE: words.say("The bidder is swapping dominoes first."),
        Phase.CONTRACT: words.say("The bidding is over. The trump comes next."),
        Phase.PLAY: words.say("The trump is named. Play a domino."),
    }
    awaited = next((text for phase, text in now.items() if phase == data["phase"]), "")
    return awaited or words.say("Nobody is playing a hand right now.")


def _no_deal(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("The dominoes can't be shaken like that.")


def _game_over(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("The game is over. Press Rematch to play again.")


def _must_outbid(data: Data, words: Words, rules: Rules | None) -> str:
    standing = _call(data["standing"], words, rules)
    return words.say("The high bid is {bid}. Bid more, or pass.", bid=standing)


def _not_on_ladder(data: Data, words: Words, rules: Rules | None) -> str:
    call, standing, say = data["call"], data["standing"], words.say
    bid = _call(call, words, rules)
    if standing is None:
        said = say("You can't open with {bid} at this table.", bid=bid)
    else:
        over = _call(standing, words, rules)
        said = say("You can't bid {bid} over {standing} at this table.", bid=bid, standing=over)
    if rules is None or not isinstance(call, Call):
        return said
    return f"{said} {_ladder_rule(call, standing, words, rules)}".rstrip()


def _ladder_rule(call: Call, standing: object, words: Words, rules: Rules) -> str:
    """Return the rule of the auction that a bid breaks which is high enough."""
    game, say = rules.game, words.say
    if call.kind is CallKind.PLUNGE:
        number = plunge_number(rules, standing if isinstance(standing, Call) else None)
        if number is None:
            return ladder_sentence(rules, words)
        least = call_name(Call(CallKind.PLUNGE, number), rules, words)
        return say("You can bid {bid}.", bid=least)
    if call.kind not in {CallKind.POINTS, CallKind.TRICKS}:
        return ladder_sentence(rules, words)
    if call.number < game.min_bid:
        return say("The lowest bid is {bid}.", bid=game.min_bid)
    if call.kind is CallKind.TRICKS:
        every = say("Bids go up to {most}.", most=game.hand_size)
        return f"{every} {ladder_sentence(rules, words)}".rstrip()
    if call.number > game.total:
        last, next_bid = game.total - game.bid_step, Call(CallKind.MULTIPLE, 1)
        return say("Over {bid} comes {next}.", bid=last, next=call_name(next_bid, rules, words))
    return say("Bids go up by {step} from {least}.", step=game.bid_step, least=game.min_bid)


def _must_bid(data: Data, words: Words, rules: Rules | None) -> str:
    least = _call(data["legal"], words, rules)
    return words.say("Everyone passed, so you must bid {bid} or more.", bid=least)


def _needs_doubles(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "That takes {need} doubles, and you hold {held}.", need=data["need"], held=data["held"]
    )


def _trump_not_allowed(data: Data, words: Words, rules: Rules | None) -> str:
    trump = data["trump"]
    if trump is None:
        return words.say("Name the trump with your bid: 60 fives.")
    if rules is not None and isinstance(trump, Suit) and trump in rules.nameable:
        return words.say("Bid the number alone; you name the trump later.")
    suit = _suit(trump, words).capitalize()
    return words.say("{suit} can't be trump at this table.", suit=suit)


def _holds_no_trump(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    trump = data["trump"]
    one = words.one_of(trump) if isinstance(trump, Suit) else str(trump)
    return words.say(
        "You need {one} in your hand to bid in {suit}.", suit=_suit(trump, words), one=one
    )


def _not_allowed_here(data: Data, words: Words, rules: Rules | None) -> str:
    if data.get("partners") is not None:
        return words.say("Your partner has chosen the contract. Name a suit, or no trump.")
    special = _special(data)
    if rules is not None and special in played_specials(rules):
        return special.not_now(rules, words)
    if (
        rules is not None
        and str(data["what"]).startswith(FOLLOW_ME)
        and FOLLOW_ME in rules.nameable
    ):
        ways = words.either(words.doubles(order) for order in rules.nt_doubles)
        return words.say("This table plays follow me with {ways}.", ways=ways)
    return words.say("This table doesn't play {what}.", what=_what(data, words))


def _special(data: Data) -> SpecialContract | None:
    """Return the special contract that an action named, if it named one."""
    word = str(data["what"]).split(" ")[0]
    return next((each for kind, each in SPECIAL.items() if kind == word), None)


def _bid_too_low(data: Data, words: Words, rules: Rules | None) -> str:
    need = data["need"]
    special = _special(data)
    if special is not None and special.is_bid and rules is not None:
        return special.not_now(rules, words)
    level = str(need)
    if isinstance(need, int):
        by_points = rules is not None and not rules.by_marks
        level = str(need * rules.game.total) if rules and by_points else words.marks(need)
    return words.say(
        "{what} takes a bid of {need} or more; the bid is {bid}.",
        what=capital(_what(data, words)),
        need=level,
        bid=_call(data["bid"], words, rules),
    )


def _only_when_forced(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "{what} is only for the last bidder, when everyone else has passed.",
        what=capital(_what(data, words)),
    )


def _not_held(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("You don't hold {tile}.", tile=_tile(data["tile"]))


def _not_in_kitty(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("The {tile} isn't one of the dominoes left over.", tile=_tile(data["tile"]))


def _exchange_size(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "You take {take} and put back {give}. Put back as many as you take.",
        take=data["take"],
        give=data["give"],
    )


def _must_take_count(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("You must take the {tile}: it's count.", tile=_tile(data["tile"]))


def _exchange_count(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("You can't put the {tile} back: it's count.", tile=_tile(data["tile"]))


def _must_follow(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    led = data["led"]
    one = words.one_of(led) if isinstance(led, Suit) else str(led)
    return words.say(
        "{suit} were led, so play {one}: {tiles}.",
        suit=_suit(led, words).capitalize(),
        tiles=words.either(_tiles(data["tiles"])),
        one=one,
    )


def _must_lead_trump(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "The first lead must be a trump: {tiles}.",
        tiles=words.either(_tiles(data["tiles"])),
    )


def _nearest_seven(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    tiles = words.either(_tiles(data["tiles"]))
    return words.say("Play your domino nearest to seven pips: {tiles}.", tiles=tiles)


def _cannot_declare(data: Data, words: Words, rules: Rules | None) -> str:
    declared, tile = data["declared"], _tile(data["tile"])
    one = words.one_of(declared) if isinstance(declared, Suit) else str(declared)
    if rules is not None and (rules.small_end_first_lead or rules.game.low_end_leads):
        return words.say(
            "You can't lead the {tile} as {one}. At this table only some leads, and never a trump, "
            "can name the low end.",
            tile=tile,
            one=one,
        )
    return words.say(
        "You can't lead the {tile} as {one}. A domino leads its high end, a trump leads trumps.",
        tile=tile,
        one=one,
    )


def _what(data: Data, words: Words) -> str:
    """Return the name of a call or contract from its words in the record."""
    word = str(data["what"]).split(" ")[0]
    special = _special(data)
    if special is not None:
        return special.name(words)
    names = {
        "game": words.say("the game bid"),
        FOLLOW_ME.value: words.say("follow me"),
        DOUBLES.value: words.suit(DOUBLES),
    }
    return names.get(word) or str(data["what"])


_SENTENCES: Mapping[Rule, Sentence] = {
    Rule.NOT_IN_TURN: _not_in_turn,
    Rule.WRONG_PHASE: _wrong_phase,
    Rule.BAD_DEAL: _no_deal,
    Rule.WRONG_SHAKER: _no_deal,
    Rule.GAME_OVER: _game_over,
    Rule.MUST_OUTBID: _must_outbid,
    Rule.NOT_ON_LADDER: _not_on_ladder,
    Rule.MUST_BID: _must_bid,
    Rule.NEEDS_DOUBLES: _needs_doubles,
    Rule.TRUMP_NOT_ALLOWED: _trump_not_allowed,
    Rule.HOLDS_NO_TRUMP: _holds_no_trump,
    Rule.NOT_ALLOWED_HERE: _not_allowed_here,
    Rule.BID_TOO_LOW: _bid_too_low,
    Rule.ONLY_WHEN_FORCED: _only_when_forced,
    Rule.NOT_HELD: _not_held,
    Rule.NOT_IN_KITTY: _not_in_kitty,
    Rule.EXCHANGE_SIZE: _exchange_size,
    Rule.MUST_TAKE_COUNT: _must_take_count,
    Rule.EXCHANGE_COUNT: _exchange_count,
    Rule.MUST_FOLLOW: _must_follow,
    Rule.MUST_LEAD_TRUMP: _must_lead_trump,
    Rule.NEAREST_SEVEN: _nearest_seven,
    Rule.CANNOT_DECLARE: _cannot_declare,
}


def illegal_sentence(
    error: IllegalAction,
    context: RenderContext,
    table: TableView | None,
    view: SeatView | None,
) -> str:
    """Return what is wrong with an action; with the person's own view, what would be right."""
    said = rule_sentence(error, context, None if table is None else table.rules)
    if table is None or view is None or error.rule not in NEEDS_ADVICE:
        return said
    instead = what_now(table, view, context)
    return instead if error.rule is Rule.WRONG_PHASE and instead else f"{said} {instead}".rstrip()


def unreadable_sentence(
    context: RenderContext, table: TableView | None, view: SeatView | None
) -> str:
    """Return what to type instead of what cannot be read."""
    say = context.words.say
    if _trump_is_bid(table):
        return say(
            "I can't read that. Name the trump with your bid, like {bid} fives, "
            "or use the buttons under My hand.",
            bid=table.rules.game.min_bid,
        )
    if table is not None and view is not None and view.legal:
        return say("I can't read that.") + " " + what_now(table, view, context)
    return say(
        "I can't read that. Write a bid like 31 or 2 marks, a suit like fives, "
        "a domino like 6-4, or use the buttons under My hand."
    )


def what_now(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return what a player can do now, or who everyone is waiting for; empty after a hand."""
    words = context.words
    if not view.legal:
        return _waiting_for(table, view, context)
    match view.phase:
        case Phase.CALL:
            return words.say("We're still bidding.") + " " + bid_advice(view, words)
        case Phase.CONTRACT:
            names = dict.fromkeys(
                short_contract_name(contract, words) for contract in legal_names(view)
            )
            return words.say("You can name {names}.", names=words.either(names))
        case Phase.EXCHANGE:
            return words.say("Swap dominoes first: press My hand, or use /exchange.")
        case _:
            legal = {act.tile for act in view.legal if isinstance(act, PlayTile)}
            tiles = sorted(legal, reverse=True)
            return words.say("You can play {tiles}.", tiles=words.either(map(tile_text, tiles)))


def _waiting_for(table: TableView, view: SeatView, context: RenderContext) -> str:
    say = context.words.say
    if view.to_act is None:
        return ""
    name = seat_name(table, view.to_act, context)
    match view.phase:
        case Phase.CALL:
            return say("We're still bidding. It's {name}'s turn to bid.", name=name)
        case Phase.CONTRACT:
            return say("The bidding is over. {name} names the trump.", name=name)
        case Phase.EXCHANGE:
            return say("{name} is swapping dominoes.", name=name)
        case _:
            return say("It's {name}'s turn to play a domino.", name=name)


def _trump_is_bid(table: TableView | None) -> TypeGuard[TableView]:
    """Return whether the table waits for a bid that names the trump."""
    view = None if table is None else table.view
    return view is not None and view.phase is Phase.CALL and view.rules.trump_in_bid
