"""Where tables live, and how they change that."""
