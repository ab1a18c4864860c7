"""The engine `alphabeta`, whose evaluation network learns from its own games."""
