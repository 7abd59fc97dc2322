"""Benchmarks run by hand, but their imports must still work after every change."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.compiled import SHARED

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "tests" / "bench").rglob("*.py"))
# One separate process for all of them, since some change global state on import.
IMPORT_EACH = """
import importlib, pathlib, sys, traceback
from texas42.ai.solver.loading import prepare
prepare(pathlib.Path(sys.argv[1]))
failed = 0
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
    except Exception:
        failed += 1
        traceback.print_exc()
sys.exit(failed)
"""


@pytest.mark.slow
def test_every_import_of_the_benches_works() -> None:
    assert len(SCRIPTS) > 15
    names = (".".join(script.relative_to(ROOT).with_suffix("").parts) for script in SCRIPTS)
    modules = [name.removesuffix(".__init__") for name in names]
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_EACH, str(SHARED), *modules],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
