"""Draws of dominoes before a game, and the settings of who sits with whom."""
