"""The engines of the package, one per module; `hexapoda.registry` creates them by name."""
