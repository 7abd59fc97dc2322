"""What a contract asks is drawn or written, not only in the alt text, for every contract."""

import re
from dataclasses import fields, is_dataclass, replace

import pytest

from bot.presenter.hand.result import result
from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.position import points_count
from bot.presenter.words.contracts import ranking_notes
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture, Text
from bot.render import PanelPicture, fits_detail
from bot.render.open_places import open_places
from bot.render.places import places
from bot.render.text import text_width, wrap_text
from bot.render.values import Size
from bot.tables.model import Status
from tests.presenter.panel_tables import TABLES
from tests.support.matrix import slow_except
from texas42.engine import ContractKind, DoublesRule, Phase

from .tabling import (
    LONG_NAMES,
    NAMES,
    panel_at,
    parts_of,
    rules_of,
    seat_lines,
    states,
    table_of,
)

CONTEXT = RenderContext()
EVERY_CONTRACT = (*range(160), 566)
"""Seeds of random hands in which every contract comes up, splash in the last."""


def texts_in(value):
    """Yield every text in a drawing."""
    if isinstance(value, str):
        yield str(value)
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts_in(getattr(value, field.name))
    elif isinstance(value, (tuple, list, frozenset)):
        for each in value:
            yield from texts_in(each)


def asked_in(alt):
    """Return what an alt text says of the contract, in its own words."""
    said = []
    for named in re.findall(r"(?:Contract|Trump): ([^.·]+?)(?:\.| ·)", alt):
        said += re.split(r", | \(|\)", named)
    if "must not take a trick" in alt:
        said.append("no trick")
    said += re.findall("every trick|sits out", alt)
    return {each for each in said if each}


def hands_of(table):
    """Yield one position of each contract of a table, with bids of points and of every trick."""
    game_id, options = TABLES[table]
    rules = rules_of(game_id, **options)
    seen = set()
    for seed in EVERY_CONTRACT if table == "every contract" else range(20):
        for game in states(rules, seed, hands=1):
            deal = game.deal
            if deal.phase is not Phase.PLAY or len(deal.tricks) != 1:
                continue
            key = deal.contract, bool(deal.bid.multiple)
            if key not in seen:
                seen.add(key)
                yield game


@pytest.mark.parametrize("table", slow_except([(name,) for name in TABLES], "every contract"))
def test_picture_and_text_say_what_the_alt_text_says_of_a_contract(table):
    for game in hands_of(table):
        panel = panel_at(game)
        for message in (hand_panel(panel, CONTEXT), table_screen(panel.table, CONTEXT)):
            parts = list(parts_of(message))
            picture = next(part for part in parts if isinstance(part, Picture))
            drawn = picture.drawing
            shown = " · ".join((*texts_in(drawn), *(p.markdown for p in parts if type(p) is Text)))
            board = drawn.table if isinstance(drawn, PanelPicture) else drawn
            needs_all = any(side.goal == board.scoreboard.bar for side in board.scoreboard.sides)
            for asked in asked_in(picture.alt):
                assert asked in shown or (asked == "every trick" and needs_all), picture.alt


def finished_hands():
    """Yield one finished hand of each contract with ranks of its own."""
    game_id, options = TABLES["every contract"]
    rules = rules_of(game_id, **options)
    seen = set()
    for seed in EVERY_CONTRACT:
        for game in states(rules, seed, hands=1):
            if game.deal.phase is Phase.OVER and game.deal.contract not in seen:
                seen.add(game.deal.contract)
                if game.deal.contract and ranking_notes(game.deal.contract, rules, CONTEXT.words):
                    yield game


@pytest.mark.slow
@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
def test_finished_hand_shows_how_its_dominoes_ranked(names):
    for game in finished_hands():
        notes = ranking_notes(game.deal.contract, game.rules, CONTEXT.words)
        seats = seat_lines(game.rules, names)
        table = table_of(game.rules, game, status=Status.BETWEEN, seats=seats)
        ends = (table, replace(table, status=Status.FINISHED, winner=0))
        for end in ends:
            drawn = next(p for p in parts_of(result_of(end)) if isinstance(p, Picture)).drawing
            assert all(note in drawn.detail for note in notes)
            assert fits_detail(drawn.detail)


def result_of(table):
    """Build the card of a finished hand, or of a finished game."""
    return result(table, CONTEXT)


def test_every_contract_comes_up():
    contracts = {game.deal.contract for game in hands_of("every contract")}
    assert {contract.kind for contract in contracts} == set(ContractKind)
    free = {each.doubles for each in contracts if each.kind is ContractKind.NELLO}
    assert free == set(DoublesRule) - {DoublesRule.REVERSED}


@pytest.mark.parametrize("table", slow_except([(name,) for name in TABLES], "every contract"))
def test_no_bars_and_no_points_where_points_count_for_nothing(table):
    for game in hands_of(table):
        panel = panel_at(game)
        picture = next(p for p in parts_of(hand_panel(panel, CONTEXT)) if isinstance(p, Picture))
        sides = picture.drawing.table.scoreboard.sides
        assert all((side.points is not None) is points_count(panel.view) for side in sides)
        if not points_count(panel.view):
            assert all(side.goal is None for side in sides)
            text = " ".join(
                p.markdown for p in parts_of(hand_panel(panel, CONTEXT)) if type(p) is Text
            )
            assert "+" not in text + picture.alt


def test_notes_fit_the_corners_of_panels_and_replays():
    words = CONTEXT.words
    notes = [note for rule in DoublesRule for note in words.doubles_notes(rule)]
    corners = [
        *places(4, 2, Size.PANEL, 210, with_shelf=False).corners,
        *places(4, 2, Size.PANEL, 210, with_shelf=True).corners,
        *open_places(4, 2, 7, Size.OPEN).corners,
    ]
    for corner in corners:
        for note in (*notes, "nearest to 7 wins"):
            written = wrap_text(note, 30, corner.width)
            assert len(written) <= 3
            assert all(text_width(line, 30) <= corner.width for line in written), note
            assert corner.height >= 26 * len(written)
