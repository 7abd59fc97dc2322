"""The rules of a table in plain words: one line for the lobby, a list for "Rules"."""

from __future__ import annotations

from bot.tables.views import TableView
from texas42.engine import DOUBLES, FOLLOW_ME, ContractKind, DoublesRule, Rules

from ..hand.ending import back_button
from ..table.front_door import FROM_RULES
from ..table.pages import paged
from ..table.scene import Scene
from ..table.seats import title
from ..words.bids import bid_sentences
from ..words.contracts import played_specials
from ..words.games import inventor_line, preset_title
from ..words.ids import ComponentId, Verb
from ..words.language import Words
from ..words.parts import framed, lines, small
from ..words.render_context import RenderContext
from ..words.spec import Message, Row
from .house_rules import changes
from .option_words import usual_sentence


def rules_screen(table: TableView, context: RenderContext, page: int = 1) -> Message:
    """Build a page of the rules of a table in plain words."""
    scene = Scene.of(table, context)
    rules = "\n".join(f"- {line}" for line in rules_list(scene.table.rules, scene.words))
    text = lines(
        f"### {title(scene)}",
        rules_line(scene.table.rules, scene.words),
        changes_line(scene.table.rules, scene.words),
        rules,
        small(of_wood(scene.words)),
    )
    fair = scene.press(Verb.PROOF, scene.say("Fair shake"), arg=f"/{FROM_RULES}")
    row = Row((back_button(table.table_id, scene), fair))

    def id_of(number: int) -> ComponentId:
        return scene.id_of(Verb.RULES, str(number))

    return framed(*paged(text, page, id_of, scene, row))


def of_wood(words: Words) -> str:
    """List the rules for mishaps that can only happen with real dominoes (002:73)."""
    return words.say(
        "With real dominoes, a play out of turn loses the hand. A bid out of turn can't be "
        "changed: if it's too low when its turn comes, it's a pass. A domino knocked over stays "
        "face up and is played at the first chance. Here the buttons rule all of that out."
    )


def rules_line(rules: Rules, words: Words) -> str:
    """Write the preset, the target, and the special contracts in one line."""
    say = words.say
    target = say("to {score}", score=words.score(rules.target, rules))
    parts = [preset_title(rules.game.id, rules.preset, words), target]
    if rules.game.best_of > 1:
        parts.append(say("best of {n} games", n=rules.game.best_of))
    reshake = rules.all_pass == "reshake"  # noqa: S105 - passing, not a password
    parts.append(
        say("everyone passes: shake again") if reshake else say("the last player must bid")
    )
    parts.extend(each.name(words) for each in played_specials(rules))
    return " · ".join(parts)


def changes_line(rules: Rules, words: Words) -> str:
    """Write a sentence for each rule changed from the preset; may be empty."""
    sentences = " ".join(f"{each}." for each in changes(rules, words))
    return words.say("**House rules:** {rules}", rules=sentences) if sentences else ""


def rules_list(rules: Rules, words: Words) -> list[str]:
    """List the rules of a table, a sentence each."""
    lines = [
        _seats(rules, words),
        _tricks(rules, words),
        *bid_sentences(rules, words),
        _trumps(rules, words),
        *(each.house_rule(rules, words) for each in played_specials(rules)),
        *_play(rules, words),
        *_end(rules, words),
        *_scoring(rules, words),
        inventor_line(rules.game, words),
    ]
    return [line for line in lines if line]


def _seats(rules: Rules, words: Words) -> str:
    game = rules.game
    say = words.say
    if game.sides == game.seats:
        return say(
            "{seats} players, each on their own; {tiles} dominoes each.",
            seats=game.seats,
            tiles=game.hand_size,
        )
    if game.seats == 2 * game.sides:
        return say(
            "{seats} players, partners across; {tiles} dominoes each.",
            seats=game.seats,
            tiles=game.hand_size,
        )
    return say(
        "{seats} players on {sides} sides, seated in turn; {tiles} dominoes each.",
        seats=game.seats,
        sides=game.sides,
        tiles=game.hand_size,
    )


def _tricks(rules: Rules, words: Words) -> str:
    game = rules.game
    say = words.say
    worth = words.plural(
        "Each trick is worth {n} point.", "Each trick is worth {n} points.", game.trick_points
    )
    if not game.counts:
        return worth
    count = say("Count: a domino with five pips is worth 5, one with ten pips 10.")
    return f"{worth} {count} " + say("That makes {total} points a hand.", total=game.total)


def _trumps(rules: Rules, words: Words) -> str:
    say = words.say
    named = words.both(words.suit(suit) for suit in rules.nameable)
    text = say("Trump can be {suits}.", suits=named)
    if FOLLOW_ME in rules.nameable and rules.nt_doubles != (DoublesRule.HIGH,):
        choices = words.either(words.doubles(rule) for rule in rules.nt_doubles)
        text += " " + say("In follow me the bidder chooses {doubles}.", doubles=choices)
    if (rules.plunge or rules.splash) and rules.plunge_doubles != (DoublesRule.HIGH,):
        choices = words.either(words.doubles(rule) for rule in rules.plunge_doubles)
        text += " " + say("In a plunge or splash the partner chooses {doubles}.", doubles=choices)
    return text


def _play(rules: Rules, words: Words) -> list[str]:
    texts = [_exchange(rules, words)]
    if rules.doubles_follow_pip:
        texts.append(_follow_pip(rules, words))
    unusual = {
        "small_end_first_lead": rules.small_end_first_lead,
        "must_lead_trump": rules.must_lead_trump,
        "renege": rules.renege == "forfeit",
        "show_doubles": rules.show_doubles and (rules.plunge or rules.splash),
        "indicating": not rules.indicating,
        "stacked_tricks": rules.stacked_tricks,
    }
    for name, is_unusual in unusual.items():
        if is_unusual:
            texts.append(usual_sentence(name, rules, words))
    return [text for text in texts if text]


def _follow_pip(rules: Rules, words: Words) -> str:
    """Say when the number of a double is followed (000:80, 000:195); empty if never."""
    ranks = list(rules.nt_doubles) if FOLLOW_ME in rules.nameable else []
    for kind in ContractKind:
        if kind.overlay.names_doubles and kind.overlay.is_played(rules):
            ranks += kind.overlay.doubles_rules(rules)
    if any(rank.is_own_suit for rank in ranks):
        return words.say(
            "With doubles as trump or a suit of their own, a player without doubles follows the "
            "number of the double led."
        )
    if DOUBLES not in rules.nameable:
        return ""
    return words.say(
        "With doubles as trump, a player without doubles follows the number of the double led."
    )


def _exchange(rules: Rules, words: Words) -> str:
    game = rules.game
    say = words.say
    if not game.kitty_size:
        return ""
    if not rules.has_exchange:
        return say("The dominoes left over stay out of play.")
    if game.exchange == "counts-out":
        return say(
            "The bidder can swap for the dominoes left over, must take any count, "
            "and can't put count back."
        )
    if rules.blind_exchange:
        return say("The bidder can put one domino away and take the one left over, unseen.")
    return say("The bidder sees the domino left over and can swap one for it.")


def _end(rules: Rules, words: Words) -> list[str]:
    """Describe when a hand stops, and who shakes first in the next game."""
    say = words.say
    texts = []
    if rules.game.counts and rules.early_stop == "none":
        texts.append(say("Play every hand to the last domino."))
    elif rules.game.counts:
        texts.append(usual_sentence("early_stop", rules, words))
    shorter = {
        "rotate": say("The next player shakes the next game."),
        "draw": say("Draw for who shakes the next game."),
    }
    who = rules.next_game_shaker
    return [*texts, shorter.get(who) or usual_sentence("next_game_shaker", rules, words)]


def _scoring(rules: Rules, words: Words) -> list[str]:
    say = words.say
    game = rules.game
    if rules.by_marks:
        text = words.plural("{n} mark wins the game.", "{n} marks win the game.", rules.target)
    else:
        text = words.plural("{n} point wins the game.", "{n} points win the game.", rules.target)
    if rules.win_by_two and rules.by_marks:
        text += " " + say("You have to be two ahead.")
    if rules.bid_21:
        text += " " + say("A bid of 21 that makes wins it, whatever the score.")
    if game.best_of > 1:
        text += " " + words.plural(
            "{n} game wins the match.", "{n} games win the match.", game.match_games
        )
    return [_scoring_line(rules, words), text, _tie(rules, words)]


def _tie(rules: Rules, words: Words) -> str:
    """Describe how a tie at the target is broken; by points only."""
    if rules.by_marks:
        return ""
    if rules.tie_250 == "bidder":
        return words.say("If two get there at once, the bidder wins.")
    return words.say("If more than one gets there, the highest wins.")


def _scoring_line(rules: Rules, words: Words) -> str:
    """Describe what a hand scores, where tables differ."""
    game = rules.game
    say = words.say
    if not game.counts:
        if rules.moon_made == "bid":
            return say("Make your bid and score the bid; get set and lose it.")
        return say("Make your bid and score your tricks; get set and lose the bid.")
    if rules.by_marks:
        return ""
    if rules.exact_42plus:
        return say("A bid of {total} or more scores exactly the bid.", total=game.total)
    return say(
        "If a bid of {total} or more gets set, the others score the bid plus the points taken.",
        total=game.total,
    )
