"""Values that several rooms share."""
