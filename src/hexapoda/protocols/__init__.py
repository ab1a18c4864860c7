"""The text protocols between programs and engines: servers and clients."""
