"""The learning lab: environments in which programs learn to play.

The environments need Gymnasium and PettingZoo (extra `envs`); only the modules of this package import them.
"""
