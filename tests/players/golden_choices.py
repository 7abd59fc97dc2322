"""Three hundred choices of the daily hand's experts, which `PLAYERS_VERSION` names.

    python -m tests.players.golden_choices

writes them anew, with the name that the program has then: only for a change that is meant to change
choices, and that gives them a new name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import date, timedelta
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path

from bot.daily.hand import dealt
from bot.players.fixed import CONFIG, PLAYERS_VERSION
from tests.support.compiled import SHARED, compile_once
from texas42.ai.rollouts.level_config import Level
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.loading import prepare
from texas42.engine import Phase, SeatView, apply, format_action, view_for

CHOICES = 300
FILE = Path(__file__).with_suffix(".json")
QUICK = replace(CONFIG, play_deals=CONFIG.play_deals // 20, bid_deals=CONFIG.bid_deals // 20)
"""Fewer sampled deals, to ask 300 times in a test; the real numbers are golden beside."""
FIRST_DAY = date(2026, 1, 1)
STEP = 3
"""Every third choice of a hand is asked, so that 300 choices come from many hands."""
PLAIN_SECONDS = 60.0


def positions() -> Iterator[tuple[str, SeatView]]:
    """Yield real choices in hands that the plain player plays, each with its name, endlessly."""
    plain = RulesPlayer()
    day = FIRST_DAY
    number = 0
    while True:
        game = dealt(day, sha256(day.isoformat().encode()).digest())
        deal = game.deal
        while deal is not None and deal.phase is not Phase.OVER:
            assert deal.to_act is not None
            view = view_for(game, deal.to_act)
            if len(view.legal) > 1:
                number += 1
                if number % STEP == 0:
                    yield f"{day} {number}", view
            game = apply(game, plain.choose(view, PLAIN_SECONDS)).game
            deal = game.deal
        day += timedelta(days=1)


def found() -> dict[str, object]:
    """Collect the name, the numbers behind the choices, and each choice in a record's words."""
    player = import_module("texas42.ai.players.sampled_player").SampledPlayer(Level.EXPERT, QUICK)
    asked = islice(positions(), CHOICES)
    choices = {name: format_action(player.choose_fixed(view), view.rules) for name, view in asked}
    return {"version": PLAYERS_VERSION, "config": asdict(CONFIG), "choices": choices}


def main() -> None:
    """Write the choices and their name."""
    compile_once()
    prepare(SHARED)
    FILE.write_text(json.dumps(found(), indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
