"""One person's screens, and the leaderboards; what servers and people choose."""
