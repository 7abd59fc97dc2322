"""Calls to Discord: their arguments, their errors, and what keeps them safe to repeat."""
