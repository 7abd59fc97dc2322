"""What README.md promises is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_for_programs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert "DealResult" in capsys.readouterr().out


def test_every_picture_and_linked_file_is_there() -> None:
    linked = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert linked
    for link in linked:
        assert (ROOT / link).is_file(), link


def test_every_setting_it_names_is_one() -> None:
    from bot.runtime.settings import Settings

    known = {name.upper() for name in Settings.model_fields}
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)=?`", README))
    assert named <= known


def test_the_check_script_runs_the_test_command_of_the_readme() -> None:
    commands = re.findall(r"^python3 -m venv .*pytest.*$", README, re.MULTILINE)
    assert len(commands) == 1
    assert "grep -m1 -E '^python3 -m venv .*pytest' README.md" in (ROOT / ".ci" / "run").read_text(
        encoding="utf-8"
    )


def test_every_command_it_names_is_registered() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "cogs").glob("*.py"))
    for command in set(re.findall(r"`/([a-z]+)", README)):
        named = f'name="{command}"' in source or f"async def {command}(" in source
        assert named, command
