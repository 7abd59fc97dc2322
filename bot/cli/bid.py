"""The command `bid`: the chances of a hand of 42 at each bid, and the expert's call."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from bot.cli import MISUSED, OK, complain
from bot.cli.parser import Runner, describe
from bot.cli.streams import print_answer
from bot.presenter.refusals import sentence
from bot.presenter.words.language import Words
from bot.presenter.words.parts import plain
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.typed import read_tiles
from bot.runtime.settings import load_settings
from texas42.ai.findings.bid_chances import (
    BIDS,
    BadQuestion,
    BidChances,
    BidQuestion,
    QuestionFault,
)
from texas42.ai.solver.failures import SolverMissing, numba_errors
from texas42.ai.solver.loading import prepare
from texas42.engine import (
    Call,
    Contract,
    EngineError,
    MakeCall,
    NotationError,
    Rules,
    Tile,
    format_call,
    format_contract,
    format_tile,
    parse_call,
    parse_tile,
)
from texas42.library import load_rules

_SCORE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
Chances: TypeAlias = Mapping[Call, Mapping[Contract, float]]
_LISTED = ("30", "31", "32", "34", "36", "1m", "2m")


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `bid` and return its runner."""
    describe(
        parser,
        "Say how often a hand of 42 makes each bid in each trump, and what the expert would call.",
        "bid 66 65 64 63 62 61 60 --calls pass,31 --score 3-2",
    )
    parser.add_argument("tiles", metavar="TILE", nargs="+", help="the seven dominoes: 64 55 …")
    parser.add_argument(
        "--calls", default="", help="who bid what before you, in order: pass,31 (default: nobody)"
    )
    parser.add_argument(
        "--score", default="0-0", help="your side's marks and theirs: 3-2 (default %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return run


def run(options: argparse.Namespace) -> int:
    """Answer a question; return the exit status."""
    return answer(options, load_settings().compiled_code)


def answer(options: argparse.Namespace, cache: Path | None) -> int:
    """Answer a question with compiled code kept in `cache`; return the exit status."""
    rules = load_rules("42", {})
    try:
        question = _question(options, rules)
        prepare(cache)
        with numba_errors():
            sampler = import_module("texas42.ai.rollouts.hands").HandSampler()
            bid_chances = import_module("texas42.ai.rollouts.bid_chances").bid_chances
        found: BidChances = bid_chances(sampler, question)
    except BadQuestion as error:
        complain(plain(sentence(error, RenderContext())), "bid")
        return MISUSED
    except (EngineError, SolverMissing) as error:
        complain(str(error), "bid")
        return MISUSED
    print_answer(chances_json(question, found), _lines(found), as_json=options.json)
    return OK


def _question(options: argparse.Namespace, rules: Rules) -> BidQuestion:
    """Parse the question. Raises BadQuestion and EngineError."""
    tiles = read_hand(options.tiles)
    texts = options.calls.split(",") if options.calls else []
    calls = [_call(text.strip(), rules) for text in texts]
    score = _SCORE.fullmatch(options.score)
    if score is None:
        raise BadQuestion(QuestionFault.SCORE, options.score)
    return BidQuestion.of(rules, tiles, calls, (int(score[1]), int(score[2])))


def read_hand(texts: Sequence[str]) -> list[Tile]:
    """Parse dominoes as `/bid-this` does: 66, 6-6, 6:5 or 5|4. Raises BadQuestion."""
    typed = " ".join(texts)
    try:
        return [parse_tile(tile) for tile in read_tiles(typed, Words()).split(",") if tile]
    except NotationError as error:
        raise BadQuestion(QuestionFault.NO_DOMINO, typed) from error


def _call(text: str, rules: Rules) -> Call:
    try:
        return parse_call(text, rules)
    except NotationError as error:
        raise BadQuestion(QuestionFault.NO_CALL, text) from error


def chances_json(question: BidQuestion, found: BidChances) -> dict[str, object]:
    """Build the JSON object of the public format."""
    rules = question.rules
    action = found.advice.action
    call = format_call(action.call, rules) if isinstance(action, MakeCall) else None
    contract = None if found.best is None else format_contract(found.best, rules)
    return {
        "hand": [format_tile(tile) for tile in reversed(question.hand)],
        "bids": bids_json(rules, found.plain),
        "best": {
            "call": call,
            "contract": contract,
            "chance": None if found.chance is None else round(found.chance, 4),
        },
    }


def bids_json(rules: Rules, plain: Chances) -> dict[str, dict[str, float]]:
    """Build the JSON object of a hand's chances, by bid and contract."""
    return {
        format_call(bid, rules): {
            format_contract(contract, rules): round(chance, 4)
            for contract, chance in plain[bid].items()
        }
        for bid in BIDS
    }


def bid_table(rules: Rules, plain: Chances) -> Iterable[str]:
    """Yield the lines of a table of chances, with one row for each contract."""
    bids = [bid for bid in BIDS if format_call(bid, rules) in _LISTED]
    yield "".join(f"{title:>11}" for title in ("", *(format_call(bid, rules) for bid in bids)))
    for contract in plain[bids[0]]:
        shares = (f"{plain[bid][contract]:>11.0%}" for bid in bids)
        yield f"{format_contract(contract, rules):>11}" + "".join(shares)


def _lines(found: BidChances) -> Iterable[str]:
    rules = found.view.rules
    yield from bid_table(rules, found.plain)
    action = found.advice.action
    if found.best is None or found.chance is None or not isinstance(action, MakeCall):
        yield "Pass."
        return
    named = format_contract(found.best, rules)
    yield f"Bid {format_call(action.call, rules)} in {named}: made {found.chance:.0%} of the time."
