"""What HexGui asks an engine."""

from __future__ import annotations

from hexapoda.protocols.htp.server import HtpServer
from tests.protocols.sources import random_source
from tests.protocols.test_htp_server import ask, solver, talk


def test_the_cells_to_consider() -> None:
    """On 4x3 white is about to join b2 and c2 to both sides."""
    server = HtpServer(random_source(), make_solver=solver)
    talk(server, "boardsize 4 3", "play w b2", "play w c2")
    mustplay = set(ask(server, "vc-get-mustplay b").split())
    free = set(ask(server, "all_legal_moves").split()[1:])
    words = ask(server, "vc-build b").split()
    marked = dict(zip(words[::2], words[1::2], strict=True))
    assert set(marked.values()) == {"fb", "fw", "x"}
    assert {cell for cell, what in marked.items() if what == "x"} <= free - mustplay <= set(marked)


def test_what_hexgui_sends_before_a_proof() -> None:
    server = HtpServer(random_source(), make_solver=solver)
    assert talk(server, "boardsize 3", "param_dfpn use_guifx 1", "dfpn-solve-state b")[1:] == ["", "black"]
    assert ask(server, "param_dfpn").endswith("[bool] use_guifx 1")
