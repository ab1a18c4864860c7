"""Text protocols between programs and engines: servers and clients."""
