"""Roll-outs: play sampled deals to their end with a quick policy, and choose what does best."""
