"""The learning lab: environments in which programs learn to play.

The environments need Gymnasium and PettingZoo (extra `envs`), the games for OpenSpiel need OpenSpiel (extra
`openspiel`), and learning needs PyTorch (extra `train`). Only the modules of this package import them. In
`expert`, the network of an engine learns from the searches of that engine.
"""
