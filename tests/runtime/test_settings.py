"""Settings: one clear line for a bad value, and never a secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.runtime.settings import Settings, SettingsError, load_settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_everything_but_the_token_has_a_default() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert not settings.real_discord


def test_the_example_names_every_setting_and_only_settings() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE))
    assert named == {name.upper() for name in Settings.model_fields}


def test_the_example_itself_is_valid(tmp_path: Path) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    (tmp_path / ".env").write_text(example, encoding="utf-8")
    assert load_settings().pace_seconds == 1.2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HEALTH_PORT", "eighty"),
        ("LOG_LEVEL", "LOUD"),
        ("PACE_SECONDS", "-1"),
        ("SHARD_IDS", "0;1"),
        ("CLOCK_RATE", "0"),
    ],
)
def test_a_bad_value_is_one_line_that_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith(f"{name}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ids", ["2", "0,2"])
def test_shards_that_are_not_there_are_refused(monkeypatch: pytest.MonkeyPatch, ids: str) -> None:
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", ids)
    with pytest.raises(SettingsError, match="0 to 1"):
        load_settings()
    monkeypatch.setenv("SHARD_IDS", "0,1")
    assert load_settings().shards == [0, 1]


@pytest.mark.parametrize(("name", "value"), [("SHAKE_SEED", "a"), ("CLOCK_RATE", "2")])
def test_fixed_deals_and_fast_clocks_are_refused_on_the_real_discord(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert name in str(caught.value)
    assert "a-secret-token" not in str(caught.value)
    monkeypatch.setenv("DISCORD_API_BASE", "http://127.0.0.1:1/api/v10")
    load_settings()


def test_no_secret_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:a-secret-word@host/db")
    monkeypatch.setenv("HEALTH_PORT", "0")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert "secret" not in str(caught.value)
    monkeypatch.delenv("HEALTH_PORT")
    assert "secret" not in repr(load_settings()).replace("SecretStr", "")


@pytest.mark.parametrize(
    "base",
    [
        "https://discord.com/api/v10",
        "https://discord.com/api/v10/",
        "https://DISCORD.com/api/v9",
        "http://discord.com:443/api",
        "https://discord.com./api/v10",
        "https://canary.discord.com/api/v10",
        "https://discordapp.com/api/v10",
        "https://x@discord.com/api",
        " discord.com/api/v10",
    ],
)
def test_a_fixed_deal_is_refused_on_discord_however_it_is_spelled(
    monkeypatch: pytest.MonkeyPatch, base: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("SHAKE_SEED", "a")
    monkeypatch.setenv("DISCORD_API_BASE", base)
    with pytest.raises(SettingsError, match="SHAKE_SEED"):
        load_settings()


def test_discords_own_gateway_counts_as_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("SHAKE_SEED", "a")
    monkeypatch.setenv("DISCORD_API_BASE", "http://127.0.0.1:1/api")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "wss://gateway.discord.gg/")
    with pytest.raises(SettingsError, match="SHAKE_SEED"):
        load_settings()


@pytest.mark.parametrize("base", ["http://notdiscord.com/api", "http://discord.com.evil.example"])
def test_another_discord_may_have_fixed_deals(monkeypatch: pytest.MonkeyPatch, base: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("SHAKE_SEED", "a")
    monkeypatch.setenv("DISCORD_API_BASE", base)
    assert load_settings().shake_seed == "a"


@pytest.mark.parametrize("written", ['"abc.def"', "'abc.def'", "  abc.def \n", "Bot abc.def"])
def test_a_quoted_or_padded_token_is_read_as_it_was_meant(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", written)
    token = load_settings().discord_token
    assert token is not None
    assert token.get_secret_value() == "abc.def"


@pytest.mark.parametrize("written", ["abc def", "abc\tdef", "abcé"])
def test_a_token_with_something_else_in_it_is_one_line_without_the_token(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", written)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith("DISCORD_TOKEN: copy it again")
    assert "abc" not in str(caught.value)
