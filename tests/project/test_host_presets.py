"""A host's own presets in DATA_DIR: offered and playable; a damaged one stops the start."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot.__main__ import main
from bot.presenter.words.render_context import RenderContext
from bot.tables.presets import ServerPresets
from bot.values.server_presets import ChosenRules
from bot.values.server_settings import ServerSettings
from cogs.shared.context import Cog
from texas42.library import UnknownRule, load_rules, read_host_presets

RULE_BOOK = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
OURS = """
game = "42"
name = "our-house"
title = "Our house"
summary = "Five marks with sevens."

[rules]
target = 5
sevens = true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "presets"
    made.mkdir()
    return made


def cog_with(folder: Path, **usual: str) -> Cog:
    """Build a cog with these host presets; server 1's default preset is `usual`."""

    async def server_settings(guild_id: int) -> ServerSettings:
        return ServerSettings(guild_id, **usual)

    async def no_presets(guild_id: int) -> tuple[()]:
        return ()

    services = SimpleNamespace(
        presets=ServerPresets(
            SimpleNamespace(presets_of=no_presets), read_host_presets(folder), None, None
        ),
        servers=SimpleNamespace(server_settings=server_settings),
        publisher=SimpleNamespace(context=lambda guild_id, locale: RenderContext()),
    )
    return Cog(SimpleNamespace(services=services))


COMMAND = SimpleNamespace(guild_id=1, locale=discord.Locale.american_english)


async def test_command_accepts_a_hosts_preset_and_saved_tables_load_it(folder: Path) -> None:
    (folder / "ours.toml").write_text(OURS, encoding="utf-8")
    cog = cog_with(folder)
    asked = await cog.rules_asked(COMMAND, "42", "our-house", "splash")
    rules = load_rules(asked.game, asked.rules)
    assert (rules.target, rules.sevens, rules.splash) == (5, True, True)
    asked = await cog.rules_asked(COMMAND, "42", "house", "target=3")
    assert asked == ChosenRules("42", {"preset": "house", "target": 3})
    asked = await cog.rules_asked(COMMAND, "42", "their-house", "")
    with pytest.raises(UnknownRule) as caught:
        load_rules(asked.game, asked.rules)
    assert caught.value.name == "preset"


async def test_hosts_preset_can_be_a_servers_default(folder: Path) -> None:
    (folder / "ours.toml").write_text(OURS, encoding="utf-8")
    cog = cog_with(folder, preset="our-house")
    asked = await cog.rules_asked(COMMAND, None, None, "")
    rules = load_rules(asked.game, asked.rules)
    assert (rules.target, rules.sevens) == (5, True)
    asked = await cog.rules_asked(COMMAND, None, "house", "")
    assert asked == ChosenRules("42", {"preset": "house"})


def test_rule_book_example_is_a_valid_preset(folder: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", RULE_BOOK.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "ours.toml").write_text(example, encoding="utf-8")
    assert set(read_host_presets(folder)["42"]) == {"our-house"}


def test_damaged_preset_is_one_line_with_its_file_and_key(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ours.toml").write_text(OURS.replace("target = 5", "target = 0"), encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DATA_DIR", str(folder.parent))
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setattr("bot.__main__.end_on_signal", lambda: None)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert f"{folder}: ours.toml: rules.target: 0 is not a whole number from 1" in said
    assert said.count("\n") == 1
