"""Python ends while native code runs in threads: no abort, no hang, no noise."""

from __future__ import annotations

import pytest

from tests.core.scripts import output_of

_BEGIN = """
import threading
from hexapoda._core import StopToken, hex, hive
from hexapoda.engine import Limit
from hexapoda.hex import Position as Hex
from hexapoda.hex.network import network_weights
from hexapoda.hive import Position as Hive
from hexapoda.registry import parse_engine
from hexapoda.host import RunningSearch

def in_thread(call):
    begun = threading.Event()
    def run():
        begun.set()
        while True:
            call()
    threading.Thread(target=run, daemon=True).start()
    begun.wait()

keep = []
"""

_THREADS = {
    "hive pondering": """
        engine = parse_engine("alphabeta:ponder=true,threads=2").create()
        engine.search(Hive(), Limit(nodes=500))
        keep.append(engine)
    """,
    "hex pondering": """
        engine = parse_engine("rave:ponder=true,threads=2,book=false", "hex").create()
        engine.search(Hex("9x9"), Limit(nodes=50))
        keep.append(engine)
    """,
    "a running search": """
        keep.append(RunningSearch(parse_engine("alphabeta").create(), Hive(), Limit()))
        keep.append(RunningSearch(parse_engine("mcts").create(), Hive(), Limit(time=1e6)))
    """,
    "a callback": """
        told = threading.Event()
        engine = parse_engine("rave:book=false", "hex").create()
        in_thread(lambda: engine.search(Hex("9x9"), Limit(), lambda info: told.set()))
        told.wait()
    """,
    "perft": """
        in_thread(lambda: hive.perft(Hive(), 20))
        in_thread(lambda: hex.perft(Hex(), 20))
    """,
    "solver": """
        solver = hex.SolverCore(9, 9, [], 2, 64)
        in_thread(lambda: solver.winner(Hex("9x9"), 0.0, None, lambda nodes: None))
        in_thread(lambda: hive.solve(Hive(), 0, 0.0, 0, None, None))
    """,
    "baselines": """
        tree = hive.TreeSearch(Hive(), 1.0, 3, 50, 1)
        in_thread(lambda: tree.grow(1e9, 1e9, 2**63, 2**63))
        cards = hex.MonteCarloSearch(Hex(), 10**12, 1)
        in_thread(lambda: cards.run(1e9, 2))
        in_thread(lambda: hex.policy_playouts(Hex("7x7"), network_weights(), 10**6))
        in_thread(lambda: hive.list_moves([Hive()], 2**31 - 1))
    """,
}


def test_python_exits_while_all_kinds_of_calls_run() -> None:
    threads = "".join(f"if True:{script}\n" for script in _THREADS.values())
    assert output_of(f"{_BEGIN}\n{threads}\nprint('end')") == "end\n"


@pytest.mark.deep
@pytest.mark.parametrize("script", _THREADS.values(), ids=_THREADS)
def test_python_exits_while_native_code_runs(script: str) -> None:
    for _ in range(10):
        assert output_of(f"{_BEGIN}\nif True:{script}\nprint('end')") == "end\n"


@pytest.mark.deep
def test_python_exits_while_a_callback_blocks() -> None:
    output_of(f"""{_BEGIN}
blocked = threading.Event()
def block(info):
    blocked.set()
    threading.Event().wait(8)
engine = parse_engine("alphabeta:threads=2").create()
in_thread(lambda: engine.search(Hive(), Limit(), block))
blocked.wait()
""")


def test_a_hook_at_exit_may_search_and_end_engines() -> None:
    printed = output_of("""
        import atexit
        from hexapoda.engine import Limit
        from hexapoda.hive import Position
        from hexapoda.registry import parse_engine

        engine = parse_engine("alphabeta:ponder=true").create()
        def end():
            engine.close()
            print(engine.search(Position(), Limit(nodes=100)).info.depth > 0)
            engine.close()
        atexit.register(end)
        engine.search(Position(), Limit(nodes=100))
    """)
    assert printed == "True\n"


_SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
made = interpreters.create()
code = '''
try:
    import hexapoda._core
except ImportError as error:
    print(error, flush=True)
'''
trouble = interpreters.run_string(made, code)
assert trouble is None, trouble
from hexapoda.hive import Position
print(len(Position().legal_moves))
"""


def test_a_subinterpreter_is_refused_and_python_ends() -> None:
    """A core that was loaded there would keep Python from ending."""
    refused, count = output_of(_SUBINTERPRETER).splitlines()
    assert refused == "the compiled core runs only in the main interpreter: use threads or processes"
    assert int(count) > 0
