"""Retention and deletion of stored data, and the host's tools."""

from __future__ import annotations

from .blocks import Blocks
from .host_jobs import host_jobs
from .nightly import NightlyBackup
from .own_data import OwnData
from .reports import Reports
from .sweeper import Sweeper
from .views import Host

__all__ = ["Blocks", "Host", "NightlyBackup", "OwnData", "Reports", "Sweeper", "host_jobs"]
