"""Expert iteration: the network of an engine learns from the searches of that engine, again and again.

The engine plays games with its published network, the newest network learns from them, and a match between
the two, inside the engine, decides which one is published.
"""
