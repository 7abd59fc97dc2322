"""The settings of the program, read from the environment and `.env`.

A bad value is reported in one clear line; a secret is never printed.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Literal
from urllib.parse import quote, unquote, urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.runtime.errors import SettingsError
from bot.values.score_words import ALL, read_score_words

DISCORD_API = "https://discord.com/api/v10"
DISCORDS_OWN = ("discord.com", "discordapp.com", "discord.gg")
QUOTES = "\"'"
ENV_FILE = ".env"
NOT_UTF_8 = "it is not UTF-8 text; save it again as UTF-8"
SOLVER = "solver"
"""The folder in DATA_DIR for compiled code."""
AS_GOOD_AS = 0.85
"""The similarity to a setting's name from which a name counts as misspelled."""


class Settings(BaseSettings):
    """Every public setting; `.env.example` explains each in one line."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = None
    database_url: SecretStr | None = None
    database_connections: int = Field(default=15, ge=3, le=1000)
    discord_api_base: str = DISCORD_API
    discord_gateway_url: str | None = None
    discord_cdn_base: str | None = None
    shard_count: int | None = Field(default=None, ge=1)
    shard_ids: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    requests_per_second: float = Field(default=50.0, gt=0, le=1_000_000)
    start_patience_seconds: float = Field(default=600.0, ge=0)
    health_host: str = "127.0.0.1"
    health_port: int | None = Field(default=None, ge=1, le=65535)
    data_dir: Path = Path("data/var")
    ai_workers: int | None = Field(default=None, ge=1, le=64)
    render_workers: int = Field(default=1, ge=0, le=16)
    ai_seconds: float = Field(default=1.0, gt=0, le=30)
    score_words: str = ALL
    pace_seconds: float = Field(default=1.2, ge=0, le=30)
    daily_hour_utc: int = Field(default=9, ge=0, le=23)
    nudge_seconds: float = Field(default=20.0, gt=0)
    takeover_seconds: float = Field(default=60.0, gt=0)
    new_dms_per_hour: int = Field(default=15, ge=0)
    new_dms_per_day: int = Field(default=100, ge=0)
    contact: str | None = None
    privacy_url: str | None = None
    terms_url: str | None = None
    nightly_backups: int = Field(default=0, ge=0, le=365)
    retention_days: int = Field(default=30, ge=1, le=3650)
    practice_port: int = Field(default=4242, ge=0, le=65535)
    shake_seed: str | None = None
    clock_rate: float = Field(default=1.0, gt=0, le=1000)
    clock_since: float | None = Field(default=None, gt=0)

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, values: dict[str, object]) -> dict[str, object]:
        """Strip the quotes and spaces that a copied value, or docker's env file, brings."""
        bare = {name: _unquote(value) for name, value in values.items()}
        return {name: value for name, value in bare.items() if value != ""}

    @field_validator("discord_token")
    @classmethod
    def _token_is_one_word(cls, value: SecretStr | None) -> SecretStr | None:
        token = "" if value is None else value.get_secret_value()
        if token.lower().startswith("bot "):
            return SecretStr(token[4:].strip())
        if not token.isascii() or any(char.isspace() for char in token):
            raise ValueError("copy it again; a token contains no spaces or special characters")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("privacy_url", "terms_url")
    @classmethod
    def _addresses_open_in_a_browser(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("https://", "http://")):
            raise ValueError("write the page's full address, like https://example.org/privacy")
        return value

    @field_validator("shard_ids")
    @classmethod
    def _shard_ids_are_numbers(cls, value: str | None) -> str | None:
        if value is not None and not all(part.strip().isdigit() for part in value.split(",")):
            raise ValueError("write shard numbers separated by commas, like 0,1")
        return value

    @field_validator("score_words")
    @classmethod
    def _score_words_have_seven_strokes(cls, value: str) -> str:
        read_score_words(value)
        return value

    @model_validator(mode="after")
    def _no_contradictions(self) -> Settings:
        if self.nudge_seconds > self.takeover_seconds:
            raise ValueError(
                f"NUDGE_SECONDS={self.nudge_seconds:g} is above TAKEOVER_SECONDS="
                f"{self.takeover_seconds:g}, but the reminder must come before the takeover"
            )
        if self.nightly_backups > self.retention_days:
            raise ValueError(
                f"NIGHTLY_BACKUPS={self.nightly_backups} is above RETENTION_DAYS="
                f"{self.retention_days}, but copies are deleted after that many days"
            )
        if "new_dms_per_hour" in self.model_fields_set and (
            self.new_dms_per_hour > self.new_dms_per_day
        ):
            raise ValueError(
                f"NEW_DMS_PER_HOUR={self.new_dms_per_hour} is above NEW_DMS_PER_DAY="
                f"{self.new_dms_per_day}"
            )
        return self

    @model_validator(mode="after")
    def _fixed_deals_only_in_practice(self) -> Settings:
        if self.real_discord and self.shake_seed is not None:
            raise ValueError("SHAKE_SEED fixes the deals, so it is not allowed on the real Discord")
        if self.real_discord and self.clock_rate != 1.0:
            raise ValueError("CLOCK_RATE is not allowed on the real Discord")
        if self.shard_ids is not None and self.shard_count is None:
            raise ValueError("SHARD_IDS needs SHARD_COUNT")
        if self.shards is not None and max(self.shards) >= (self.shard_count or 1):
            raise ValueError(
                f"SHARD_IDS: with SHARD_COUNT={self.shard_count}, shards are numbered "
                f"0 to {(self.shard_count or 1) - 1}"
            )
        return self

    @property
    def real_discord(self) -> bool:
        """True if the bot would connect to discord.com and not to another Discord."""
        addresses = (self.discord_api_base, self.discord_gateway_url or "")
        return self.discord_token is not None and any(map(_is_discords, addresses))

    @property
    def shards(self) -> list[int] | None:
        """The shards of this process, or None for all of them."""
        return None if self.shard_ids is None else [int(n) for n in self.shard_ids.split(",")]

    @property
    def own_shards(self) -> range | list[int]:
        """The shards of this process; a single one by default."""
        return self.shards or range(self.shard_count or 1)

    @property
    def database(self) -> str:
        """The SQLAlchemy URL of the database; by default the SQLite file in `DATA_DIR`."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        file = (self.data_dir / "fortytwo.sqlite3").resolve()
        # `?` would begin the URL's query, and `%` an escape.
        return f"sqlite+aiosqlite:///{quote(str(file), safe=':/')}"

    @property
    def table_words(self) -> tuple[str, ...]:
        """The words that a table's marks can spell; ALL is the first."""
        return read_score_words(self.score_words)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values that no log may show: the token, and the database's URL and password."""
        token = () if self.discord_token is None else (self.discord_token.get_secret_value(),)
        if self.database_url is None:
            return token
        address = self.database_url.get_secret_value()
        login = address.partition("://")[2].rpartition("@")[0]
        password = login.partition(":")[2]
        return (*token, address, *filter(None, (password, unquote(password))))

    @property
    def backups(self) -> Path:
        """The folder that keeps copies of the database."""
        return self.data_dir / "backups"

    @property
    def compiled_code(self) -> Path:
        """The folder that keeps the solver's compiled code."""
        return self.data_dir / SOLVER


def _is_discords(address: str) -> bool:
    """Return True if a URL is one of Discord's, however it is spelled."""
    address = address.strip()
    parts = urlsplit(address if "://" in address else f"//{address}")
    host = (parts.hostname or "").rstrip(".")
    return any(host == own or host.endswith(f".{own}") for own in DISCORDS_OWN)


def _unquote(value: object) -> object:
    if not isinstance(value, str):
        return value
    value = value.strip()
    while len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES:
        value = value[1:-1].strip()
    return value


def load_settings() -> Settings:
    """Load the settings; raise SettingsError with one line that names the first bad one."""
    given = {*os.environ, *_names_in_file(Path(ENV_FILE))}
    _refuse_misspelt({name.upper() for name in given})
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        reason = first["msg"].removeprefix("Value error, ")
        raise SettingsError(f"{name}: {reason}" if name else reason) from None


class _LogFormat(BaseSettings):
    """LOG_FORMAT alone, which decides how errors in the other settings are reported."""

    model_config = Settings.model_config

    log_format: str = "text"


def logs_json() -> bool:
    """Return True if LOG_FORMAT asks for JSON, even if other settings are invalid."""
    try:
        return _unquote(_LogFormat().log_format) == "json"
    except (OSError, UnicodeError):  # `.env` itself is invalid
        return os.environ.get("LOG_FORMAT") == "json"


def _names_in_file(file: Path) -> set[str]:
    """List the names in the file of settings; raise SettingsError if it is unreadable."""
    try:
        if not file.is_symlink() and not file.exists():
            return set()
        if not file.is_file():  # Docker mounts a folder where it finds no file
            raise SettingsError(f"{file} is not a file; write the settings to a file of that name")
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(
            f"{file} cannot be read ({error.strerror}); make it readable for the bot's user"
        ) from error
    except UnicodeDecodeError:
        raise SettingsError(f"{file}: {NOT_UTF_8}") from None
    if "\0" in text:  # UTF-16 without a byte order mark
        raise SettingsError(f"{file}: {NOT_UTF_8}")
    return set(dotenv_values(stream=StringIO(text), interpolate=False))


def _refuse_misspelt(given: set[str]) -> None:
    """Raise SettingsError for a name that is nearly that of a setting, if that one is not set."""
    known = {name.upper() for name in Settings.model_fields}
    for name in sorted(given - known):
        meant = get_close_matches(name, known - given, n=1, cutoff=AS_GOOD_AS)
        if meant:
            raise SettingsError(
                f"{name}: there is no such setting; did you mean {meant[0]}? If another program "
                f"reads {name}, set {meant[0]} too"
            )
