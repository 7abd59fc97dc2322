"""Naming the contract: which seat names it, and the choices."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from texas42.engine.auction import count_doubles
from texas42.engine.calls import Call
from texas42.engine.contracts import Contract, format_contract, partners_doubles, suit_contract
from texas42.engine.deal import Deal, MakeCall, NameContract
from texas42.engine.errors import IllegalAction, Rule
from texas42.engine.overlays import OVERLAYS, ContractKind
from texas42.engine.rules import Rules
from texas42.engine.tiles import FOLLOW_ME, DoublesRule, Suit, Tile, all_of


def contract_called(bid: Call) -> ContractKind | None:
    """Return the special contract to which a call commits the bidder (ruling 8.6)."""
    return next((kind for kind, row in OVERLAYS.items() if row.call is bid.kind), None)


def partner_names(deal: Deal) -> ContractKind | None:
    """Return the contract kind whose suit the bidder's partner names, or None (8.6)."""
    if deal.contract is not None:
        return deal.contract.kind if deal.contract.kind.partner_names else None
    return None if deal.bid is None else contract_called(deal.bid)


def namer(deal: Deal) -> int | None:
    """Return the seat that names the contract, or the suit of a plunge or splash."""
    if deal.bidder is None or not partner_names(deal):
        return deal.bidder
    return deal.rules.game.partner(deal.bidder)


def contract_in_bid(bid: Call) -> Contract | None:
    """Return the contract that a bid names with its trump (88, rules.md 3.2)."""
    return None if bid.trump is None else suit_contract(bid.trump)


def has_forced_right(deal: Deal) -> bool:
    """Return True if the bidder spoke last, after passes only (ruling 8.5)."""
    return _is_last_after_passes(deal.rules, deal.calls[:-1])


def _is_last_after_passes(rules: Rules, before: Sequence[MakeCall]) -> bool:
    """Return True if the seat that calls next is the last, and all others have passed."""
    return len(before) == rules.game.seats - 1 and not any(made.call.is_bid for made in before)


def _doubles_for_partner(rules: Rules, suit: Suit) -> tuple[DoublesRule, ...]:
    """Return the ranks of doubles that the partner may add to a suit (004:198, ruling 8.22)."""
    if suit is FOLLOW_ME:
        return rules.nt_doubles
    fitting = partners_doubles(suit)
    return tuple(rule for rule in rules.plunge_doubles if rule in fitting) or (DoublesRule.HIGH,)


@lru_cache(maxsize=2048)
def _partner_contracts(rules: Rules, kind: ContractKind) -> tuple[Contract, ...]:
    return tuple(
        Contract(kind, suit, doubles)
        for suit in rules.nameable
        for doubles in _doubles_for_partner(rules, suit)
    )


@lru_cache(maxsize=8192)
def _bidder_contracts(
    rules: Rules, bid: Call, forced: bool, doubles_held: int
) -> tuple[Contract, ...]:
    contracts = [
        suit_contract(suit, doubles)
        for suit in rules.nameable
        for doubles in (rules.nt_doubles if suit is FOLLOW_ME else (DoublesRule.HIGH,))
    ]
    for kind, row in OVERLAYS.items():
        if (
            row.is_special
            and row.is_played(rules)
            and bid.multiple >= row.level
            and doubles_held >= row.doubles
            and row.may_name(rules, bid, forced)
        ):
            contracts += [Contract(kind, doubles=rule) for rule in row.doubles_rules(rules)]
    return tuple(contracts)


def legal_contracts(deal: Deal) -> tuple[Contract, ...]:
    """List the contracts that the naming seat may choose, or could have chosen.

    From the end of the auction to the end of the deal: the bid's own contract if bids name the
    trump; the partner's suits in a plunge or splash; otherwise the bidder's contracts, plunge and
    splash without a suit. Empty before there is a bidder.
    """
    if deal.bidder is None or deal.bid is None:
        return ()
    in_bid = contract_in_bid(deal.bid)
    if in_bid is not None:
        return (in_bid,)
    kind = partner_names(deal)
    if kind is not None:
        return _partner_contracts(deal.rules, kind)
    held = count_doubles(deal.dealt[deal.bidder])
    return _bidder_contracts(deal.rules, deal.bid, has_forced_right(deal), held)


def contracts_at_bid(
    rules: Rules, before: Sequence[MakeCall], bid: Call, hand: Iterable[Tile]
) -> tuple[Contract, ...]:
    """List the contracts that the next caller could name if this bid won (ruling 8.5).

    `before` are the calls so far, and `hand` is the caller's.
    """
    in_bid = contract_in_bid(bid)
    kind = contract_called(bid)
    if in_bid is not None:
        return (in_bid,)
    if kind is not None:
        return (Contract(kind),)
    forced = _is_last_after_passes(rules, before)
    return _bidder_contracts(rules, bid, forced, count_doubles(hand))


def verify_contract(deal: Deal, action: NameContract) -> None:
    """Check a contract of the seat in turn; raises IllegalAction."""
    contract = action.contract
    if contract in legal_contracts(deal):
        return
    rules = deal.rules
    text = format_contract(contract, deal.rules)
    partners = partner_names(deal)
    if partners is not None and contract.kind is not partners:
        raise IllegalAction(
            Rule.NOT_ALLOWED_HERE,
            f"It is a {partners}: name the suit your side plays.",
            {"what": text, "partners": partners},
        )
    if contract.named is not None and contract.named not in rules.nameable:
        raise IllegalAction(
            Rule.TRUMP_NOT_ALLOWED,
            f"{all_of(contract.named).capitalize()} cannot be named at this table.",
            {"trump": contract.named},
        )
    if partners is None and contract.named is None:
        _verify_special(deal, contract, text)
    raise IllegalAction(Rule.NOT_ALLOWED_HERE, f"{text} cannot be named here.", {"what": text})


def _verify_special(deal: Deal, contract: Contract, text: str) -> None:
    """Raise the unmet requirement of a special contract, if the table plays it."""
    rules = deal.rules
    row = contract.overlay
    if not row.is_played(rules) or deal.bid is None or deal.bidder is None:
        return
    if deal.bid.multiple < row.level:
        raise IllegalAction(
            Rule.BID_TOO_LOW,
            f"For {row.name} the bid must be at least {row.level} x {rules.game.total}.",
            {"what": text, "need": row.level, "bid": deal.bid},
        )
    held = count_doubles(deal.dealt[deal.bidder])
    if held < row.doubles:
        raise IllegalAction(
            Rule.NEEDS_DOUBLES,
            f"A {row.name} needs {row.doubles} doubles and you hold {held}.",
            {"need": row.doubles, "held": held},
        )
    if not row.may_name(rules, deal.bid, has_forced_right(deal)):
        raise IllegalAction(
            Rule.ONLY_WHEN_FORCED,
            f"{row.name.capitalize()} is only for the last bidder after everybody else has passed.",
            {"what": text},
        )
