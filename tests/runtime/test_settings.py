"""Settings: one clear line for a bad value, never with a secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.runtime.settings import Settings, SettingsError, load_settings
from bot.store.database import parse_url, sqlite_file

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


def test_example_lists_exactly_the_settings() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE))
    assert named == {name.upper() for name in Settings.model_fields}


def test_example_is_valid(tmp_path: Path) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    (tmp_path / ".env").write_text(example, encoding="utf-8")
    assert load_settings().pace_seconds == 1.2


def test_score_words_are_all_and_those_of_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().table_words == ("ALL",)
    monkeypatch.setenv("SCORE_WORDS", "sex, lap")
    assert load_settings().table_words == ("ALL", "SEX", "LAP")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HEALTH_PORT", "eighty"),
        ("LOG_LEVEL", "LOUD"),
        ("PACE_SECONDS", "-1"),
        ("SHARD_IDS", "0;1"),
        ("CLOCK_RATE", "0"),
        ("SCORE_WORDS", "ALL,MARKS"),
    ],
)
def test_bad_value_is_one_line_with_the_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith(f"{name}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ids", ["2", "0,2"])
def test_shard_ids_out_of_range_are_refused(monkeypatch: pytest.MonkeyPatch, ids: str) -> None:
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
def test_fixed_deal_is_refused_on_any_spelling_of_discords_address(
    monkeypatch: pytest.MonkeyPatch, base: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("SHAKE_SEED", "a")
    monkeypatch.setenv("DISCORD_API_BASE", base)
    with pytest.raises(SettingsError, match="SHAKE_SEED"):
        load_settings()


def test_discord_gateway_address_counts_as_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("SHAKE_SEED", "a")
    monkeypatch.setenv("DISCORD_API_BASE", "http://127.0.0.1:1/api")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "wss://gateway.discord.gg/")
    with pytest.raises(SettingsError, match="SHAKE_SEED"):
        load_settings()


@pytest.mark.parametrize("base", ["http://notdiscord.com/api", "http://discord.com.evil.example"])
def test_other_servers_may_have_fixed_deals(monkeypatch: pytest.MonkeyPatch, base: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("SHAKE_SEED", "a")
    monkeypatch.setenv("DISCORD_API_BASE", base)
    assert load_settings().shake_seed == "a"


@pytest.mark.parametrize("written", ['"abc.def"', "'abc.def'", "  abc.def \n", "Bot abc.def"])
def test_quotes_and_spaces_around_a_token_are_stripped(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", written)
    token = load_settings().discord_token
    assert token is not None
    assert token.get_secret_value() == "abc.def"


def test_quotes_kept_by_docker_are_stripped_from_every_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CONTACT", "\"Ana 'the host' <ana@example.org>\"")
    monkeypatch.setenv("RETENTION_DAYS", "'7'")
    monkeypatch.setenv("LOG_LEVEL", ' "debug" ')
    monkeypatch.setenv("PRIVACY_URL", '""')
    settings = load_settings()
    assert settings.contact == "Ana 'the host' <ana@example.org>"
    assert settings.retention_days == 7
    assert settings.log_level == "DEBUG"
    assert settings.privacy_url is None


@pytest.mark.parametrize("place", ["environment", "file"])
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("RETENTION_DAY", "RETENTION_DAYS"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("takeover_second", "TAKEOVER_SECONDS"),
    ],
)
def test_misspelled_setting_is_refused_with_the_closest_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str, typed: str, meant: str
) -> None:
    if place == "file":
        (tmp_path / ".env").write_text(f"{typed}=7\n", encoding="utf-8")
    else:
        monkeypatch.setenv(typed, "7")
    with pytest.raises(SettingsError, match=f"^{typed.upper()}: .*did you mean {meant}"):
        load_settings()


def test_similar_name_is_ignored_if_the_real_setting_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATA_DIRS", "/usr/share")
    monkeypatch.setenv("DATA_DIR", "here")
    assert load_settings().data_dir == Path("here")


def test_unknown_names_unlike_any_setting_are_ignored(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=x\n", encoding="utf-8")
    load_settings()


@pytest.mark.parametrize(
    "given",
    [
        {"NUDGE_SECONDS": "61"},
        {"TAKEOVER_SECONDS": "10"},
        {"NIGHTLY_BACKUPS": "31"},
        {"NIGHTLY_BACKUPS": "8", "RETENTION_DAYS": "7"},
        {"NEW_DMS_PER_HOUR": "101"},
    ],
)
def test_contradictory_settings_are_refused_with_both_names(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str]
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=r"[A-Z_]+=\d+ is above [A-Z_]+=\d+"):
        load_settings()


def test_one_limit_of_new_dms_may_be_set_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEW_DMS_PER_DAY", "5")
    load_settings()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_settings_file_that_is_not_utf_8_is_one_line_with_its_name(
    tmp_path: Path, encoding: str
) -> None:
    (tmp_path / ".env").write_text("CONTACT=José\n", encoding=encoding)
    with pytest.raises(SettingsError, match=r"^\.env: it is not UTF-8 text; save it again"):
        load_settings()


def test_settings_file_may_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("CONTACT=José\n", encoding="utf-8-sig")
    assert load_settings().contact == "José"


def test_unreadable_settings_file_is_one_line_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    (tmp_path / ".env").touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(SettingsError, match=r"^\.env cannot be read \(Permission denied\)"):
        load_settings()


@pytest.mark.parametrize("command", ["doctor", "status"])
def test_folder_in_the_place_of_the_settings_file_is_one_line_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (tmp_path / ".env").mkdir()
    assert main([command]) == 2
    said = capsys.readouterr()
    assert said.err.endswith(": .env is not a file; write the settings to a file of that name\n")
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_broken_link_in_the_place_of_the_settings_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").symlink_to("nowhere")
    with pytest.raises(SettingsError, match=r"^\.env is not a file"):
        load_settings()


def test_working_folder_that_cannot_be_searched_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "lstat", refuse)
    with pytest.raises(SettingsError, match=r"^\.env cannot be read \(Permission denied\)"):
        load_settings()


@pytest.mark.parametrize("name", ["a%20b", "a?b", "a#b", "a b", "é"])
def test_database_is_in_its_folder_with_any_folder_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path / name))
    file = sqlite_file(parse_url(load_settings().database))
    assert file == tmp_path.resolve() / name / "fortytwo.sqlite3"


@pytest.mark.parametrize("written", ["abc def", "abc\tdef", "abcé"])
def test_malformed_token_is_one_line_without_the_token(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", written)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith("DISCORD_TOKEN: copy it again")
    assert "abc" not in str(caught.value)
