"""Screens of "What would you bid?": the question, its answer, and the vote."""
