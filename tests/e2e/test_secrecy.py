"""What a player sees does not depend on tiles that are hidden from them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.live_stage import LiveStage, run_live_stage
from tests.support.play import Player, begin
from tests.support.screens import Json, files_of, is_board, presses, seq_of, table_of, text_of
from tests.support.twin_deals import OPTIONS, Twins, twins
from texas42.engine import Tile, format_tile

PLAYS = 8  # two tricks, the second of them led by another seat
FAST = 15.0  # so that the limit of offered choices does not matter
TYPED = ("", "3", "pass", "6-4")


@pytest.fixture(scope="module")
def found() -> Twins:
    return twins(PLAYS)


async def test_players_view_does_not_depend_on_hidden_tiles(tmp_path: Path, found: Twins) -> None:
    seen = []
    for number, seed in enumerate(found.seeds):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with run_live_stage(folder, seed=seed, rate=FAST, RENDER_WORKERS="1") as stage:
            seen.append(await _look_on(stage, found, found.hands[number]))
        shutil.rmtree(folder)
    assert all(step["files"][0] and step["named"] for step in seen[0])  # including pictures
    for one, other in zip(*seen, strict=True):
        assert one == other


async def _look_on(
    stage: LiveStage, found: Twins, hands: tuple[tuple[Tile, ...], ...]
) -> list[dict[str, Any]]:
    """Play the twins' acts; return what the first player could see after each."""
    players = await begin(stage.people, stage.channel, options=OPTIONS)
    ana = players[0]
    await ana.wait_for_both_hands()
    seen = [await _sight(stage, ana, 1)]
    assert {format_tile(tile) for tile in hands[0]} <= _tiles(seen[0]["panel"])
    for seat, verb, argument in found.acts:
        turn = await players[seat].turn()
        act = next(p for p in turn if (p.verb, p.arg) == (verb, argument))
        await players[seat].act(act)
        seen.append(await _sight(stage, ana, act.seq + 1))
    return seen


def _tiles(panel: str) -> set[str]:
    return {high + low for high, low in re.findall(r"\b(\d)-(\d)\b", panel)}


async def _sight(stage: LiveStage, ana: Player, seq: int) -> dict[str, Any]:
    """Collect what the first player can see and request once the table reaches `seq`."""
    await ana.wait(lambda m: is_board(m) and seq_of(m) == seq, stage.channel)
    outcome = await ana.my_hand()
    board = next(m for m in reversed(ana.person.messages(stage.channel)) if is_board(m))
    secrets = (table_of(board), *re.findall(r"[0-9a-f]{64}", text_of(board)))
    dms = ana.person.messages(ana.person.dm or "")
    typed = TYPED[seq % len(TYPED)]
    offered = {
        f"{command} {typed}": await ana.person.autocomplete(command, stage.channel, option, typed)
        for command, option in (("bid", "call"), ("trump", "suit"), ("play", "tile"))
    }
    last = next(presses(outcome.message or {}, "last"), None)
    trick = (await ana.click(last)).message if last else None
    return {
        "seq": seq,
        "board": _plain(board, secrets),
        "panel": _plain(outcome.message or {}, secrets),
        "last": _plain(trick or {}, secrets),
        "dms": [_plain(message, secrets) for message in dms if seq == 1],
        "files": [_files(stage, message) for message in (board, *(dms if seq == 1 else ()))],
        "named": _named(ana.person.message(outcome.message or {}) or {}),
        "offered": offered,
    }


def _named(panel: Json) -> list[tuple[str, str]]:
    """Return names and alt texts of a panel's files; their pictures depend on timing."""
    return [(_lasting(file.name), file.alt) for file in files_of(panel)]


def _lasting(name: str) -> str:
    """Strip the part of a file name that changes with each version."""
    kept, number = re.subn(r"-[0-9a-f]{8}(?=\.webp$)", "", name)
    assert number == 1, name
    return kept


def _files(stage: LiveStage, message: Json) -> list[tuple[str, str, bytes]]:
    """Names, alt texts and bytes of a message's files."""
    return [
        (_lasting(file.name), file.alt, stage.sandbox.state.blobs[file.id].data)
        for file in files_of(message)
    ]


def _plain(message: Json, names: tuple[str, ...]) -> str:
    """Normalize a message: remove ids, times and table names."""
    kept = {key: message.get(key) for key in ("content", "components", "flags")}
    text = json.dumps(kept, sort_keys=True)
    for name in names:
        text = text.replace(name, "…")
    text = re.sub(r"http://[^\"]*/cdn/[^\"]*", "file", text)
    text = re.sub(r"<t:\d+:", "<t:", text)
    return re.sub(r"\b\d{15,}\b", "id", text)
