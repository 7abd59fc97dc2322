"""The screens of the daily hand."""
