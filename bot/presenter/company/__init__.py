"""Bringing people in: invitations, calls for players, and alerts of open seats."""
