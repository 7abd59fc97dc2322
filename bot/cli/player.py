"""The command `player`: one of our players at somebody else's table, by the protocol."""

from __future__ import annotations

import argparse
import json
import sys

from bot.ai.players.levels import LEVELS, make_player
from bot.ai.players.player import Player
from bot.ai.players.protocol import ProtocolError, answer_json, view_of
from bot.ai.solver.loading import SolverMissing
from bot.cli import MISUSED, OK, complain
from bot.cli.parser import Runner, describe
from bot.cli.streams import print_line
from bot.runtime.settings import load_settings

_SHARE = 0.9
"""How much of the time given is used, the rest being for the wire."""


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `player`; return what runs it."""
    describe(
        parser,
        "Speak the player protocol: a JSON request a line in, an answer a line out.",
        "player --level expert",
    )
    parser.add_argument("--level", choices=LEVELS, default="expert", help="default %(default)s")
    return run


def run(options: argparse.Namespace) -> int:
    """Answer requests from standard input until it ends; return the exit status."""
    try:
        player = make_player(options.level, load_settings().compiled_code)
        for line in sys.stdin:
            print_line(_answer(player, line))
    except (SolverMissing, ProtocolError) as error:
        complain(str(error), "player")
        return MISUSED
    return OK


def _answer(player: Player, line: str) -> str:
    try:
        request = json.loads(line)
        view = view_of(request)
        number, seconds = request["id"], float(request["time_ms"]) / 1000
    except (ValueError, TypeError, KeyError) as error:
        raise ProtocolError(str(error)) from error
    action = player.choose(view, _SHARE * seconds)
    return json.dumps({"id": number, "action": answer_json(action, view.rules)})
