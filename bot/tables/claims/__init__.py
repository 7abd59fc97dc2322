"""Laying down: who may, who answers, and what follows."""
