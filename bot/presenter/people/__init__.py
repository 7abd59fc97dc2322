"""One person's screens, leaderboards, and the settings of people and servers."""
