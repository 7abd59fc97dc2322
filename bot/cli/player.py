"""The command `player`: one of our players at another program's table, by the protocol."""

from __future__ import annotations

import argparse
import json
import math

from bot.cli import MISUSED, OK, complain
from bot.cli.parser import Runner, describe
from bot.cli.streams import input_lines, print_line
from bot.runtime.settings import load_settings
from texas42.ai.players.levels import LEVELS, Player, make_player
from texas42.ai.players.protocol import ProtocolError, answer_json, view_of
from texas42.ai.solver.failures import SolverMissing
from texas42.records.jsontext import parse_json

_SHARE = 0.9
"""The share of the time limit to use; the rest is for transmission."""
_LONGEST_MS = 24 * 60 * 60 * 1000.0


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `player` and return its runner."""
    describe(
        parser,
        "Speak the player protocol: one JSON request per line in, one answer per line out.",
        "player --level expert",
    )
    parser.add_argument("--level", choices=LEVELS, default="expert", help="default %(default)s")
    return run


def run(options: argparse.Namespace) -> int:
    """Answer requests from standard input until it ends; return the exit status."""
    try:
        player = make_player(options.level, load_settings().compiled_code)
        for number, line in input_lines("-"):
            print_line(_answer(player, line, number))
    except (SolverMissing, ProtocolError, OSError) as error:
        complain(str(error), "player")
        return MISUSED
    return OK


def _answer(player: Player, line: bytes, number: int) -> str:
    try:
        request = parse_json(line, number)
        if not isinstance(request, dict):
            raise ProtocolError("a request is a JSON object")
        view = view_of(request)
        asked = request["id"]
        seconds = _seconds(request["time_ms"])
    except (ValueError, TypeError, KeyError) as error:
        raise ProtocolError(str(error)) from error
    try:
        action = player.choose(view, _SHARE * seconds)
    except Exception as error:  # an impossible view is the request's fault
        raise ProtocolError("no hand of the game leads to this request") from error
    return json.dumps({"id": asked, "action": answer_json(action, view.rules)})


def _seconds(milliseconds: object) -> float:
    if not isinstance(milliseconds, int | float) or isinstance(milliseconds, bool):
        raise ProtocolError("time_ms must be a number")
    if not (math.isfinite(milliseconds) and 0 <= milliseconds <= _LONGEST_MS):
        raise ProtocolError("time_ms must be from 0 to a day")
    return milliseconds / 1000
