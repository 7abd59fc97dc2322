"""The contents of a wheel, and that the program works from it and from an editable install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
TOP_LEVEL = {"bot", "cogs", "texas42", "discord_sandbox"}
PURELIB = "import sysconfig; print(sysconfig.get_path('purelib'))"
# A short match without pictures, which the renderer tests cover.
SETTINGS = {"LOG_LEVEL": "WARNING", "CLOCK_RATE": "30", "RENDER_WORKERS": "0", "SHAKE_SEED": "c"}


def run(*arguments: str, cwd: Path = ROOT, program: str | Path = sys.executable) -> str:
    """Run a program, by default Python, without PYTHONPATH; return its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= SETTINGS
    done = subprocess.run(
        [program, *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(what: str, folder: Path) -> Path:
    """Build a wheel or an editable wheel into a folder and return the file."""
    call = f"import hatchling.build as h, sys; print(h.build_{what}(sys.argv[1]))"
    return folder / run("-c", call, str(folder)).strip().splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.mark.slow
def test_wheel_has_only_the_expected_top_level_names(wheel: Path) -> None:
    names = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    packages = {name for name in names if not name.endswith(".dist-info")}
    assert packages == TOP_LEVEL


@pytest.mark.slow
def test_wheel_contains_every_shipped_file_and_no_generated_ones(wheel: Path) -> None:
    expected = {
        *(f"texas42/data/games/{name}" for name in files_in("data/games")),
        *(f"bot/data/locales/{name}" for name in files_in("data/locales")),
        *(f"{package}/{name}" for package in TOP_LEVEL for name in files_in(package)),
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == expected


def files_in(folder: str) -> list[str]:
    """List the files of a source folder, without compiled ones."""
    paths = (path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*.*"))
    found = (path for path in paths if "__pycache__" not in path.parts)
    return [path.as_posix() for path in found if (ROOT / folder / path).is_file()]


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment, and return its scripts folder."""
    python = install(wheel, tmp_path_factory.mktemp("empty"))
    site = Path(run("-c", PURELIB, program=python).strip())
    (installed,) = site.glob("texas42-*.dist-info")
    link_dependencies(python, metadata.PathDistribution(installed).requires or ())
    return python.parent


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel alone into an empty environment, and return its Python."""
    place = folder / "environment"
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    # Python compiles what it imports.
    options = ("-q", "--no-compile", "--no-deps", "--no-index")
    run("-m", "pip", "--python", str(python), "install", *options, str(wheel))
    return python


def link_dependencies(python: Path, requirements: Iterable[str]) -> None:
    """Link distributions and what they need from the tests' environment."""
    site = Path(run("-c", PURELIB, program=python).strip())
    for file in dependency_files(requirements):
        link = site / file.name
        if not link.exists():
            link.symlink_to(file)


def dependency_files(requirements: Iterable[str]) -> set[Path]:
    """Find the top-level files and folders of distributions and of what they need."""
    found: set[Path] = set()
    seen: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    waiting = [each for each in waiting if applies(each, {""})]
    while waiting:
        needed = waiting.pop()
        if str(needed) in seen:
            continue
        seen.add(str(needed))
        theirs = metadata.distribution(needed.name)
        tops = {file.parts[0] for file in theirs.files or () if file.parts[0] != ".."}
        found |= {Path(str(theirs.locate_file(top))) for top in tops}
        further = (Requirement(text) for text in theirs.requires or ())
        waiting += [each for each in further if applies(each, {"", *needed.extras})]
    return found


def applies(requirement: Requirement, extras: set[str]) -> bool:
    """Return True if a requirement applies here with these extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


@pytest.mark.e2e
def test_installed_wheel_runs_practice_from_any_folder(scripts: Path, tmp_path: Path) -> None:
    """The wheel includes the games, the page and the migrations."""
    played = run(
        *("practice", "--port", "0", "--no-browser", "--exhibition", "--pause", "0"),
        cwd=tmp_path,
        program=scripts / "texas42",
    )
    assert "Leaderboard" in played
    assert {path.name for path in tmp_path.iterdir()} <= {"data"}


@pytest.mark.slow
def test_library_needs_neither_discord_nor_a_database(wheel: Path, tmp_path: Path) -> None:
    """The examples of README and docs/library.md run from an installed wheel.

    The solver is left out: it needs numba, and compiles for half a minute.
    """
    python = install(wheel, tmp_path)
    link_dependencies(python, ("pydantic", "numpy"))
    for absent in ("discord", "sqlalchemy", "aiohttp", "PIL", "pydantic_settings"):
        find = f"import importlib.util as u; print(u.find_spec({absent!r}))"
        assert run("-c", find, program=python) == "None\n"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert "DealResult" in run("-c", example, cwd=tmp_path, program=python)
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)
    without_solver = [block for block in blocks if "load_solver" not in block]
    assert len(without_solver) == len(blocks) - 1
    session = tmp_path / "session.txt"
    session.write_text("\n".join(without_solver), encoding="utf-8")
    run("-m", "doctest", str(session), cwd=tmp_path, program=python)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["texas42", "fortytwo"])
def test_installed_commands_print_their_name_and_version(
    scripts: Path, tmp_path: Path, command: str
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    said = run("--version", cwd=tmp_path, program=scripts / command)
    assert said == f"texas42 {project['version']}\n"
    assert f"example: {command} practice" in run("--help", cwd=tmp_path, program=scripts / command)


@pytest.mark.slow
def test_editable_install_reads_the_source_trees_data(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("editable", tmp_path)) as archive:
        archive.extractall(tmp_path / "site")
    program = (
        f"import site; site.addsitedir({str(tmp_path / 'site')!r});"
        "from texas42.library import games; from texas42.library.files import games_folder;"
        "print(len(games()), games_folder())"
    )
    count, folder = run("-c", program, cwd=tmp_path).split(maxsplit=1)
    assert int(count) > 0
    assert Path(folder.strip()) == ROOT / "data" / "games"


def test_image_is_built_only_from_listed_files_and_pinned_downloads() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    taken = {pattern.removeprefix("!") for pattern in patterns if pattern.startswith("!")}
    assert patterns[0] == "*"
    assert taken & {"data", "data/var", "tests", ".env", ".git"} == set()
    steps = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    pip = re.findall(r"pip (?:install|wheel) [^&\n]*", steps)
    assert pip
    for command in pip:
        assert "--require-hashes" in command or "--no-deps" in command, command
        assert "--no-deps" not in command or "--no-index" in command or "--no-build" in command
    needed = set(re.findall(r"-r (\S+)", steps)) | {"pyproject.toml", *TOP_LEVEL, "data/games"}
    assert needed <= taken


@pytest.mark.parametrize(
    ("file", "extras"),
    [
        ("requirements.txt", ["postgres", "solver"]),
        ("requirements-dev.txt", ["postgres", "solver", "test", "lint"]),
        ("requirements-build.txt", None),
    ],
)
def test_pinned_requirements_satisfy_the_projects_dependencies(
    file: str, extras: list[str] | None
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["build-system"]["requires"]
    if extras is not None:
        optional = project["project"]["optional-dependencies"]
        wanted = sum((optional[extra] for extra in extras), project["project"]["dependencies"])
    text = (ROOT / file).read_text(encoding="utf-8")
    pinned = {
        re.sub(r"[-_.]+", "-", name).lower(): len(re.findall("--hash=sha256:", hashes))
        for name, hashes in re.findall(
            r"^([\w.-]+)==\S+(?: ;.+)? \\\n((?: +--hash\S+(?: \\)?\n)+)", text, re.M
        )
    }
    names = {re.match(r"[\w.-]+", each)[0].lower().replace(".", "-") for each in wanted}
    assert names <= pinned.keys()
    assert len(pinned) == len(re.findall(r"^[\w.-]+==", text, re.M))
    assert not re.search(r"^-|://", text, re.M)
