"""Names of contracts, and the words for each special contract.

A special contract is one class here and one line in `SPECIAL`.
"""

# ruff: noqa: ARG002 - each contract uses what its own sentence needs

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from texas42.engine import (
    FOLLOW_ME,
    Contract,
    ContractKind,
    DoublesRule,
    Goal,
    NameContract,
    Rules,
    SeatView,
)

from .bids import bids_reach, can_bid_game, multiple_name
from .language import Words
from .parts import known
from .special_contract import SpecialContract


def contract_name(contract: Contract, rules: Rules, words: Words) -> str:
    """Name a contract in a few words: "fives", "nel-o, doubles low", "plunge, fives"."""
    special = SPECIAL.get(contract.kind)
    if special is not None:
        return special.full_name(contract, words)
    if contract.named is FOLLOW_ME and rules.nt_doubles != (DoublesRule.HIGH,):
        return words.say("follow me, {doubles}", doubles=words.doubles(contract.doubles))
    return words.suit(known(contract.named))


def short_contract_name(contract: Contract, words: Words) -> str:
    """Name a contract in a word or two, without the rank of doubles; a plunge by its suit."""
    if contract.named is not None:
        return words.suit(contract.named)
    return SPECIAL[contract.kind].name(words)


def ranking_notes(contract: Contract, rules: Rules, words: Words) -> tuple[str, ...]:
    """Describe in short notes how dominoes rank; empty if nobody chose that."""
    special = SPECIAL.get(contract.kind)
    if special is not None:
        return special.ranking(contract, words)
    if contract.named is FOLLOW_ME and rules.nt_doubles != (DoublesRule.HIGH,):
        return words.doubles_notes(contract.doubles)
    return ()


def special_of(view: SeatView) -> SpecialContract | None:
    """Return the special contract of a hand, if any."""
    return None if view.contract is None else SPECIAL.get(view.contract.kind)


def must_lose_all(view: SeatView) -> bool:
    """Return True if the bidder must take no trick."""
    return view.contract is not None and view.contract.overlay.goal is Goal.NONE


def legal_names(view: SeatView) -> list[Contract]:
    """Return the contracts that a view's seat may name."""
    return [action.contract for action in view.legal if isinstance(action, NameContract)]


class _Nello(SpecialContract):
    def name(self, words: Words) -> str:
        return words.say("nel-o")

    def full_name(self, contract: Contract, words: Words) -> str:
        return words.say("nel-o, {doubles}", doubles=words.doubles(contract.doubles))

    def ranking(self, contract: Contract, words: Words) -> tuple[str, ...]:
        return words.doubles_notes(contract.doubles)

    def typed_names(self, words: Words) -> Collection[str]:
        return words.typed("nel-o, nello, nillo, nelo")

    def house_rule(self, rules: Rules, words: Words) -> str:
        say = words.say
        bid = multiple_name(1, rules, words)
        if rules.nello == "any":
            who = say("Nel-o: on a bid of {bid} or more.", bid=bid)
        elif rules.nello == "off":
            who = say(
                "Low-no: nel-o on a bid of {bid}, only for the last bidder after everyone else "
                "passed.",
                bid=bid,
            )
        else:
            who = say(
                "Nel-o: on a bid of {bid} or more, only for the last bidder after everyone else "
                "passed.",
                bid=bid,
            )
        play = say("Take no trick. No trump, and your partner sits out. It's worth the bid.")
        ways = words.either(words.doubles(rule) for rule in rules.nello_doubles)
        if len(rules.nello_doubles) > 1:
            return f"{who} {play} " + say("You choose {doubles}.", doubles=ways)
        return f"{who} {play} " + say("Played with {doubles}.", doubles=ways)

    def help(self, words: Words) -> str:
        return words.say("**Nel-o:** take no trick at all. Your partner sits out.")

    def naming(self, words: Words) -> str:
        return words.say("Take no trick; your partner sits out.")

    def aim(self, bidder: str, words: Words, *, bids: bool) -> str:
        if bids:
            return words.say("Lose every trick: play low when you can.")
        return words.say("Make {name} catch a trick.", name=bidder)

    def goal(self, bidder: str, words: Words) -> str:
        return words.say("{name} must not take a trick.", name=bidder)

    def made(self, bidder: str, words: Words) -> str:
        return words.say("{name} made nel-o: not one trick.", name=bidder)

    def lost(self, bidder: str, words: Words) -> str:
        return words.say("{name} caught a trick and got set on nel-o.", name=bidder)

    def not_now(self, rules: Rules, words: Words) -> str:
        ways = words.either(words.doubles(order) for order in rules.nello_doubles)
        return words.say("This table plays nel-o with {ways}.", ways=ways)


class _Plunge(SpecialContract):
    def can_be_named(self, rules: Rules) -> bool:
        return bids_reach(rules, ContractKind.PLUNGE.overlay.level) or can_bid_game(rules)

    def name(self, words: Words) -> str:
        return words.say("plunge")

    def typed_names(self, words: Words) -> Collection[str]:
        return words.typed("plunge")

    def house_rule(self, rules: Rules, words: Words) -> str:
        say = words.say
        level = ContractKind.PLUNGE.overlay.level
        bid = multiple_name(level, rules, words)
        if rules.ladder == "marks" and (rules.max_marks is None or rules.max_marks > level):
            how = say(
                "Plunge: with four doubles, jump to {bid}, or to one more than a bid that high.",
                bid=bid,
            )
        else:
            how = say("Plunge: with four doubles, jump to {bid}.", bid=bid)
        if self.can_be_named(rules):
            named = say("You can also name it if you win with a bid of {bid} or more.", bid=bid)
            how = f"{how} {named}"
        return f"{how} " + _with_partner(words)

    def help(self, words: Words) -> str:
        return words.say(
            "**Plunge:** with four doubles, your partner names trump and leads, "
            "and you two take every trick."
        )

    def partner_names(self, bidder: str, words: Words) -> str:
        return words.say("{name} plunged. Name the trump, then lead.", name=bidder)

    def not_now(self, rules: Rules, words: Words) -> str:
        return words.say("You bid plunge; you can't name it after the bidding.")


class _Splash(SpecialContract):
    def name(self, words: Words) -> str:
        return words.say("splash")

    def typed_names(self, words: Words) -> Collection[str]:
        return words.typed("splash")

    def house_rule(self, rules: Rules, words: Words) -> str:
        bid = multiple_name(ContractKind.SPLASH.overlay.level, rules, words)
        how = words.say("Splash: with three doubles, on a bid of {bid} or more.", bid=bid)
        return f"{how} " + _with_partner(words)

    def help(self, words: Words) -> str:
        return words.say(
            "**Splash:** with three doubles, your partner names trump and leads, "
            "and you two take every trick."
        )

    def partner_names(self, bidder: str, words: Words) -> str:
        return words.say("{name} splashed. Name the trump, then lead.", name=bidder)


class _Sevens(SpecialContract):
    def name(self, words: Words) -> str:
        return words.say_as("contract", "sevens")

    def full_name(self, contract: Contract, words: Words) -> str:
        return words.say("sevens (nearest to 7 wins)")

    def ranking(self, contract: Contract, words: Words) -> tuple[str, ...]:
        return (words.say("nearest to 7 wins"),)

    def typed_names(self, words: Words) -> Collection[str]:
        return words.typed("sevens, seven")

    def house_rule(self, rules: Rules, words: Words) -> str:
        bid = multiple_name(1, rules, words)
        parts = [
            words.say("Sevens: on a bid of {bid} or more.", bid=bid),
            words.say(
                "Take every trick. No trump, no suits: play your domino nearest to seven pips."
            ),
        ]
        if rules.sevens_tie == "bidder_side":
            parts.append(words.say("The nearest wins; the bidding side wins ties."))
        else:
            parts.append(words.say("The nearest wins; the first one played wins ties."))
        if rules.sevens_lead == "forced":
            parts.append(words.say("You must lead your nearest, too."))
        parts.append(words.say("It's worth the bid."))
        return " ".join(parts)

    def help(self, words: Words) -> str:
        return words.say("**Sevens:** the domino nearest to seven pips wins the trick.")

    def naming(self, words: Words) -> str:
        return words.say("Your side must take every trick.")

    def aim(self, bidder: str, words: Words, *, bids: bool) -> str:
        if bids:
            return words.say("Nearest to seven wins. You need every trick.")
        return words.say("Nearest to seven wins. One trick sets {name}.", name=bidder)

    def playable(self, view: SeatView, words: Words) -> str:
        leads = view.trick is None or not view.trick.plays
        if leads and view.rules.sevens_lead == "free":
            return words.say("You lead. Lead any domino.")
        return words.say("Play your domino nearest to seven pips.")


def _with_partner(words: Words) -> str:
    """Say how a plunge or a splash goes on."""
    return words.say(
        "Your partner names trump and leads. You two need every trick. It's worth the bid."
    )


SPECIAL: Mapping[ContractKind, SpecialContract] = MappingProxyType(
    {
        ContractKind.NELLO: _Nello(),
        ContractKind.PLUNGE: _Plunge(),
        ContractKind.SPLASH: _Splash(),
        ContractKind.SEVENS: _Sevens(),
    }
)


def played_specials(rules: Rules) -> list[SpecialContract]:
    """Return the special contracts that a table plays."""
    return [special for kind, special in SPECIAL.items() if kind.overlay.is_played(rules)]
