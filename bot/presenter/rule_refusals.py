"""A sentence for each rule an action can break, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.engine import Call, CallKind, IllegalAction, Phase, Rule, Rules, Suit, Tile
from bot.engine.auction import plunge_number

from .render_context import RenderContext, tile_text
from .rules import ladder_sentence
from .words import Words

Data = Mapping[str, object]
Sentence = Callable[[Data, Words, Rules | None], str]


def rule_sentence(error: IllegalAction, context: RenderContext, rules: Rules | None) -> str:
    """Return the sentence that names the rule an act breaks."""
    return _SENTENCES[error.rule](error.data, context.words, rules)


def _call(value: object, words: Words, rules: Rules | None) -> str:
    """Return a call; without the rules of the table, multiples of a hand are told in marks."""
    if not isinstance(value, Call):
        return str(value)
    if rules is not None:
        return words.call(value, rules)
    if value.kind is CallKind.PASS:
        return words.say("pass")
    if value.kind is CallKind.GAME:
        return words.say("game")
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
        Phase.CALL: words.say("It's time to bid."),
        Phase.EXCHANGE: words.say("It's time to exchange."),
        Phase.CONTRACT: words.say("It's time to name the trump."),
        Phase.PLAY: words.say("It's time to play a domino."),
    }
    awaited = next((text for phase, text in now.items() if phase == data["phase"]), "")
    said = words.say("That can't be done at this point of the hand.")
    return f"{said} {awaited or words.say('No hand is being played.')}"


def _no_deal(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("The dominoes can't be shaken like that.")


def _game_over(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("The game is over. Press Rematch for another one.")


def _must_outbid(data: Data, words: Words, rules: Rules | None) -> str:
    standing = _call(data["standing"], words, rules)
    return words.say("The high bid is {bid}. Bid more, or pass.", bid=standing)


def _not_on_ladder(data: Data, words: Words, rules: Rules | None) -> str:
    call, standing, say = data["call"], data["standing"], words.say
    bid = _call(call, words, rules)
    if standing is None:
        said = say("{bid} can't be bid first at this table.", bid=bid)
    else:
        over = _call(standing, words, rules)
        said = say("{bid} can't be bid over {standing} at this table.", bid=bid, standing=over)
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
        least = words.call(Call(CallKind.PLUNGE, number), rules)
        return say("What may be bid is: {bid}.", bid=least)
    if call.kind not in {CallKind.POINTS, CallKind.TRICKS}:
        return ladder_sentence(rules, words)
    if call.number < game.min_bid:
        return say("The lowest bid is {bid}.", bid=game.min_bid)
    if call.kind is CallKind.TRICKS:
        every = say("Bids go up to {most}.", most=game.hand_size)
        return f"{every} {ladder_sentence(rules, words)}".rstrip()
    if call.number > game.total:
        last, next_bid = game.total - game.bid_step, Call(CallKind.MULTIPLE, 1)
        return say("Over {bid} comes {next}.", bid=last, next=words.call(next_bid, rules))
    return say("Bids go up by {step} from {least}.", step=game.bid_step, least=game.min_bid)


def _must_bid(data: Data, words: Words, rules: Rules | None) -> str:
    least = _call(data["legal"], words, rules)
    return words.say("You bid last and everyone passed. You must bid at least {bid}.", bid=least)


def _needs_doubles(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "That needs {need} doubles; you hold {held}.", need=data["need"], held=data["held"]
    )


def _trump_not_allowed(data: Data, words: Words, rules: Rules | None) -> str:
    trump = data["trump"]
    if trump is None:
        return words.say("The bid names the trump here. Write it behind the number: 60 fives.")
    if rules is not None and isinstance(trump, Suit) and trump in rules.nameable:
        return words.say("The trump isn't named with the bid here. Bid the number alone.")
    suit = _suit(trump, words).capitalize()
    return words.say("{suit} can't be trump at this table.", suit=suit)


def _holds_no_trump(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    trump = data["trump"]
    one = words.one_of(trump) if isinstance(trump, Suit) else str(trump)
    return words.say(
        "To bid in {suit} you must hold {one}; you hold none.", suit=_suit(trump, words), one=one
    )


def _not_allowed_here(data: Data, words: Words, rules: Rules | None) -> str:
    what, word = _what(data, words), str(data["what"]).split(" ")[0]
    if data.get("partners") is not None:
        return words.say(
            "{what} can't be named now: your partner has chosen the contract. "
            "Name a suit, or no trump.",
            what=what,
        )
    if rules is None or not _is_played(word, rules):
        return words.say(
            "{what} isn't allowed here: the rules of this table are without it.", what=what
        )
    if word == "plunge":
        return _plunge(words)
    orders = rules.nello_doubles if word == "nello" else rules.nt_doubles
    ways = words.either(words.doubles(order) for order in orders)
    return words.say("{what} is played with {ways} at this table.", what=what, ways=ways)


def _plunge(words: Words) -> str:
    return words.say("Plunge is a bid, with four doubles: it can't be named after the bidding.")


def _is_played(word: str, rules: Rules) -> bool:
    """Return whether a contract or bid of this name is among the rules of a table."""
    played = {
        "nello": rules.nello != "off" or rules.low_no,
        "sevens": rules.sevens,
        "plunge": rules.plunge,
        "splash": rules.splash,
        "game": rules.game_bid,
        "follow-me": Suit.FOLLOW_ME in rules.nameable,
    }
    return bool(played.get(word, False))


def _bid_too_low(data: Data, words: Words, rules: Rules | None) -> str:
    need = data["need"]
    if str(data["what"]) == "plunge":
        return _plunge(words)
    level = str(need)
    if isinstance(need, int):
        by_points = rules is not None and not rules.by_marks
        level = str(need * rules.game.total) if rules and by_points else words.marks(need)
    return words.say(
        "{what} needs a bid of {need} or more; the bid is {bid}.",
        what=_what(data, words),
        need=level,
        bid=_call(data["bid"], words, rules),
    )


def _only_when_forced(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "{what} is only for the last bidder, when everybody else has passed.",
        what=_what(data, words),
    )


def _not_held(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("You don't hold {tile}.", tile=_tile(data["tile"]))


def _not_in_kitty(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("{tile} isn't among the dominoes left over.", tile=_tile(data["tile"]))


def _exchange_size(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "Put back as many dominoes as you take: you take {take} and put back {give}.",
        take=data["take"],
        give=data["give"],
    )


def _must_take_count(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("{tile} is a count. It must be taken.", tile=_tile(data["tile"]))


def _exchange_count(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say("{tile} is a count. It can't be put back.", tile=_tile(data["tile"]))


def _must_follow(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    led = data["led"]
    one = words.one_of(led) if isinstance(led, Suit) else str(led)
    return words.say(
        "{suit} were led and you hold {tiles}. Play {one}.",
        suit=_suit(led, words).capitalize(),
        tiles=words.both(_tiles(data["tiles"])),
        one=one,
    )


def _must_lead_trump(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    return words.say(
        "The first lead must be a trump and you hold {tiles}.",
        tiles=words.both(_tiles(data["tiles"])),
    )


def _nearest_seven(data: Data, words: Words, rules: Rules | None) -> str:  # noqa: ARG001
    tiles = words.either(_tiles(data["tiles"]))
    return words.say("In sevens you must play the nearest to seven: {tiles}.", tiles=tiles)


def _cannot_declare(data: Data, words: Words, rules: Rules | None) -> str:
    declared, tile = data["declared"], _tile(data["tile"])
    one = words.one_of(declared) if isinstance(declared, Suit) else str(declared)
    if rules is not None and (rules.small_end_first_lead or rules.game.low_end_leads):
        return words.say(
            "{tile} can't be led as {one}: only a lead that the rules of this table name, and "
            "no trump, may be led as its low end.",
            tile=tile,
            one=one,
        )
    return words.say(
        "{tile} can't be led as {one}: a domino is led as its high end, a trump as a trump.",
        tile=tile,
        one=one,
    )


def _what(data: Data, words: Words) -> str:
    """Return the name of a call or contract from its words in the record."""
    word = str(data["what"]).split(" ")[0]
    names = {
        "nello": words.say("Nel-o"),
        "plunge": words.say("Plunge"),
        "splash": words.say("Splash"),
        "sevens": words.say("Sevens"),
        "game": words.say("The game bid"),
        "follow-me": words.say("Follow me"),
        "doubles": words.say("Doubles"),
    }
    return names.get(word) or str(data["what"]).capitalize()


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
