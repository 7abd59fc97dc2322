"""The screens of tables: boards, panels, direct messages and pings."""
