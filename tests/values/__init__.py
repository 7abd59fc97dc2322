"""Tests of shared values."""
