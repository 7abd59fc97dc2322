"""What each rule says to a player whose bid or play breaks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from texas42.engine import (
    DOUBLES,
    FOLLOW_ME,
    Call,
    CallKind,
    IllegalAction,
    Phase,
    Rule,
    Rules,
    Shown,
    Suit,
    Tile,
)
from texas42.engine.auction import plunge_number

from ..words.bids import call_name, ladder_sentence
from ..words.contracts import SPECIAL, played_specials
from ..words.language import Words
from ..words.parts import capital
from ..words.render_context import tile_text
from ..words.special_contract import SpecialContract


@dataclass(frozen=True, slots=True)
class _RefusedAction:
    """A refused action: its rule, the details, and the table's rules if known."""

    rule: Rule
    data: Mapping[str, object]
    words: Words
    rules: Rules | None

    def call(self, key: str) -> str:
        """Name a call; without the table's rules, bids of whole hands in marks."""
        call = self.data[key]
        words = self.words
        if not isinstance(call, Call):
            return str(call)
        if self.rules is not None:
            return call_name(call, self.rules, words)
        if call.kind is CallKind.PASS:
            return words.say_as("bid", "pass")
        if call.kind is CallKind.GAME:
            return words.say_as("bid", "game")
        return words.marks(call.number) if call.multiple else str(call.number)

    def tile(self) -> str:
        """Write the tile."""
        tile = self.data["tile"]
        return tile_text(tile) if isinstance(tile, Tile) else str(tile)

    def tiles(self) -> str:
        """List the tiles, the highest first."""
        tiles = self.data["tiles"]
        if not isinstance(tiles, tuple):
            return str(tiles)
        return self.words.either(tile_text(tile) for tile in sorted(set(tiles), reverse=True))

    def suit(self, key: str) -> str:
        """Name a suit."""
        suit = self.data[key]
        return self.words.suit(suit) if isinstance(suit, Suit) else str(suit)

    def one_of(self, key: str) -> str:
        """Name one domino of a suit."""
        suit = self.data[key]
        return self.words.one_of(suit) if isinstance(suit, Suit) else str(suit)

    def special(self) -> SpecialContract | None:
        """Return the special contract that the action named, if any."""
        word = str(self.data["what"]).split(" ")[0]
        return next((each for kind, each in SPECIAL.items() if kind == word), None)

    def what(self) -> str:
        """Name a call or contract from its notation in the record."""
        special = self.special()
        if special is not None:
            return special.name(self.words)
        names = {
            "game": self.words.say("the game bid"),
            FOLLOW_ME.value: self.words.say("follow me"),
            DOUBLES.value: self.words.suit(DOUBLES),
        }
        return names.get(str(self.data["what"]).split(" ")[0]) or str(self.data["what"])


def _must_follow(refused: _RefusedAction) -> str:
    say = refused.words.say
    led = refused.suit("led").capitalize()
    tiles = refused.tiles()
    one = refused.one_of("suit")
    if refused.data["suit"] is not refused.data["led"]:
        return say(
            "{suit} were led and you have none, so play {one}: {tiles}.",
            suit=led,
            tiles=tiles,
            one=one,
        )
    return say("{suit} were led, so play {one}: {tiles}.", suit=led, tiles=tiles, one=one)


def _not_on_ladder(refused: _RefusedAction) -> str:
    call = refused.data["call"]
    standing = refused.data["standing"]
    say = refused.words.say
    bid = refused.call("call")
    if standing is None:
        said = say("You can't open with {bid} at this table.", bid=bid)
    else:
        over = refused.call("standing")
        said = say("You can't bid {bid} over {standing} at this table.", bid=bid, standing=over)
    if refused.rules is None or not isinstance(call, Call):
        return said
    return f"{said} {_ladder_rule(call, standing, refused.words, refused.rules)}".rstrip()


def _ladder_rule(call: Call, standing: object, words: Words, rules: Rules) -> str:
    """Name the auction rule that a bid breaks although it is high enough."""
    game = rules.game
    say = words.say
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
        last = game.total - game.bid_step
        next_bid = Call(CallKind.MULTIPLE, 1)
        return say("After {bid} you bid {next}.", bid=last, next=call_name(next_bid, rules, words))
    return say("Bids go up by {step} from {least}.", step=game.bid_step, least=game.min_bid)


def _trump_not_allowed(refused: _RefusedAction) -> str:
    trump = refused.data["trump"]
    rules = refused.rules
    say = refused.words.say
    if trump is None:
        return say("Name the trump with your bid: 60 fives.")
    if rules is not None and isinstance(trump, Suit) and trump in rules.nameable:
        return say("Bid the number alone; you name the trump later.")
    return say("{suit} can't be trump at this table.", suit=refused.suit("trump").capitalize())


def _not_allowed_here(refused: _RefusedAction) -> str:
    words = refused.words
    rules = refused.rules
    if refused.data.get("partners") is not None:
        return words.say("Your partner has chosen the contract. Name a suit, or follow me.")
    special = refused.special()
    if rules is not None and special in played_specials(rules):
        return special.not_now(rules, words)
    follow_me = str(refused.data["what"]).startswith(FOLLOW_ME)
    if rules is not None and follow_me and FOLLOW_ME in rules.nameable:
        ways = words.either(words.doubles(order) for order in rules.nt_doubles)
        return words.say("This table plays follow me with {ways}.", ways=ways)
    return words.say("This table doesn't play {what}.", what=refused.what())


def _bid_too_low(refused: _RefusedAction) -> str:
    words = refused.words
    rules = refused.rules
    need = refused.data["need"]
    special = refused.special()
    if special is not None and rules is not None and not special.can_be_named(rules):
        return special.not_now(rules, words)
    level = str(need)
    if isinstance(need, int):
        by_points = rules is not None and not rules.by_marks
        level = str(need * rules.game.total) if rules and by_points else words.marks(need)
    return words.say(
        "{what} takes a bid of {need} or more; the bid is {bid}.",
        what=capital(refused.what()),
        need=level,
        bid=refused.call("bid"),
    )


def _cannot_declare(refused: _RefusedAction) -> str:
    rules = refused.rules
    tile = refused.tile()
    one = refused.one_of("declared")
    if rules is not None and (rules.small_end_first_lead or rules.game.low_end_leads):
        return refused.words.say(
            "You can't lead the {tile} as {one}. At this table only some leads, and never a trump, "
            "can name the low end.",
            tile=tile,
            one=one,
        )
    return refused.words.say(
        "You can't lead the {tile} as {one}. A domino leads its high end, a trump leads trumps.",
        tile=tile,
        one=one,
    )


def _cannot_show(refused: _RefusedAction) -> str:
    if refused.data.get("what") == Shown.KITTY:
        return refused.words.say("Only the bidder can show the kitty, before the first lead.")
    return refused.words.say(
        "You can only ask for the doubles of a plunge or splash, before the lead."
    )


def _wrong_phase(refused: _RefusedAction) -> str:
    say = refused.words.say
    now = {
        Phase.CALL: say("We're still bidding. Bid, or pass."),
        Phase.EXCHANGE: say("The bidder is swapping dominoes first."),
        Phase.CONTRACT: say("The bidding is over. The trump comes next."),
        Phase.PLAY: say("The trump is named. Play a domino."),
    }
    awaited = (text for phase, text in now.items() if phase == refused.data["phase"])
    return next(awaited, say("Nobody is playing a hand right now."))


def _bad_shake(refused: _RefusedAction) -> str:
    return refused.words.say("The dominoes can't be shaken like that.")


_SAYS: Mapping[Rule, Callable[[_RefusedAction], str]] = {
    Rule.MUST_OUTBID: lambda refused: refused.words.say(
        "The high bid is {bid}. Bid more, or pass.", bid=refused.call("standing")
    ),
    Rule.NOT_ON_LADDER: _not_on_ladder,
    Rule.MUST_BID: lambda refused: refused.words.say(
        "Everyone passed, so you must bid {bid} or more.", bid=refused.call("legal")
    ),
    Rule.NEEDS_DOUBLES: lambda refused: refused.words.say(
        "That takes {need} doubles, and you hold {held}.",
        need=refused.data["need"],
        held=refused.data["held"],
    ),
    Rule.TRUMP_NOT_ALLOWED: _trump_not_allowed,
    Rule.HOLDS_NO_TRUMP: lambda refused: refused.words.say(
        "You need {one} in your hand to bid in {suit}.",
        suit=refused.suit("trump"),
        one=refused.one_of("trump"),
    ),
    Rule.NOT_ALLOWED_HERE: _not_allowed_here,
    Rule.BID_TOO_LOW: _bid_too_low,
    Rule.ONLY_WHEN_FORCED: lambda refused: refused.words.say(
        "{what} is only for the last bidder, when everyone else has passed.",
        what=capital(refused.what()),
    ),
    Rule.NOT_HELD: lambda refused: refused.words.say("You don't hold {tile}.", tile=refused.tile()),
    Rule.NOT_IN_KITTY: lambda refused: refused.words.say(
        "The {tile} isn't one of the dominoes left over.", tile=refused.tile()
    ),
    Rule.TAKEN_UNSEEN: lambda refused: refused.words.say(
        "You take the one left over unseen: write ? for it, or use the buttons under My hand."
    ),
    Rule.EXCHANGE_SIZE: lambda refused: refused.words.say(
        "You take {take} and put back {give}. Put back as many as you take.",
        take=refused.data["take"],
        give=refused.data["give"],
    ),
    Rule.MUST_TAKE_COUNT: lambda refused: refused.words.say(
        "You must take the {tile}: it's count.", tile=refused.tile()
    ),
    Rule.EXCHANGE_COUNT: lambda refused: refused.words.say(
        "You can't put the {tile} back: it's count.", tile=refused.tile()
    ),
    Rule.MUST_FOLLOW: _must_follow,
    Rule.MUST_LEAD_TRUMP: lambda refused: refused.words.say(
        "The first lead must be a trump: {tiles}.", tiles=refused.tiles()
    ),
    Rule.NEAREST_SEVEN: lambda refused: refused.words.say(
        "Play your domino nearest to seven pips: {tiles}.", tiles=refused.tiles()
    ),
    Rule.CANNOT_DECLARE: _cannot_declare,
    Rule.NOT_IN_TURN: lambda refused: refused.words.say("It isn't your turn. I'll call you."),
    Rule.CANNOT_SHOW: _cannot_show,
    Rule.CANNOT_CHOOSE_SHAKER: lambda refused: refused.words.say(
        "The winners choose who shakes, and the first choice counts."
    ),
    Rule.BAD_DEAL: _bad_shake,
    Rule.WRONG_SHAKER: _bad_shake,
    Rule.GAME_OVER: lambda refused: refused.words.say(
        "The game is over. Press Rematch to play again."
    ),
    Rule.WRONG_PHASE: _wrong_phase,
}


def rule_sentence(error: IllegalAction, words: Words, rules: Rules | None) -> str:
    """Name the rule that an action breaks."""
    return _SAYS[error.rule](_RefusedAction(error.rule, error.data, words, rules))
