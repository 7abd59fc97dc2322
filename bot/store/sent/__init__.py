"""Messages in channels that Discord refused for good, and those that people shared."""
