"""The claims of README.md, CONTRIBUTING.md and docs/ are true, and their examples run."""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from discord import Permissions, app_commands
from discord.ext import commands
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import main
from bot.app import COGS
from bot.cli.parser import build_parser
from bot.runtime.composition.monitoring import add_gauges
from bot.runtime.metrics import Metrics
from bot.runtime.settings import Settings
from tests.project.layers import (
    ALLOWED,
    DAILY_VALUES,
    EVENT_VALUES,
    GAME_VALUES,
    PLAN_VALUES,
    TABLE_VALUES,
)
from tests.project.pages import PAGES, ROOT, code_of

README = PAGES["README.md"]
HOSTING = PAGES["docs/hosting.md"]
ARCHITECTURE = PAGES["docs/architecture.md"]
EACH_PAGE = pytest.mark.parametrize("page", PAGES)
HEALTH_PATHS = {"/healthz", "/readyz", "/metrics"}
LIBRARY = {"engine", "library", "records", "ai"}
"""The rooms that stand in `texas42`."""
GROUPS = {
    "daily values": DAILY_VALUES,
    "game values": GAME_VALUES,
    "table values": TABLE_VALUES,
    "event values": EVENT_VALUES,
    "plan values": PLAN_VALUES,
}


def command_lines(text: str) -> Iterator[list[str]]:
    """Yield the arguments of each of the program's command lines on a page."""
    for code in code_of(text):
        for line in re.findall(r"(?:^|[\s/=])python -m bot(?![\w.])([^&|;]*)", code):
            if arguments := shlex.split(line):
                yield arguments


def slash_commands() -> dict[str, app_commands.Command | app_commands.Group]:
    """Map the cogs' slash commands by name, as Discord shows them."""
    cogs = [
        each
        for name in COGS
        for each in vars(import_module(name)).values()
        if isinstance(each, type) and issubclass(each, commands.Cog)
    ]
    return {command.name: command for cog in cogs for command in cog.__cog_app_commands__}


def fault_of_slash(text: str) -> str | None:
    """Describe what is wrong with a written slash command, or return None if it can be typed."""
    name, *rest = text.removeprefix("/").split()
    command: app_commands.Command | app_commands.Group | None = slash_commands().get(name)
    while isinstance(command, app_commands.Group) and rest:
        command = command.get_command(rest.pop(0))
    if command is None:
        return f"{text}: there is no such command"
    if isinstance(command, app_commands.Group):
        return None
    options = [parameter.display_name for parameter in command.parameters]
    named = [word.partition(":")[0] for word in rest if ":" in word]
    if unknown := set(named) - set(options):
        return f"{text}: there is no option {unknown}"
    return f"{text}: too many values" if len(rest) > len(options) else None


@EACH_PAGE
def test_every_link_points_to_a_file(page: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", PAGES[page]) if "://" not in link]
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).is_file()]
    assert not missing


@EACH_PAGE
def test_every_command_line_parses(page: str) -> None:
    for arguments in command_lines(PAGES[page]):
        if arguments != ["--version"]:
            build_parser().parse_args(arguments)


def test_readme_and_hosting_page_show_command_lines() -> None:
    assert len(list(command_lines(README))) > 3
    assert {"doctor", "run", "backup", "migrate", "export"} <= {
        arguments[0] for arguments in command_lines(HOSTING)
    }


@pytest.mark.parametrize("line", ["dance", "arena --a rules", "practice --sixes", "restore"])
def test_invalid_command_line_is_found(line: str) -> None:
    (arguments,) = command_lines(f"`python -m bot {line}`")
    with pytest.raises(SystemExit):
        build_parser().parse_args(arguments)


@EACH_PAGE
def test_every_slash_command_is_valid(page: str) -> None:
    written = [code for code in code_of(PAGES[page]) if re.match(r"/[a-z]+( |$)", code)]
    written = [code for code in written if code not in HEALTH_PATHS]
    assert written or page != "README.md"
    assert not [fault for fault in map(fault_of_slash, written) if fault is not None]


@pytest.mark.parametrize("text", ["/dance", "/table dance", "/bid suit:5", "/hand 6-4"])
def test_invalid_slash_command_is_found(text: str) -> None:
    assert fault_of_slash(text) is not None


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_every_documented_setting_exists(page: str) -> None:
    named = {
        name
        for code in code_of(PAGES[page])
        for name in re.findall(r"(?:^|Environment=)([A-Z]+_[A-Z_]+)(?==|$)", code)
    }
    assert named
    assert named <= {name.upper() for name in Settings.model_fields}


@EACH_PAGE
def test_every_documented_file_exists(page: str) -> None:
    parts = (
        "bot/",
        "cogs/",
        "texas42/",
        "data/games",
        "data/locales",
        "tests/",
        "tools/",
        "docs/",
        ".ci/",
    )
    named = {code for code in code_of(PAGES[page]) if code.startswith(parts) and " " not in code}
    assert not [name for name in named if "<" not in name and not (ROOT / name).exists()]


def test_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert "DealResult" in capsys.readouterr().out


def test_check_script_runs_the_test_command_of_the_readme() -> None:
    found = re.findall(r"^python3 -m venv .*pytest.*$", README, re.MULTILINE)
    assert len(found) == 1
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "grep -m1 -E '^python3 -m venv .*pytest' README.md" in script
    # timed separately: the part before the last `&&` installs, the part after it tests
    assert found[0].rpartition(" && ")[2].startswith(".venv/bin/python -m pytest")
    assert "${test_command% && *}" in script
    assert "${test_command##* && }" in script


def test_documented_import_matrix_matches_the_tested_one() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \|$", ARCHITECTURE, re.MULTILINE)
    written = {}
    for room, about, cell in rows:
        assert about.strip()
        allowed = {full(name) for name in re.findall(r"`([\w.]+)`", cell)}
        written[full(room)] = allowed.union(*(GROUPS[g] for g in re.findall(r"\*(.+?)\*", cell)))
    assert written == ALLOWED, "write: " + "; ".join(
        f"`{room}`: {', '.join(sorted(allowed))}"
        for room, allowed in ALLOWED.items()
        if written.get(room) != allowed
    )
    for group, modules in GROUPS.items():
        words = " ".join(ARCHITECTURE.split())
        (told,) = re.findall(rf"\*{group}\* are ((?:`[\w.]+`(?:, | and )?)+)", words, re.I)
        assert {full(name) for name in re.findall(r"`([\w.]+)`", told)} == modules


def full(room: str) -> str:
    """Expand a room's short name on the page to its full module name."""
    top = room.partition(".")[0]
    if top in {"cogs", "texas42", "discord_sandbox"}:
        return room
    return f"texas42.{room}" if top in LIBRARY else f"bot.{room}"


def test_architecture_page_names_the_right_modules() -> None:
    said = re.findall(r"`(\w+)` in\s+`([\w/]+\.py)`", ARCHITECTURE)
    assert len(said) > 10
    for name, path in said:
        package = "texas42" if path.partition("/")[0] in LIBRARY else "bot"
        tree = ast.parse((ROOT / package / path).read_text(encoding="utf-8"))
        targets = [t for node in tree.body if isinstance(node, ast.Assign) for t in node.targets]
        names = {getattr(node, "name", None) for node in tree.body}
        assert name in names | {getattr(target, "id", None) for target in targets}


def test_host_commands_behave_as_documented(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    shown = [line for line in command_lines(HOSTING) if line[0] in {"migrate", "backup", "doctor"}]
    for arguments in sorted(shown, key=lambda line: line[0] != "migrate"):
        assert main(arguments) == 0, capsys.readouterr().err
    assert (tmp_path / "copy.sqlite3").is_file()
    assert (tmp_path / "var" / "fortytwo.sqlite3").is_file()


def served_metrics() -> set[str]:
    """List the names of all metrics that the bot serves."""
    metrics = Metrics()
    add_gauges(
        metrics,
        bot=SimpleNamespace(
            ready=SimpleNamespace(is_set=lambda: True),
            guilds=[],
            latency=0.1,
            session_starts=SimpleNamespace(limit=None),
            router=SimpleNamespace(under_way=0),
        ),
        tables=SimpleNamespace(in_memory=0),
        workers=SimpleNamespace(waiting=0),
        warm_up=SimpleNamespace(failures=0),
        refusals=SimpleNamespace(total=0, is_held=False),
    )
    text = generate_latest(metrics.registry).decode()
    kept = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in text_string_to_metric_families(text)
        if family.name.startswith("fortytwo_")
    }
    return {name for name in kept if not name.endswith("_created")}


def test_documented_metrics_match_the_served_ones() -> None:
    kept = served_metrics()
    assert set(re.findall(r"^\| `(fortytwo_\w+)`", HOSTING, re.MULTILINE)) == kept
    board = json.loads((ROOT / "docs" / "grafana.json").read_text(encoding="utf-8"))
    asked = " ".join(query["expr"] for panel in board["panels"] for query in panel["targets"])
    drawn = {name.removesuffix("_bucket") for name in re.findall(r"fortytwo_\w+", asked)}
    assert drawn == kept


def test_every_metric_of_the_alert_rules_exists() -> None:
    rules = (ROOT / "docs" / "alerts.yaml").read_text(encoding="utf-8")
    alerts = rules.split("- alert: ")[1:]
    assert len(alerts) > 10
    for alert in alerts:
        expression = alert.partition("expr:")[2].partition("labels:")[0]
        asked = {name.removesuffix("_bucket") for name in re.findall(r"fortytwo_\w+", expression)}
        assert asked or "process_start_time_seconds" in expression
        assert asked <= served_metrics()


def test_invite_requests_the_documented_permissions() -> None:
    needed = Permissions(
        view_channel=True,
        send_messages=True,
        read_message_history=True,
        embed_links=True,
        attach_files=True,
        create_public_threads=True,
        create_private_threads=True,
        send_messages_in_threads=True,
    )
    for page in (README, HOSTING):
        assert re.findall(r"permissions=(\d+)", page) == [str(needed.value)]


def test_glossary_has_at_most_thirty_words() -> None:
    rows = re.findall(r"^\| (?!word |-)[^|]+ \|", PAGES["CONTRIBUTING.md"], re.MULTILINE)
    assert 0 < len(rows) <= 30
