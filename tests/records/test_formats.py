"""Every JSON example and table of docs/formats.md matches the program."""

import json
import re
from pathlib import Path

import pytest

from bot.cli.solve import solution_json
from tests.support.compiled import SHARED
from texas42.ai.players.protocol import read_answer, request_json, view_of
from texas42.ai.solver.loading import load_solver
from texas42.engine import format_action
from texas42.library import games
from texas42.records.errors import Code, RecordError, error_json
from texas42.records.record import parse_record
from texas42.records.referee import judge
from texas42.records.replay import replay
from texas42.records.shakefile import parse_shake_file, verify

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
CUT = "…"
"""Replaces omitted list items in an example."""


def example(kind):
    """Load the only JSON example of a kind; the game record's has no kind."""
    (text,) = re.findall(rf"```json{kind and ' ' + kind}\n(.*?)```", PAGE, re.DOTALL)
    return text


def is_shown(example, value):
    """Return True if an example matches a value, allowing cuts but no missing object keys."""
    if isinstance(example, dict) and isinstance(value, dict):
        return example.keys() == value.keys() and all(is_shown(example[k], value[k]) for k in value)
    if isinstance(example, list) and isinstance(value, list):
        if CUT not in example:
            return len(example) == len(value) and all(map(is_shown, example, value))
        at = example.index(CUT)
        head = example[:at]
        tail = example[at + 1 :]
        ends = [*value[:at], *value[len(value) - len(tail) :]]
        return len(value) > len(head) + len(tail) and is_shown([*head, *tail], ends)
    return example == value


def record(**changes):
    """Load the page's record with its one hand changed."""
    value = json.loads(example(""))
    value["hands"][0].update(changes)
    return parse_record(json.dumps(value))


def test_referee_output_matches_the_page():
    shown = json.loads(example("referee"))
    said = judge(record())
    assert is_shown(shown, said), said


def test_broken_record_gives_the_error_on_the_page():
    with pytest.raises(RecordError) as caught:
        judge(record(plays=["11", "65"]))
    assert error_json(caught.value) == json.loads(example("error"))


def test_solver_output_matches_the_page():
    deal = replay(record(plays=list(record().hands[0].plays[:20]))).deal
    solution = load_solver(SHARED, whole=False).solve(deal)
    assert solution_json(deal, solution) == json.loads(example("solver"))


def test_shake_on_the_page_deals_the_hands_shown():
    assert verify(parse_shake_file(example("shake"))) == ()


def test_request_on_the_page_is_valid_and_its_answer_fits():
    request = json.loads(example("request"))
    answer = json.loads(example("answer"))
    view = view_of(request)
    assert request_json(view, request["id"], request["time_ms"] / 1000) == request
    assert answer["id"] == request["id"]
    action = read_answer(answer["action"], view)
    assert format_action(action, view.rules) == answer["action"]


def rows(heading):
    """List the first column of the table under this heading."""
    table = PAGE[PAGE.index(heading) :].split("\n\n")[0]
    return [row.split("|")[1].strip(" `") for row in table.splitlines()[2:]]


def test_tables_list_every_key_and_code():
    value = json.loads(example(""))
    assert rows("| key | meaning |") == list(value)
    hand = {*value["hands"][0], "kitty", "exchange", "shown"}
    assert set(rows("| key of a hand | meaning |")) == hand
    assert rows("| code | what is wrong |") == [code.value for code in Code]


def test_page_names_every_game():
    for spec in games():
        assert f"`{spec.id}`" in PAGE
