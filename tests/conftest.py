"""What all tests of one run share: workers, kernels, a folder in memory, a small heap."""

import gc
import logging
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.compiled import compile_once
from tests.support.newest_schema import share_newest_schema
from tests.support.statements import share_compiled_statements

IN_MEMORY = "/dev/shm"
ENOUGH_MEMORY = 1 << 30

settings.register_profile("patient", deadline=None)  # a busy machine is no failure
settings.load_profile("patient")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run two workers per core, since end-to-end tests spend half of their time waiting.

    `-n logical` runs one, for fast tests, since each worker has to collect all tests first.
    """
    cores = os.cpu_count() or 1
    return cores if config.option.numprocesses == "logical" else 2 * cores


def pytest_configure(config: pytest.Config) -> None:
    """Restore Ctrl+C for the tests' programs, and compile the kernels before any worker does.

    A shell's background jobs ignore Ctrl+C. Importing a kernel that is not cached compiles it.
    Temporary files go into memory, since a disk would slow down thousands of commits.
    """
    if _has_memory_for_files():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", IN_MEMORY)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    share_compiled_statements()
    share_newest_schema()
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        compile_once()


def _has_memory_for_files() -> bool:
    """Return True if there is an in-memory file system that can run programs, as tests need."""
    if not os.access(IN_MEMORY, os.W_OK):
        return False
    found = os.statvfs(IN_MEMORY)
    return found.f_bavail * found.f_frsize > ENOUGH_MEMORY and not found.f_flag & os.ST_NOEXEC


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Disable the garbage collector during collection, since it would scan all tests repeatedly."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Spread the modules of each folder over a run of several workers.

    Some folders compute and others wait; together they keep all cores busy.
    """
    if not hasattr(config, "workerinput"):
        return
    folders: dict[Path, list[list[pytest.Item]]] = defaultdict(list)
    for path, tests in groupby(items, key=lambda item: item.path):
        folders[path.parent].append(list(tests))
    placed = [
        ((number + 0.5) / len(modules), module)
        for modules in folders.values()
        for number, module in enumerate(modules)
    ]
    placed.sort(key=lambda pair: pair[0])
    items[:] = [item for _, module in placed for item in module]


def pytest_collection_finish() -> None:
    """Exclude the modules and the collected tests from later garbage collections."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _no_other_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep commands from finding bots of other tests or of this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUNTIME_DIRECTORY", str(tmp_path_factory.mktemp("run")))
        yield


@pytest.fixture(autouse=True)
def _log_of_its_own() -> Iterator[None]:
    """Remove a test's log handlers, since their stream ends with the test."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    level = root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
