"""Questions of "What would you bid?", their answers and a vote."""

from __future__ import annotations

from bot.asked.model import AskedBidding, Vote
from bot.presenter.asked.draft import BidDraft, read_draft
from bot.presenter.words.language import Words
from texas42.ai.findings.bid_chances import BIDS, BidChances, BidQuestion
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import (
    MakeCall,
    parse_call,
    parse_contract,
)
from texas42.library import load_rules

RULES = load_rules("42", {})
SIXES = "66 65 64 63 62 61 60"
VOTE = Vote("abcdef0123", 7, 70, 11, AskedBidding({}, ()), 1_000_000.0, 1)


def typed(hand: str = SIXES, calls: str = "", score: str = "") -> BidDraft:
    return read_draft(hand, calls, score, RULES, Words())


def answer(calls: str = "", bid: str = "35") -> BidChances:
    """Answer that sixes make every bid 80% of the time, and that the expert makes this `bid`."""
    question: BidQuestion = typed(calls=calls).question(RULES)
    view = question.view()
    sixes = parse_contract("6", RULES)
    plain = {each: {sixes: 0.8, parse_contract("5", RULES): 0.1} for each in BIDS}
    call = parse_call(bid, RULES)
    advice = Advice(MakeCall(view.seat or 0, call), Reason(ReasonKind.STRONG_HAND))
    best = (sixes, 0.8) if call.is_bid else (None, None)
    return BidChances(view, plain, {}, advice, *best)
