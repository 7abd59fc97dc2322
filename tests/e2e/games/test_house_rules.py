"""The house rules screen: from the lobby to the rules of the table, press by press."""

from __future__ import annotations

import re

from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from tests.support.live_stage import LiveStage
from tests.support.play import open_table
from tests.support.screens import Json, is_private, text_of


def _id_of(message: Json, verb: str, arg: str = "") -> str:
    """Return the id of a component; without an argument, that of a select or a bare button."""
    wanted = rf"42:{verb}:[a-z0-9]+:[0-9]+" + (f":{re.escape(arg)}" if arg else "")
    found = re.search(f'"({wanted})"', str(message).replace("'", '"'))
    assert found is not None, f"no {wanted} in {message}"
    return found[1]


async def _press(person: SimulatedUser, shown: Json, verb: str, arg: str = "") -> Json:
    return _answer(await person.click(shown, _id_of(shown, verb, arg)))


async def _choose(person: SimulatedUser, shown: Json, verb: str, value: str) -> Json:
    return _answer(await person.click(shown, _id_of(shown, verb), [value]))


def _answer(outcome: ActionResult) -> Json:
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def test_house_rules_are_set_press_by_press_from_the_lobby(stage: LiveStage) -> None:
    ana, bo, channel = *stage.people[:2], stage.channel
    await open_table(ana, channel)
    lobby = await ana.wait_for(lambda m: "Table…" in str(m), channel)
    menu = await _press(ana, lobby, "menu")
    assert is_private(menu)
    shown = await _press(ana, menu, "house")
    assert "### House rules · Texas 42" in text_of(shown)
    shown = await _choose(ana, shown, "set-preset", "house")
    shown = await _press(ana, shown, "toggle", "all_pass=on")
    shown = await _press(ana, shown, "toggle", "sevens=off")
    assert "**House rules:** forced bid, no sevens." in text_of(shown)
    shown = await _press(ana, shown, "toggle", "sevens=on")
    shown = await _press(ana, shown, "house", "all")
    shown = await _press(ana, shown, "house", "all-scoring")
    shown = await _choose(ana, shown, "house", "target")
    opened = await ana.click(shown, _id_of(shown, "ask-number", "target"))
    assert opened.modal is not None
    (field,) = [part["component"] for part in opened.modal.components]
    shown = _answer(await ana.submit(opened.modal, {field["custom_id"]: "13"}))
    assert "**Now:** First to 13 wins." in text_of(shown)
    shown = await _press(ana, shown, "house", "all-scoring")
    shown = await _press(ana, shown, "house", "all-play")
    shown = await _choose(ana, shown, "house", "must_lead_trump")
    shown = await _choose(ana, shown, "set-rule", "must_lead_trump=on")
    named = "House rules: forced bid, lead trump first."
    await bo.wait_for(lambda m: named in text_of(m) and not is_private(m), channel)
    shown = await _press(ana, shown, "house", "all-play")
    shown = await _press(ana, shown, "house", "page")
    shown = await _press(ana, shown, "toggle", "match=3")
    assert "✓ Best of 3" in text_of(shown)
    await bo.wait_for(lambda m: "best of 3 games" in text_of(m) and not is_private(m), channel)
    told = (
        "**House rules:** If everyone else passes, the last player must bid 30 or more. "
        "The first lead of a hand must be a trump. First to 13 wins."
    )
    shown = await _press(ana, shown, "menu")
    assert told in text_of(shown)
    assert len([m for m in ana.messages(channel) if "lead trump first" in text_of(m)]) == 1
    watched = await _press(bo, lobby, "menu")
    assert "### Table" in text_of(watched)
    watched = await _press(bo, watched, "rules", "2")
    assert told in text_of(watched)
