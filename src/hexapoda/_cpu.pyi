"""What this CPU offers."""

def features() -> frozenset[str]:
    """The extensions of x86-64 that this CPU and its operating system offer, among those that the core may use, named
    as in /proc/cpuinfo; empty on other architectures.
    """
