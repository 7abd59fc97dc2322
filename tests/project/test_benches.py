"""What measures is run by hand, and still follows every change of what it measures."""

import subprocess
import sys
from pathlib import Path

from tests.support.compiled import SHARED

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "tests" / "bench").rglob("*.py"))
# One process for all of them, but not that of the tests: some set up more than they should.
IMPORT_EACH = """
import importlib, pathlib, sys, traceback
from bot.ai.solver.loading import prepare
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


def test_everything_that_a_bench_imports_is_there() -> None:
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
