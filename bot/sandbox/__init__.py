"""A Discord on loopback: practice without a token, and the stage for end-to-end tests."""

from bot.sandbox.desk import Impossible
from bot.sandbox.faults import Fault
from bot.sandbox.people import Modal, Outcome, Person
from bot.sandbox.permissions import Permission
from bot.sandbox.rest import Request
from bot.sandbox.server import Sandbox, UnservedError

__all__ = [
    "Fault",
    "Impossible",
    "Modal",
    "Outcome",
    "Permission",
    "Person",
    "Request",
    "Sandbox",
    "UnservedError",
]
