"""Text protocols by which other programs drive this one, and later this one drives others."""
