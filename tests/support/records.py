"""Small sample records, as JSON values."""

import copy
import json

from texas42.records.errors import RecordError
from texas42.records.record import parse_record
from texas42.records.referee import judge

SAMPLE = {
    "format": "fortytwo/1",
    "game": "42",
    "rules": {"preset": "straight-marks", "small_end_first_lead": True},
    "players": ["Nancy", "Ella", "Steve", "Will"],
    "hands": [
        {
            "shaker": 0,
            "deal": [
                ["11", "61", "41", "64", "60", "43", "32"],
                ["65", "53", "51", "50", "22", "21", "20"],
                ["55", "44", "00", "54", "42", "40", "10"],
                ["66", "63", "62", "52", "33", "31", "30"],
            ],
            "calls": [[1, "pass"], [2, "30"], [3, "31"], [0, "32"]],
            "contract": "1",
            "plays": [
                "11",
                "21",
                "10",
                "31",
                "61",
                "51",
                "54",
                "30",
                "60",
                "65",
                "40",
                "62",
                "22",
                "42",
                "52",
                "32",
                "20",
                "00",
                "63",
                "41",
                "43",
                "53",
                "44",
                "33",
                "55",
                "66",
                "64",
                "50",
            ],
        }
    ],
}

PASSED_OUT = {
    "shaker": 1,
    "deal": SAMPLE["hands"][0]["deal"],
    "calls": [[2, "pass"], [3, "pass"], [0, "pass"], [1, "pass"]],
}

EIGHTY_EIGHT = {
    "format": "fortytwo/1",
    "game": "88",
    "hands": [
        {
            "shaker": 5,
            "deal": [
                ["66", "65", "64", "63", "62", "61", "60", "55", "54"],
                ["66", "65", "64", "63", "62", "61", "60", "55", "54"],
                ["53", "52", "51", "50", "44", "43", "42", "41", "40"],
                ["53", "52", "51", "50", "44", "43", "42", "41", "40"],
                ["33", "32", "31", "30", "22", "21", "20", "11", "10"],
                ["33", "32", "31", "30", "22", "21", "20", "11", "10"],
            ],
            "kitty": ["00", "00"],
            "calls": [[0, "60 6"], *([seat, "pass"] for seat in range(1, 6))],
            "exchange": {"take": [], "give": []},
            "plays": ["66", "66"],
        }
    ],
}

MOON = {
    "format": "fortytwo/1",
    "game": "moon",
    "hands": [
        {
            "shaker": 2,
            "deal": [
                ["66", "65", "64", "63", "62", "61", "55"],
                ["54", "53", "52", "51", "44", "43", "42"],
                ["41", "33", "32", "31", "22", "21", "11"],
            ],
            "kitty": ["00"],
            "calls": [[0, "5"], [1, "pass"], [2, "pass"]],
            "contract": "6",
            "exchange": {"take": ["00"], "give": ["55"]},
            "plays": ["66", "54", "41"],
        }
    ],
}

EIGHTY = {
    "format": "fortytwo/1",
    "game": "80",
    "hands": [
        {
            "shaker": 3,
            "deal": [
                ["66", "65", "64", "63", "62", "61", "55", "54", "53", "52"],
                ["66", "65", "64", "63", "62", "61", "55", "54", "53", "52"],
                ["51", "44", "43", "42", "41", "33", "32", "31", "22", "21"],
                ["51", "44", "43", "42", "41", "33", "32", "31", "22", "21"],
            ],
            "kitty": ["11", "11"],
            "calls": [[0, "60"], [1, "pass"], [2, "pass"], [3, "pass"]],
            "exchange": {"take": ["11"], "give": ["52"]},
            "contract": "6",
            "plays": ["66", "66"],
        }
    ],
}

PLUNGE = {
    "format": "fortytwo/1",
    "game": "42",
    "rules": {"preset": "house"},
    "hands": [
        {
            "shaker": 3,
            "deal": [
                ["66", "55", "44", "33", "10", "20", "30"],
                ["65", "64", "63", "62", "61", "60", "54"],
                ["53", "52", "51", "50", "43", "42", "41"],
                ["40", "32", "31", "22", "21", "11", "00"],
            ],
            "calls": [[0, "plunge 4m"], [1, "pass"], [2, "pass"], [3, "pass"]],
            "contract": "plunge 5",
            "plays": ["53", "32", "55"],
        }
    ],
}

HAND = ("hands", 0)
"""The path to the first hand of a record."""
GONE = object()
"""Marks a key to remove."""


def edit(record, *path_and_value):
    """Copy a record with the value at a path set, appended (-) or removed."""
    *path, value = path_and_value
    found = copy.deepcopy(record)
    place = found
    for key in path[:-1]:
        place = place[key]
    if value is GONE:
        del place[path[-1]]
    elif path[-1] == "-":
        place.append(value)
    else:
        place[path[-1]] = value
    return found


def text(record):
    return json.dumps(record)


def judge_record(record):
    return judge(parse_record(text(record)))


def fault(record):
    """Return the (code, hand, index) of a record's first fault, None if it has none."""
    try:
        judge(parse_record(record if isinstance(record, (str, bytes)) else text(record)))
    except RecordError as error:
        return error.code.value, error.hand, error.index
    return None
