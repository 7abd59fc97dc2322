"""Choices by sampled deals, each played to its end with a quick policy."""
