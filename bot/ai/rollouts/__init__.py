"""Choices by roll-outs: sampled deals, each played to its end by a quick policy."""
