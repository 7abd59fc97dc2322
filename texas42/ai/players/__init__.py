"""Computer players by level, the player protocol, the arena, and the running service."""
