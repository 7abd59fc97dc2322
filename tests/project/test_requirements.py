"""The pinned requirements install on each supported Python version and system."""

from __future__ import annotations

import re
import tomllib
import zoneinfo
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PINNED = re.compile(r"^([\w.-]+)==[^\s;]+(?: ; (.+?))? \\$", re.M)
SYSTEMS = {"linux": "posix", "darwin": "posix", "win32": "nt"}


def requirements_of(wanted: list[str], here: dict[str, str]) -> Iterator[str]:
    """Name every distribution that these requirements need in an environment, as pip would."""
    waiting = [Requirement(each) for each in wanted]
    done = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if (name, frozenset(requirement.extras)) in done:
            continue
        done.add((name, frozenset(requirement.extras)))
        yield name
        try:
            asked = metadata.requires(name) or ()
        except metadata.PackageNotFoundError:  # needed only on other systems or versions
            continue
        for each in map(Requirement, asked):
            extras = requirement.extras or {""}
            if each.marker is None or any(
                each.marker.evaluate({**here, "extra": extra}) for extra in extras
            ):
                waiting.append(each)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_requirements_pin_everything_for_each_python_and_system(
    file: str, version: str, system: str
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    extras = ["postgres", "solver"] + (["test", "lint"] if "dev" in file else [])
    wanted = sum((optional[extra] for extra in extras), project["dependencies"])
    here = {
        "python_version": version,
        "python_full_version": f"{version}.0",
        "sys_platform": system,
        "os_name": SYSTEMS[system],
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
    }
    pinned = {
        canonicalize_name(name)
        for name, marker in PINNED.findall((ROOT / file).read_text(encoding="utf-8"))
        if not marker or Marker(marker).evaluate(here)
    }
    assert set(requirements_of(wanted, here)) <= pinned


def test_offered_time_zones_work_without_a_system_database() -> None:
    try:
        zoneinfo.reset_tzpath(to=[])
        offered = zoneinfo.available_timezones()
        assert "America/Chicago" in offered
        assert all(zoneinfo.ZoneInfo.no_cache(zone).key == zone for zone in offered)
    finally:
        zoneinfo.reset_tzpath()
