"""Records of Hex as texts, and what tests read from them."""

from __future__ import annotations

from hexapoda.record import GameTree, ReadGame, scan_text

OLYMPIAD = "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[5];B[a4];W[swap-pieces];W[c3];B[b4];W[d2];B[resign])"
HEXWIKI = (
    "(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bob]RE[B+R];B[a4];W[swap-pieces];B[c3];W[b4]BM[1]C[weak];B[d2];W[resign])"
)
LITTLE_GOLEM = (
    "(;FF[4]EV[hex.ch.23.1.1]PB[Ann]PW[Ben]SZ[13]RE[B]GC[ game #1]SO[http://www.littlegolem.com]"
    ";W[mf];B[swap];W[kj];B[ie];W[fh];B[resign])"
)
BRANCHED = """(;FF[4]GM[11]SZ[4:3]PB[A \\] B]C[start]
;B[b2]C[one\\
two]TE[1](;W[c1];B[a3])(;W[c2]C[or so](;B[a1])(;B[d1]DO[])))"""

LINKS = {
    "https://hexworld.org/board/#15c1,e6:sf7i8g10": ("15x15", "pieces", "e6 swap-pieces f7 i8 g10", None),
    "hexworld.org/board/#11r9c1,a3j4,d10": ("11x11", "off", "a3 j4 d10", None),
    "#7x5nc1,a2:Sb3:p:rb": ("7x5", "sides", "a2 swap-sides b3 pass", "BlackWins"),
    "#5,A1B2:fw": ("5x5", "off", "a1 b2", "BlackWins"),
    "#5": ("5x5", "off", "", None),
    "9r9c1,e5:sc6:pb3": ("9x9", "pieces", "e5 swap-pieces c6 pass b3", None),
    "https://hexworld.org/board/#11c1%2Ca2%3Asb3": ("11x11", "pieces", "a2 swap-pieces b3", None),
    "<https://hexworld.org/board/#11c1,a2:sb3>": ("11x11", "pieces", "a2 swap-pieces b3", None),
    "[a game](https://hexworld.org/board/#11c1,a2\\:sb3)": ("11x11", "pieces", "a2 swap-pieces b3", None),
    "Look: https://hexworld.org/board/#11c1,a2:sb3, what a start!": (
        "11x11",
        "pieces",
        "a2 swap-pieces b3",
        None,
    ),
}


def read(text: str) -> ReadGame:
    """Return the only game of a text. Raises the error of its main line."""
    [found] = scan_text(text, game="hex")
    found.checked()
    return found


def moves(found: ReadGame | GameTree) -> str:
    tree = found.tree if isinstance(found, ReadGame) else found
    return " ".join(node.text for node in tree.main_line())
