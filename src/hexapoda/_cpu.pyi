"""The instruction sets that this CPU supports."""

def features() -> frozenset[str]:
    """The x86-64 extensions that this CPU and its operating system support, among those that the core can use. They
    are named as in /proc/cpuinfo. The set is empty on other architectures.
    """
