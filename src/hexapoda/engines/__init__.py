"""The engines that come with the package, one a module; `hexapoda.registry` makes them by name."""
