"""What the managers of servers, and people, have set beside their lists of settings."""
