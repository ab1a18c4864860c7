"""Loads the build of the core for this CPU, which then replaces this module."""

from hexapoda.core_build import load

load(__name__, __path__)
