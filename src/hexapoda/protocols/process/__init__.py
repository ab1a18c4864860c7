"""Engine processes and their pipes: starting, reading, writing, deadlines."""
