"""A Discord on loopback: practice without a token, and the stage for end-to-end tests."""
