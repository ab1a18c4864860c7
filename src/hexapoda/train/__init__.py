"""The learning lab: environments in which programs learn to play.

The environments need Gymnasium and PettingZoo (extra `envs`), the games for OpenSpiel need OpenSpiel (extra
`openspiel`), and learning needs PyTorch (extra `train`). No module outside this package imports any of these.
In `expert`, the network of an engine learns from the engine's own searches.
"""
