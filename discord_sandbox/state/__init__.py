"""What the sandbox stores: accounts, servers, channels, messages and files."""
