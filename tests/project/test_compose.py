"""The compose files: limits and restarts of each container, so that a host need not watch it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def services(name: str) -> dict[str, str]:
    """Load each service of a compose file, including the shared parts."""
    text = (ROOT / name).read_text(encoding="utf-8")
    shared = dict(re.findall(r"^x-[\w-]+: &([\w-]+)\n((?:  .*\n)+)", text, re.MULTILINE))
    listed = text.partition("services:\n")[2].partition("\nvolumes:")[0]
    found = re.findall(r"^  ([\w-]+):\n((?:    .*\n)+)", listed, re.MULTILINE)

    def whole(text: str) -> str:
        return text + "".join(
            whole(shared[used]) for used in re.findall(r"\*([\w-]+)$", text, re.M)
        )

    return {service: whole(own) for service, own in found}


@pytest.fixture(params=["compose.yaml", "compose.postgres.yaml"])
def containers(request: pytest.FixtureRequest) -> dict[str, str]:
    return services(request.param)


def test_every_container_rotates_its_log(containers: dict[str, str]) -> None:
    assert all("logging:" in each and "max-size" in each for each in containers.values())


def test_every_container_is_back_after_a_restart_of_docker(containers: dict[str, str]) -> None:
    # `on-failure` forgets a bot that Docker itself has stopped.
    assert all("restart: unless-stopped" in each for each in containers.values())


def test_every_bot_has_a_first_process_that_passes_on_signals(containers: dict[str, str]) -> None:
    bots = [each for each in containers.values() if "build: ." in each]
    assert bots
    assert all("init: true" in each for each in bots)
    assert 'ENTRYPOINT ["tini", ' in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_mistake_that_a_restart_does_not_fix_is_not_restarted(containers: dict[str, str]) -> None:
    bots = {name: each for name, each in containers.items() if "build: ." in each}
    assert bots
    assert all('command: ["run", "--hold"]' in each for each in bots.values())
