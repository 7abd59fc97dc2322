"""Acts that need no turn: asking for doubles, showing the kitty, choosing the next shaker."""
