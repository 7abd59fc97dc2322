"""Lessons from finished hands: mistakes, and habits."""
