"""What all tests of one run share: their number of workers, and one folder of compiled kernels."""

import math
import os

import pytest

from tests.support.compiled import compile_once


def pytest_xdist_auto_num_workers() -> int:
    """Run more workers than there are cores: end-to-end tests spend much of their time waiting."""
    return math.ceil((os.cpu_count() or 1) * 1.5)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels before any worker does: importing one that is not cached compiles it."""
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        compile_once()
