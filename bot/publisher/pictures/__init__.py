"""The pictures of messages, avatars and emojis, and whether they can be posted."""
