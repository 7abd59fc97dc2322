"""The files around the code: make targets, workflow, hooks, changelog."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.project.pages import PAGES, code_of

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGETS = {"install", "run", "quick", "test", "lint", "screens", "bench"}
MOST_LINES = 40


def read(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def test_every_mentioned_make_target_exists() -> None:
    made = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    named = {
        match[1]
        for text in (*PAGES.values(), read(".github", "PULL_REQUEST_TEMPLATE.md"))
        for code in code_of(text)
        if (match := re.match(r"make ([a-z]+)", code))
    }
    named |= set(re.findall(r"run: make ([a-z]+)", read(".github", "workflows", "checks.yml")))
    assert made >= TARGETS | named
    assert {"quick", "lint", "screens"} <= named


def test_workflow_runs_the_check_script_on_every_supported_python() -> None:
    workflow = read(".github", "workflows", "checks.yml")
    assert "run: bash .ci/run" in workflow
    (versions,) = re.findall(r"python: \[(.*)\]", workflow)
    tried = re.findall(r'"([\d.]+)"', versions)
    assert PROJECT["requires-python"] == f">={tried[0]}"
    assert tried == ["3.11", "3.12", "3.13"]


def test_actions_are_pinned_by_commit() -> None:
    workflows = sorted(ROOT.joinpath(".github", "workflows").glob("*.yml"))
    used = [
        line
        for workflow in workflows
        for line in re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))
    ]
    assert used
    for line in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", line), line


def test_a_workflow_checks_every_pinned_requirement_for_advisories() -> None:
    workflow = read(".github", "workflows", "advisories.yml")
    assert "pip-audit" in workflow
    (names,) = re.findall(r"for name in (.*); do", workflow)
    assert {f"{name}.txt" for name in names.split()} == {
        file.name for file in ROOT.glob("requirements*.txt")
    }
    assert "pip-audit" not in read(".ci", "run")


def test_page_linter_is_pinned_without_a_lock_file() -> None:
    assert re.search(r'"@biomejs/biome": "\d+\.\d+\.\d+"', read("package.json"))
    assert not (ROOT / "package-lock.json").exists()
    assert "npm install --no-package-lock" in read(".ci", "lint")


def test_changelog_starts_with_unreleased_and_dates_each_release() -> None:
    headings = re.findall(r"^## (.*)$", read("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1:]
    for heading in headings[1:]:
        assert re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", heading)
    assert PROJECT["version"] == headings[1].split()[0]


def test_first_release_notes_are_short() -> None:
    _, _, first = read("CHANGELOG.md").partition("\n## 1.0.0 ")
    assert 0 < len(first.splitlines()) <= MOST_LINES
