"""Values that several rooms share: choices of people and servers, and posted messages."""
