"""What an episode looks like: text and pictures."""
