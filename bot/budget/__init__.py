"""The budget of requests to Discord: one queue by importance, and the count of refusals."""
