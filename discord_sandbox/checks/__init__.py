"""What Discord accepts in a request, and the errors it answers with."""
