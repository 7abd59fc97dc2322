"""What measures is run by hand, and still follows every change of what it measures."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "tests" / "bench").rglob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_everything_that_a_bench_imports_is_there(script: Path) -> None:
    assert len(SCRIPTS) > 15
    module = ".".join(script.relative_to(ROOT).with_suffix("").parts)
    done = subprocess.run(
        [sys.executable, "-c", f"import {module.removesuffix('.__init__')}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
