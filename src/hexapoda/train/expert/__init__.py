"""Expert iteration: the network of an engine learns from the searches of that engine, again and again.

The engine plays games with its newest network, the network learns from them, and a match inside the engine
decides whether it takes the place of the one before.
"""
