"""The command `player`: one of our players at somebody else's table, by the protocol."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.ai.players.levels import LEVELS, make_player
from bot.ai.players.player import Player
from bot.ai.players.protocol import ProtocolError, answer_json, view_of
from bot.ai.solver.loading import SolverMissing
from bot.cli.streams import print_line

OK, BROKEN = 0, 2
_SHARE = 0.9
"""How much of the time given is used, the rest being for the wire."""


def player_main(
    argv: Sequence[str], prog: str = "python -m bot player", cache: Path | None = None
) -> int:
    """Answer requests from standard input until it ends; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Speak the player protocol: a JSON request a line in, an answer a line out.",
        epilog=f"example: {prog} --level expert",
    )
    parser.add_argument("--level", choices=LEVELS, default="expert", help="default %(default)s")
    options = parser.parse_args(argv)
    try:
        player = make_player(options.level, cache)
        for line in sys.stdin:
            print_line(_answer(player, line))
    except (SolverMissing, ProtocolError) as error:
        sys.stderr.write(f"{prog}: {error}\n")
        return BROKEN
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
