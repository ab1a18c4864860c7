"""The report on a match: a self-contained HTML page, and plots as pictures.

`render_report(settings, records)` makes the page. `hexapoda.arena.statistics` computes the statistics.
"""

from hexapoda.report.match_folder import MatchFolder, read_match
from hexapoda.report.page import render_report

__all__ = ["MatchFolder", "read_match", "render_report"]
