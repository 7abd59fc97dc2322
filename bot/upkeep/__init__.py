"""What the bot keeps of people and servers, and for how long."""

from __future__ import annotations

from .host_jobs import HostJobs
from .nightly import NightlyBackup
from .own_data import OwnData
from .reports import Reports
from .sweeper import Sweeper
from .views import Host

__all__ = ["Host", "HostJobs", "NightlyBackup", "OwnData", "Reports", "Sweeper"]
