"""The messages that the bot has posted, and those that Discord refused for good."""
