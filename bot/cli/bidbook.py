"""The command `bidbook`: a file with the chance of every hand of 42 to make each bid."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import FAILED, MISUSED, OK, complain
from bot.cli.bid import bid_table, bids_json, read_hand
from bot.cli.output import reason
from bot.cli.parser import Runner, describe
from bot.cli.streams import print_answer, print_line
from bot.presenter.refusals import sentence
from bot.presenter.words.parts import plain
from bot.presenter.words.render_context import RenderContext
from bot.runtime.settings import load_settings
from bot.runtime.start_checks import make_data_dir
from texas42.ai.findings.bid_chances import BIDS, BadQuestion, BidQuestion
from texas42.ai.solver.failures import broken
from texas42.engine import format_tile
from texas42.library import load_rules

if TYPE_CHECKING:
    from texas42.ai.valuation.bid_book import BidBook

_STEP = 0.1


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `bidbook` and return its runner."""
    describe(
        parser,
        "Write the bid book into DATA_DIR: the chance to make each bid of 42 with every hand, in "
        "each trump. With seven dominoes, say what the book has of that hand.",
        "bidbook 66 65 64 63 62 61 60",
    )
    parser.add_argument("tiles", metavar="TILE", nargs="*", help="seven dominoes to look up: 64 …")
    parser.add_argument("--json", action="store_true", help="print one JSON object for a hand")
    return run


def run(options: argparse.Namespace) -> int:
    """Make the book if it is missing, and look up a hand; return the exit status."""
    rules = load_rules("42", {})
    try:
        asked = BidQuestion.of(rules, read_hand(options.tiles)) if options.tiles else None
    except BadQuestion as error:
        complain(plain(sentence(error, RenderContext())), "bidbook")
        return MISUSED
    if options.json and asked is None:
        complain("--json needs the seven dominoes of a hand", "bidbook")
        return MISUSED
    try:
        from texas42.ai.valuation.bid_book import NAME
    except Exception as error:  # noqa: BLE001 - a broken NumPy raises anything
        missing = isinstance(error, ModuleNotFoundError) and error.name == "numpy"
        install = "install the extra `solver` to make the bid book"
        complain(install if missing else broken("NumPy", error), "bidbook")
        return MISUSED
    folder = load_settings().data_dir
    make_data_dir(folder)
    try:
        book = _book(folder, quiet=asked is not None)
    except OSError as error:
        complain(f"DATA_DIR: {folder / NAME} cannot be written ({reason(error)})", "bidbook")
        return FAILED
    if asked is None:
        print_line(f"The bid book is ready: {folder / NAME}")
        return OK
    chances = book.chances(asked.hand, BIDS)
    hand = [format_tile(tile) for tile in reversed(asked.hand)]
    answer = {"hand": hand, "bids": bids_json(rules, chances)}
    print_answer(answer, bid_table(rules, chances), as_json=options.json)
    return OK


def _book(folder: Path, *, quiet: bool) -> BidBook:
    """Open the book, writing it first if it is missing, outdated or damaged. Raises OSError."""
    from texas42.ai.valuation.bid_book import open_book
    from texas42.ai.valuation.bid_book_model import make_book

    found = open_book(folder)
    if found is not None:
        return found

    told = 0.0
    for share in make_book(folder):
        if not quiet and share >= told + _STEP:
            told = share
            print(f"{share:.0%} of the hands", flush=True)
    made = open_book(folder)
    if made is None:
        raise OSError("it was damaged or removed at once")
    return made
