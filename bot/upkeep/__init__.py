"""Retention and deletion of stored data, and the host's tools."""
