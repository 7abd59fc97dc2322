"""The rules of a table in plain words: one line for the lobby, a list for "Rules"."""

from __future__ import annotations

from bot.engine import DOUBLES, DoublesRule, GameSpec, Rules, Suit

from .names import shown_name
from .words import Words


def preset_title(game_id: str, preset: str, words: Words) -> str:
    """Return what players call a preset; a host's own preset keeps its name."""
    say = words.say
    titles = {
        ("42", "puremco"): say("Puremco box rules"),
        ("42", "straight-points"): say("Straight points"),
        ("42", "straight-marks"): say("Straight marks"),
        ("42", "simple"): say("Simple"),
        ("42", "celko-points"): say("Celko points"),
        ("42", "house"): say("House"),
        ("moon", "pagat"): say("Pagat"),
    }
    general = {"standard": say("Standard"), "marks": say("Marks")}
    return titles.get((game_id, preset)) or general.get(preset) or shown_name(preset)


def game_title(game: GameSpec, words: Words) -> str:
    """Return what a game is called in a heading."""
    return words.say("Texas 42") if game.id == "42" else game.name


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
        _bids(rules, words),
        _all_pass(rules, words),
        _trumps(rules, words),
        *_contracts(rules, words),
        *_play(rules, words),
        _scoring(rules, words),
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
    return say(
        "{seats} players on {sides} sides, partners in turn; {tiles} dominoes each.",
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
    count = say("Dominoes of five and ten pips count 5 ★5 and 10 ★10.")
    return f"{worth} {count} " + say("A hand has {total} points.", total=game.total)


def _bids(rules: Rules, words: Words) -> str:
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
    if game.bid_unit == "points" and rules.ladder == "marks":
        opening = words.marks(rules.open_max_marks)
        parts.append(say("The first bid of marks may be up to {marks}.", marks=opening))
    if rules.game_bid:
        parts.append(say("Over a bid of two hands you may bid the game."))
    return " ".join(parts)


def _all_pass(rules: Rules, words: Words) -> str:
    if rules.all_pass == "reshake":  # noqa: S105 - passing, not a password
        return words.say("If everybody passes, the next player shakes.")
    least = rules.all_pass.removeprefix("forced")
    return words.say("If all others pass, the last player must bid {bid} or more.", bid=least)


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
        if rules.nello != "any":
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
        lines.append(say("Sevens: the domino nearest to seven pips must be played and wins."))
    return lines


def _play(rules: Rules, words: Words) -> list[str]:
    say = words.say
    wanted = {
        say("With doubles trump, who holds no double follows the number of the double."): (
            rules.doubles_follow_pip and DOUBLES in rules.nameable
        ),
        say("The first lead of a hand may call the small end."): rules.small_end_first_lead,
        say("The first lead of a hand must be a trump."): rules.must_lead_trump,
        say("The bidder may exchange dominoes with those left over."): rules.has_exchange,
        say("A misplay ends the hand for the other side."): rules.renege == "forfeit",
        say("A hand stops as soon as its result is certain."): rules.early_stop == "decided",
    }
    return [line for line, on in wanted.items() if on]


def _scoring(rules: Rules, words: Words) -> str:
    say = words.say
    if rules.by_marks:
        text = words.plural("{n} mark wins the game.", "{n} marks win the game.", rules.target)
    else:
        text = words.plural("{n} point wins the game.", "{n} points win the game.", rules.target)
    if rules.win_by_two:
        text += " " + say("You need to be two ahead.")
    if rules.game.best_of > 1:
        text += " " + words.plural(
            "{n} game wins the match.", "{n} games win the match.", rules.game.match_games
        )
    return text
