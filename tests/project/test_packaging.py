"""The contents of a wheel, and that the program works from it and from an editable install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
TOP_LEVEL = {"bot", "cogs", "fortytwo"}
PURELIB = "import sysconfig; print(sysconfig.get_path('purelib'))"
# A short match without pictures, which the renderer tests cover.
SETTINGS = {"LOG_LEVEL": "WARNING", "CLOCK_RATE": "30", "RENDER_WORKERS": "0", "SHAKE_SEED": "b"}


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
    assert {"bot", "cogs"} <= packages <= TOP_LEVEL


@pytest.mark.slow
def test_wheel_contains_every_shipped_file_and_no_generated_ones(wheel: Path) -> None:
    expected = {
        *(f"bot/data/{name}" for name in files_in("data") if not name.startswith("var/")),
        *(f"bot/{name}" for name in files_in("bot")),
        *(f"cogs/{name}" for name in files_in("cogs")),
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert expected <= packed
    assert packed - expected <= {name for name in packed if name.startswith("fortytwo/")}


def files_in(folder: str) -> list[str]:
    """List the files of a source folder, without compiled ones."""
    paths = (path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*.*"))
    found = (path for path in paths if "__pycache__" not in path.parts)
    return [path.as_posix() for path in found if (ROOT / folder / path).is_file()]


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment, and return its scripts folder.

    The dependencies are linked from the tests' environment instead of downloaded.
    """
    place = tmp_path_factory.mktemp("empty") / "environment"
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(
        "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index", str(wheel)
    )
    site = Path(run("-c", PURELIB, program=python).strip())
    (installed,) = site.glob("texas42-*.dist-info")
    for file in dependency_files(metadata.PathDistribution(installed)):
        link = site / file.name
        if not link.exists():
            link.symlink_to(file)
    return python.parent


def dependency_files(distribution: metadata.Distribution) -> set[Path]:
    """Find the top-level files and folders of a distribution's dependencies."""
    found: set[Path] = set()
    seen: set[str] = set()
    waiting = [Requirement(text) for text in distribution.requires or ()]
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
        "from texas42.library import games; from texas42.library.files import shipped_data;"
        "print(len(games()), shipped_data())"
    )
    count, folder = run("-c", program, cwd=tmp_path).split(maxsplit=1)
    assert int(count) > 0
    assert Path(folder.strip()) == ROOT / "data"


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
    needed = set(re.findall(r"-r (\S+)", steps)) | {"pyproject.toml", "bot", "cogs", "data/games"}
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
