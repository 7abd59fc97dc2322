"""What the bot keeps of people and servers, and for how long; and what its host works with."""

from __future__ import annotations

from .blocks import Blocks
from .host_jobs import host_jobs
from .nightly import NightlyBackup
from .own_data import OwnData
from .reports import Reports
from .sweeper import Sweeper
from .views import Host

__all__ = ["Blocks", "Host", "NightlyBackup", "OwnData", "Reports", "Sweeper", "host_jobs"]
