"""Laying down: who may claim, who answers, and how the hand is played out."""
