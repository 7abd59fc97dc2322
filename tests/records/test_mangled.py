"""The referee judges any mangled record or names its fault, and never crashes."""

import copy
import os
from random import Random

import pytest

from tests.support.random_games import random_record
from texas42.library import games, load_rules, presets
from texas42.records.errors import Code, RecordError
from texas42.records.jsontext import format_json
from texas42.records.record import parse_record, record_json
from texas42.records.referee import judge
from texas42.records.report import human

pytestmark = pytest.mark.slow

NUMBER = 50 * int(os.environ.get("FORTYTWO_LAWS", "1"))
VALUES = [
    None, True, 0, -1, 7, 1.5, "", "66", "16", "61@1", "83", "?", "pass", "30", "1m", "42", "game",
    "plunge 4m", "plunge", "5", "doubles", "follow-me", "follow-me low", "nello own", "sevens",
    "splash 5", "60 5", [], {}, [0, "pass"], {"take": [], "give": []}, {"take": ["66"], "give": []},
]  # fmt: skip


def places(value, path=()):
    """List every place of a JSON value, as (container, key)."""
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    else:
        return
    for key in keys:
        yield value, key
        yield from places(value[key])


def mangle(value, random):
    """Change one place: replace, remove, swap or duplicate a value."""
    found = copy.deepcopy(value)
    container, key = random.choice(list(places(found)))
    match random.randrange(4):
        case 0:
            container[key] = random.choice(VALUES)
        case 1:
            del container[key]
        case 2:
            other, place = random.choice(list(places(found)))
            container[key] = copy.deepcopy(other[place])
        case _ if isinstance(container, list):
            container.insert(key, container[key])
    return found


def fault_of(value):
    """Return the referee's fault of a record or None; the text output must agree."""
    try:
        record = parse_record(format_json(value))
    except RecordError as error:
        return place(error)
    told = human(record)
    fault = None
    try:
        format_json(judge(record))
    except RecordError as error:
        fault = place(error)
    assert (None if told.error is None else place(told.error)) == fault
    return fault


def place(error):
    return error.code, error.hand, error.index


@pytest.mark.parametrize("game", [spec.id for spec in games()])
def test_mangled_record_is_judged_or_its_fault_is_named(game):
    random = Random(game)
    tables = [load_rules(game, {"preset": preset.name}) for preset in presets(game)]
    codes = set()
    for number in range(NUMBER):
        record = random_record(tables[number % len(tables)], number, 2)
        fault = fault_of(mangle(record_json(record), random))
        if fault is not None:
            codes.add(fault[0])
    assert len(codes) >= 3
    assert codes <= set(Code)
