"""A Discord on loopback: practice without a token, and the stage for end-to-end tests."""

from bot.sandbox.permissions import Permission
from bot.sandbox.rest import Fault, Request
from bot.sandbox.server import Sandbox, UnservedError
from bot.sandbox.simulated_user import Modal, Outcome, SimulatedUser
from bot.sandbox.user_actions import ImpossibleAction

__all__ = [
    "Fault",
    "ImpossibleAction",
    "Modal",
    "Outcome",
    "Permission",
    "Request",
    "Sandbox",
    "SimulatedUser",
    "UnservedError",
]
