"""`doctor --live`: what only a real token can show, tried out in one channel of a test server."""
