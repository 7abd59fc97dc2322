"""Samples of "What would you bid?", and of votes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.asked.model import Vote
from bot.presenter.asked.answer import answer_screen, no_answer
from bot.presenter.asked.buttons import ask_table_button
from bot.presenter.asked.draft import BidDraft
from bot.presenter.asked.picking import picking_screen
from bot.presenter.asked.vote import (
    answer_below,
    closed_vote,
    open_vote,
    vote_counted,
    vote_opened,
)
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.spec import Row
from tests.presenter.tabling import sample
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.asked import RULES, VOTE, answer, typed
from texas42.ai.findings.bid_chances import BIDS, BidChances
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import (
    Contract,
    ContractKind,
    MakeCall,
    PlayTile,
    Suit,
    format_action,
    parse_call,
    suit_contract,
    view_for,
)

PLAYED = 12  # the acts of the sample hand before the question about a play


def worth_of_fives(**changes: object) -> BidChances:
    """Build the answer of `python -m bot bid 55 54 53 50 66 62 11 --calls pass,31`."""
    fives = suit_contract(Suit.FIVES)
    chances = (0.94, 0.91, *[0.81] * 4, 0.77, *[0.69] * 4, 0.67, 0.55, 0.55)
    plain = {bid: {fives: chance} for bid, chance in zip(BIDS, chances, strict=True)}
    view = typed("55 54 53 50 66 62 11", "pass, 31").question(RULES).view()
    found = replace(answer(), view=view, plain=plain, best=fives, chance=0.81)
    return replace(found, **changes)  # type: ignore[arg-type]


def bids() -> Iterator[tuple[str, BidChances]]:
    """Yield answers about a bid: to bid, to pass, high, and with special contracts."""
    usual = worth_of_fives()
    seat = usual.view.seat or 0
    yield "bid", usual
    passes = Advice(MakeCall(seat, parse_call("pass", RULES)), Reason(ReasonKind.WEAK_HAND))
    yield "pass", replace(usual, advice=passes, best=None, chance=None)
    yield "first", answer()
    yield "pass-first", answer(bid="pass")
    marks = Advice(MakeCall(seat, parse_call("2m", RULES)), Reason(ReasonKind.STRONG_HAND))
    yield "two-marks", replace(usual, advice=marks)
    special = {Contract(ContractKind.NELLO): 0.4, Contract(ContractKind.SEVENS): 0.12}
    yield "special", replace(usual, special=special)
    above = typed("55 54 53 50 66 62 11", "2m").question(RULES).view()
    yield "outbid", replace(usual, view=above, advice=passes, best=None, chance=None)
    scored = typed("55 54 53 50 66 62 11", "pass, 31", "3-2").question(RULES).view()
    yield "scored", replace(usual, view=scored)


def plays() -> Iterator[tuple[str, PlayChances]]:
    """Yield answers about a play: following or leading, for the bidder or against."""
    for steps in (5, 6, 7, PLAYED):
        game = sample(steps)
        deal = game.deal
        assert deal is not None
        view = view_for(game, deal.to_act)
        legal = [play for play in view.legal if isinstance(play, PlayTile)]
        chances = {play: 0.62 - 0.07 * number for number, play in enumerate(legal)}
        reason = Reason(ReasonKind.TRASH, chance=0.62, tried=True)
        found = PlayChances(view, chances, Advice(legal[0], reason))
        yield f"play-{steps}", found
        even = {play: 0.62 + 0.01 * number for number, play in enumerate(legal)}
        yield f"play-{steps}-even", replace(found, plays=even)
        yield f"play-{steps}-unsampled", replace(found, plays={})


@samples_of(answer_screen)
def answers(look: Look) -> Iterator[Named]:
    ask = Row((ask_table_button(ComponentId(Verb.ASK_TABLE), look.context),))
    for name, found in (*bids(), *plays()):
        yield name, answer_screen(found, look.context)
    yield "to-ask", answer_screen(worth_of_fives(), look.context, ask)


@samples_of(no_answer)
def unanswered(look: Look) -> Iterator[Named]:
    yield "none", no_answer(look.context)


@samples_of(picking_screen)
def picked(look: Look) -> Iterator[Named]:
    for name, draft in {
        "empty": BidDraft(),
        "three": typed("66 65 10"),
        "one-left": typed("66 65 64 63 62 61"),
        "seven": typed(),
        "calls": typed("66 65 10", "pass, 31", "3-2"),
        "marks": typed("66 65 10", "1m, 2m"),
        "all-called": typed("66 65 10", "pass, 31, 32"),
    }.items():
        yield name, picking_screen(draft, RULES, look.context)


def votes(found: BidChances | PlayChances) -> Iterator[tuple[str, Vote]]:
    """Yield a vote without votes, with one, and with several."""
    legal = found.view.legal
    named = [format_action(action, found.view.rules) for action in (legal[0], legal[-1])]
    yield "none", VOTE
    yield "one", replace(VOTE, counts={named[0]: 1})
    yield "many", replace(VOTE, counts={named[0]: 3, named[-1]: 1})
    yield "tied", replace(VOTE, counts={named[0]: 2, named[-1]: 2})


@samples_of(open_vote)
def open_votes(look: Look) -> Iterator[Named]:
    for name, found in (*bids(), *plays()):
        if "even" in name or "unsampled" in name:
            continue
        for count, vote in votes(found):
            yield f"{name}-{count}", open_vote(vote, found.view, look.context)


@samples_of(closed_vote)
def closed_votes(look: Look) -> Iterator[Named]:
    for name, found in (*bids(), *plays()):
        for count, vote in votes(found):
            closed = replace(vote, closed=True)
            yield f"{name}-{count}", closed_vote(closed, found.view, found, look.context)
            if name in ("bid", f"play-{PLAYED}"):
                unknown = closed_vote(closed, found.view, None, look.context)
                yield f"{name}-{count}-unanswered", unknown
    usual = worth_of_fives()
    counted = replace(VOTE, closed=True, counts={"pass": 2, "34": 4, "2m": 1})
    yield "spread", closed_vote(counted, usual.view, usual, look.context)


@samples_of(answer_below)
def below(look: Look) -> Iterator[Named]:
    yield "told", answer_below(look.context)


@samples_of(vote_counted)
def counted(look: Look) -> Iterator[Named]:
    yield "told", vote_counted("34", look.context)


@samples_of(vote_opened)
def opened(look: Look) -> Iterator[Named]:
    yield "told", vote_opened(look.context)
