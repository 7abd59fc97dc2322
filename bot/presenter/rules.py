"""The rules of a table in plain words: one line for the lobby, a list for "Rules"."""

from __future__ import annotations

from bot.engine import DOUBLES, Call, CallKind, DoublesRule, Rules, Suit
from bot.engine.calls import SHOOT_THE_MOON
from bot.library import rules_json
from bot.tables.views import TableView

from .games import preset_title, title
from .parts import lines, note, small
from .position import fairness_line
from .render_context import RenderContext
from .spec import Message
from .words import Words


def rules_screen(table: TableView, context: RenderContext) -> Message:
    """Return the rules of a table in plain words."""
    words = context.words
    rules = "\n".join(f"- {line}" for line in rules_list(table.rules, words))
    return note(
        lines(
            f"### {title(table, context)}",
            rules_line(table.rules, words),
            rules,
            small(fairness_line(table, context)),
        )
    )


SHOWN_OPTIONS = frozenset(
    {"preset", "target", "all_pass", "nello", "low_no", "plunge", "splash", "sevens"}
)
"""What the line of rules tells by itself; other options that differ are only counted there."""


def rules_line(rules: Rules, words: Words) -> str:
    """Return the rules in one line."""
    say = words.say
    if rules.by_marks:
        target = words.plural("to {n} mark", "to {n} marks", rules.target)
    else:
        target = words.plural("to {n} point", "to {n} points", rules.target)
    parts = [preset_title(rules.game.id, rules.preset, words), target]
    if rules.game.best_of > 1:
        parts.append(say("best of {n} games", n=rules.game.best_of))
    reshake = rules.all_pass == "reshake"  # noqa: S105 - passing, not a password
    parts.append(say("all pass: shake again") if reshake else say("forced bid"))
    parts.extend(_special_contracts(rules, words))
    own = rules_json(rules).keys() - SHOWN_OPTIONS
    if own:
        parts.append(words.plural("{n} house rule", "{n} house rules", len(own)))
    return " · ".join(parts)


def _special_contracts(rules: Rules, words: Words) -> list[str]:
    say = words.say
    names = {
        say("nel-o"): rules.nello != "off" or rules.low_no,
        say("plunge"): rules.plunge,
        say("splash"): rules.splash,
        say("sevens"): rules.sevens,
    }
    return [name for name, on in names.items() if on]


def rules_list(rules: Rules, words: Words) -> list[str]:
    """Return the rules of a table, a sentence each."""
    lines = [
        _seats(rules, words),
        _tricks(rules, words),
        *bid_sentences(rules, words),
        _trumps(rules, words),
        *_contracts(rules, words),
        *_play(rules, words),
        *_end(rules, words),
        *_scoring(rules, words),
    ]
    return [line for line in lines if line]


def _seats(rules: Rules, words: Words) -> str:
    game, say = rules.game, words.say
    if game.sides == game.seats:
        return say(
            "{seats} players, everybody for himself; {tiles} dominoes each.",
            seats=game.seats,
            tiles=game.hand_size,
        )
    if game.seats == 2 * game.sides:
        return say(
            "{seats} players, partners opposite; {tiles} dominoes each.",
            seats=game.seats,
            tiles=game.hand_size,
        )
    return say(
        "{seats} players on {sides} sides, who sit in turn; {tiles} dominoes each.",
        seats=game.seats,
        sides=game.sides,
        tiles=game.hand_size,
    )


def _tricks(rules: Rules, words: Words) -> str:
    game, say = rules.game, words.say
    worth = words.plural(
        "Every trick is {n} point.", "Every trick is {n} points.", game.trick_points
    )
    if not game.counts:
        return worth
    count = say("A domino of five pips counts ★5, one of ten pips ★10.")
    return f"{worth} {count} " + say("A hand has {total} points.", total=game.total)


def _trumps(rules: Rules, words: Words) -> str:
    say = words.say
    named = words.both(words.suit(suit) for suit in rules.nameable)
    text = say("Trump may be {suits}.", suits=named)
    if Suit.FOLLOW_ME in rules.nameable and rules.nt_doubles != (DoublesRule.HIGH,):
        choices = words.either(words.doubles(rule) for rule in rules.nt_doubles)
        text += " " + say("In follow me the bidder says {doubles}.", doubles=choices)
    return text


def _contracts(rules: Rules, words: Words) -> list[str]:
    say, lines = words.say, []
    if rules.nello != "off" or rules.low_no:
        doubles = words.either(words.doubles(rule) for rule in rules.nello_doubles)
        who = say("any bidder of a mark or more")
        if rules.nello == "off":
            who = say("the last bidder for one mark, when all others have passed")
        elif rules.nello != "any":
            who = say("the last bidder, when all others have passed")
        lines.append(
            say(
                "Nel-o ({doubles}), by {who}: take no trick, the partner sits out.",
                doubles=doubles,
                who=who,
            )
        )
    if rules.plunge:
        lines.append(say("Plunge, with four doubles: the partner names trump and leads."))
    if rules.splash:
        lines.append(say("Splash, with three doubles: the partner names trump and leads."))
    if rules.sevens:
        lines.append(_sevens(rules, words))
    return lines


def _sevens(rules: Rules, words: Words) -> str:
    say = words.say
    parts = [say("Sevens: the domino nearest to seven pips must be played and wins.")]
    if rules.sevens_tie == "bidder_side":
        parts.append(say("Of equally near ones the bidder's side wins."))
    else:
        parts.append(say("Of equally near ones the first played wins."))
    if rules.sevens_lead == "forced":
        parts.append(say("The leader must play his nearest too."))
    return " ".join(parts)


def _play(rules: Rules, words: Words) -> list[str]:
    say = words.say
    wanted = {
        say("With doubles trump, who holds no double follows the number of the double."): (
            rules.doubles_follow_pip and DOUBLES in rules.nameable
        ),
        say("The first lead of a hand may call the small end."): rules.small_end_first_lead,
        say("The first lead of a hand must be a trump."): rules.must_lead_trump,
        say("A misplay ends the hand for the other side."): rules.renege == "forfeit",
        say("After a bid of a mark or more only the last two tricks may be looked at."): (
            rules.stacked_tricks
        ),
    }
    return [_exchange(rules, words), *(line for line, on in wanted.items() if on)]


def _exchange(rules: Rules, words: Words) -> str:
    game, say = rules.game, words.say
    if not game.kitty_size:
        return ""
    if not rules.has_exchange:
        return say("The dominoes left over stay out of play.")
    if game.exchange == "counts-out":
        return say(
            "The bidder may exchange dominoes with those left over: counts must be taken, "
            "and no count may be put back."
        )
    if rules.blind_exchange:
        return say("The bidder may put one domino away and take the one left over, unseen.")
    return say("The bidder sees the domino left over and may take it for one of his own.")


def _end(rules: Rules, words: Words) -> list[str]:
    """Return when a hand stops, and who shakes the next game."""
    say, texts = words.say, []
    if rules.game.counts:
        stops = {
            "none": say("Every hand is played to the last domino."),
            "loss": say("A hand that needs every trick, or none, stops when it is lost."),
            "decided": say("A hand stops as soon as its result is certain."),
        }
        texts.append(stops[rules.early_stop])
    shakers = {
        "rotate": say("The next player shakes the next game."),
        "winner": say("The winners shake the next game."),
        "loser": say("The losers shake the next game."),
        "draw": say("Who shakes the next game is drawn by lot."),
    }
    return [*texts, shakers[rules.next_game_shaker]]


def _scoring(rules: Rules, words: Words) -> list[str]:
    say, game = words.say, rules.game
    if rules.by_marks:
        text = words.plural("{n} mark wins the game.", "{n} marks win the game.", rules.target)
    else:
        text = words.plural("{n} point wins the game.", "{n} points win the game.", rules.target)
    if rules.win_by_two and rules.by_marks:
        text += " " + say("You need to be two ahead.")
    if game.best_of > 1:
        text += " " + words.plural(
            "{n} game wins the match.", "{n} games win the match.", game.match_games
        )
    return [_made(rules, words), text, _tie(rules, words)]


def _tie(rules: Rules, words: Words) -> str:
    """Return who wins where several get there on one hand; by marks only one side gains."""
    if rules.by_marks:
        return ""
    if rules.tie_250 == "bidder":
        return words.say("If several get there, the bidder who made his bid wins.")
    return words.say("If several get there, the highest wins.")


def _made(rules: Rules, words: Words) -> str:
    """Return what a hand scores, where a table may choose."""
    game, say = rules.game, words.say
    if not game.counts:
        if rules.moon_made == "bid":
            return say("Who makes his bid scores the bid; set, he loses it.")
        return say("Who makes his bid scores his tricks; set, he loses the bid.")
    if rules.by_marks:
        return ""
    if rules.exact_42plus:
        return say("A bid of {total} or more scores exactly the bid.", total=game.total)
    return say(
        "A bid of {total} or more that is set scores the bid and the points taken.",
        total=game.total,
    )


def bid_sentences(rules: Rules, words: Words) -> list[str]:
    """Return how bidding goes at a table, a sentence or a few each."""
    return [_turns(rules, words), ladder_sentence(rules, words), _all_pass(rules, words)]


def _turns(rules: Rules, words: Words) -> str:
    game, say = rules.game, words.say
    parts = [say("The lowest bid is {bid}.", bid=game.min_bid)]
    if rules.first_bidder == "holder10":
        parts.append(say("The holder of 1-0 bids first."))
    else:
        parts.append(say("The player left of the shaker bids first."))
    if game.auction == "rounds":
        parts.append(say("Bidding goes round until all but one have passed."))
    if rules.trump_in_bid:
        parts.append(say("The bid names the trump."))
    return " ".join(parts)


def _multiple(number: int, rules: Rules, words: Words) -> str:
    return words.call(Call(CallKind.MULTIPLE, number), rules)


def ladder_sentence(rules: Rules, words: Words) -> str:
    """Return which bids of a whole hand and more there are."""
    say = words.say
    if rules.game.bid_unit == "tricks":
        if rules.bid_21:
            return say("{bid} may be bid, for every trick.", bid=SHOOT_THE_MOON)
        return ""
    if rules.ladder == "marks":
        parts = _marks_ladder(rules, words)
    elif rules.ladder == "to42" or rules.max_marks == 1:
        parts = [say("The highest bid is {bid}.", bid=_multiple(1, rules, words))]
    else:
        parts = _points_ladder(rules, words)
    if rules.game_bid:
        two = _multiple(2, rules, words)
        parts.append(say("Over {bid} or more you may bid the game.", bid=two))
    return " ".join(parts)


def _marks_ladder(rules: Rules, words: Words) -> list[str]:
    say = words.say
    opening = _multiple(rules.open_max_marks, rules, words)
    raises = {
        "plus1": say("Over marks you bid one mark more."),
        "plus1_or_double": say("Over marks you bid one mark more, or twice as many."),
        "plus2": say("Over marks you bid one or two marks more."),
    }
    parts = [
        say("The first bid of marks may be up to {marks}.", marks=opening),
        raises[rules.raise_marks],
    ]
    if rules.max_marks is not None:
        parts.append(say("The highest bid is {bid}.", bid=_multiple(rules.max_marks, rules, words)))
    return parts


def _points_ladder(rules: Rules, words: Words) -> list[str]:
    say = words.say
    two, three, four = (_multiple(number, rules, words) for number in (2, 3, 4))
    highest = min(rules.max_marks or 4, 4)
    if rules.after84 == "none" or highest == 2:
        return [say("The highest bid is {bid}.", bid=two)]
    opening = _multiple(min(rules.open_max_marks, highest), rules, words)
    parts = [say("You may begin with up to {bid}.", bid=opening)]
    if rules.after84 == "any" and highest == 4:
        parts.append(
            say("Over {two} you may bid {three} or {four}.", two=two, three=three, four=four)
        )
    else:
        parts.append(say("Over {two} you go one step at a time.", two=two))
    parts.append(say("The highest bid is {bid}.", bid=_multiple(highest, rules, words)))
    return parts


def _all_pass(rules: Rules, words: Words) -> str:
    if rules.all_pass == "reshake":  # noqa: S105 - passing, not a password
        return words.say("If everybody passes, the next player shakes.")
    least = rules.all_pass.removeprefix("forced")
    return words.say("If all others pass, the last player must bid {bid} or more.", bid=least)
