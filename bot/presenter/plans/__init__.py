"""Screens of plans: the card, the mention, and times as people type and read them."""
