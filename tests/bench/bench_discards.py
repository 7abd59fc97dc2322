"""Measure what discards tell, and what telling is worth (ruling 8.25).

    python tests/bench/bench_discards.py [--deals 4000] [--seed 5] [--level steady]

Every deal of 42 is played twice, with the sides swapped: one side signals and reads signals, the
other does neither. The discards are those of a third table at which all four signal, in contracts
with signals. A discard is free if its player had another legal play; a double is thrown freely if
they could also have discarded a tile that is not a double.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.inference.signals import open_doubles_held, promise_of, promises_so_far
from texas42.ai.players.arena import Contest, play_deals, shake_from_seed, summary
from texas42.ai.players.levels import Player, player_of
from texas42.ai.rules.discards import signals_now
from texas42.engine import Action, Phase, PlayTile, SeatView, Tile, apply, new_game, view_for
from texas42.library import load_rules

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
LONG = 3600.0


class Silent:
    """Plays like another player at a table without signals."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose one of `view.legal`."""
        without = replace(view, rules=replace(view.rules, indicating=False))
        return self._player.choose(without, seconds)


class Discards:
    """What a player's choices tell by discards, and how often it is true.

    `player` chooses; the view says whether the table signals.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self.found: Counter[str] = Counter()

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose one of `view.legal`, and count what a discard tells."""
        action = self._player.choose(view, seconds)
        if view.phase is Phase.PLAY and isinstance(action, PlayTile) and len(view.legal) > 1:
            known = know(view)
            if signals_now(known) and not _is_trump(known, action.tile):
                self._count(known, action)
        return action

    def _count(self, known: Knowledge, play: PlayTile) -> None:
        promise = _promise(known, play.tile)
        rest = list(known.view.hand)
        rest.remove(play.tile)
        true = bool(promise & known.order.mask(rest))
        if _can_show_double(known):
            self.found["could show a double"] += 1
            self.found["showed a double"] += true and not play.tile.is_double
        plain = [tile for tile in rest if not tile.is_double and not _is_trump(known, tile)]
        if play.tile.is_double and promise and plain:
            self.found["doubles thrown freely"] += 1
            self.found["next behind it"] += true
        if promise:
            self.found["promises"] += 1
            self.found["true"] += true


def _promise(known: Knowledge, tile: Tile) -> int:
    said = promises_so_far(known.view, known.order)
    opened = said.opened_with(known.order, tile)
    return promise_of(known.order, tile, opened, said.doubles[known.me], counts=True)


def _can_show_double(known: Knowledge) -> bool:
    said = promises_so_far(known.view, known.order)
    doubles = open_doubles_held(known.order, known.view.hand, said, known.me)
    return any(
        _promise(known, tile) & known.order.mask(doubles)
        for tile in known.view.hand
        if not tile.is_double
    )


def _is_trump(known: Knowledge, tile: Tile) -> bool:
    return bool(known.order.trump >> known.order.places[tile] & 1)


def count_discards(player: Player, deals: int, seed: int, *, indicating: bool) -> Counter[str]:
    """Play deals at one table and count what the discards of all seats tell."""
    rules = load_rules("42", {})
    counted = Discards(player)
    chooser = counted if indicating else Discards(Silent(player))
    for number in range(deals):
        state = apply(new_game(rules), shake_from_seed(rules, number % 4, seed, number)).game
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            view = view_for(state, state.deal.to_act)
            state = apply(state, chooser.choose(view, LONG)).game
    return chooser.found


def main(options: argparse.Namespace) -> None:
    """Measure and print everything."""
    player = player_of(options.level, KERNELS)
    for indicating in (True, False):
        found = count_discards(player, options.deals // 4, options.seed, indicating=indicating)
        print("with signals" if indicating else "without", flush=True)
        for part, whole in (
            ("showed a double", "could show a double"),
            ("next behind it", "doubles thrown freely"),
            ("true", "promises"),
        ):
            share = found[part] / max(1, found[whole])
            print(f"  {part}: {share:.3f} of {found[whole]} {whole}", flush=True)
    rules = load_rules(options.game, {"preset": options.preset} if options.preset else {})
    contest = Contest(rules, player, Silent(player), LONG)
    for number, tally in enumerate(play_deals(contest, options.deals, options.seed), 1):
        if number % 500 == 0 or number == options.deals:
            figures = summary(tally)
            made = [figures[who]["made"] for who in "ab"]  # type: ignore[index]
            print(number, figures["score_per_hand"], "bids made with, without:", *made, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--level", default="steady")
    parser.add_argument("--game", default="42")
    parser.add_argument("--preset", default="")
    main(parser.parse_args())
