"""`doctor --live`: checks that need a real token, run in one channel of a test server."""
