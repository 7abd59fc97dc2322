"""The game record, the referee that replays it, and the shake that deals its hands."""
