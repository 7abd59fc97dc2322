"""The systemd unit of docs/hosting.md: it restarts when that helps, and has few privileges."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
MOST_EXPOSED = 3.0


@pytest.fixture
def unit() -> str:
    pages = re.findall(r"```ini\n(# \S+/fortytwo\.service\n.*?)```", PAGE.read_text("utf-8"), re.S)
    (text,) = pages
    return str(text)


def test_unit_restarts_after_outages_but_not_after_configuration_errors(unit: str) -> None:
    parser = RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(unit)
    service = parser["Service"]
    assert service["Restart"] == "on-failure"
    assert service["RestartPreventExitStatus"] == "2"
    assert service["RestartSec"] == "30"
    assert parser["Unit"]["StartLimitIntervalSec"] == "0"
    assert service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"
    # numba generates machine code in memory and runs it
    assert "MemoryDenyWriteExecute" not in service


def test_systemd_accepts_the_unit_and_rates_its_exposure_low(unit: str, tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        if os.environ.get("FORTYTWO_REQUIRE_SERVICES") == "1":
            pytest.fail("systemd-analyze is missing")
        pytest.skip("systemd-analyze is missing")
    file = tmp_path / "fortytwo.service"
    file.write_text(unit.replace("/opt/fortytwo/.venv/bin/python", sys.executable), "utf-8")
    threshold = f"--threshold={MOST_EXPOSED * 10:.0f}"
    for command in (("verify",), ("security", "--offline=true", threshold)):
        said = subprocess.run([tool, *command, file], capture_output=True, text=True, check=False)
        assert said.returncode == 0, said.stdout + said.stderr
