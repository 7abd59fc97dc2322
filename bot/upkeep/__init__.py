"""What the bot keeps of people and servers, and for how long."""

from __future__ import annotations

from .nightly import NightlyBackup
from .own_data import OwnData
from .sweeper import Sweeper
from .views import Host

__all__ = ["Host", "NightlyBackup", "OwnData", "Sweeper"]
