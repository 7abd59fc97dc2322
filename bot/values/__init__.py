"""Values shared by several rooms: preferences, server settings, posted messages, findings."""
