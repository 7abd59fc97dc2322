"""Write the golden transcripts anew: `python -m tests.e2e.transcripts`."""

import os
import sys
from pathlib import Path

import pytest

from .transcript import WRITE

if __name__ == "__main__":
    os.environ[WRITE] = "1"
    sys.exit(pytest.main(["-q", str(Path(__file__).parent), *sys.argv[1:]]))
