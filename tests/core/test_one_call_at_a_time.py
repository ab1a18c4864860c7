"""An engine that is called while it searches: from a callback, a signal handler, a thread, a forked child."""

from __future__ import annotations

import os

import pytest

from tests.core.scripts import output_of

_ENGINES = {
    "hive": ("alphabeta:threads=2", "classic", "expectimax:depth=6", "mcts"),
    "hex": (
        "rave:book=false,threads=2",
        "rave:level=8",
        "mcts",
        "montecarlo",
        "bruteforce:fillings=100000000000000",
    ),
}


def test_an_engine_refuses_to_search_from_its_own_callback() -> None:
    printed = output_of(f"""
        from hexapoda.engine import Limit
        from hexapoda.errors import EngineError
        from hexapoda.hex import Position as Hex
        from hexapoda.hive import Position as Hive
        from hexapoda.registry import parse_engine

        for game, specs in {_ENGINES!r}.items():
            for text in specs:
                engine = parse_engine(text, game).create()
                position = Hive() if game == "hive" else Hex("5x5" if "brute" in text else "9x9")
                calls = []
                def again(info):
                    if not calls:
                        calls.append(info)
                        engine.search(position, Limit(time=0.1))
                try:
                    engine.search(position, Limit(time=60), again)
                except EngineError as error:
                    assert "already searching" in str(error), error
                else:
                    print("no error", text)
                assert engine.search(position, Limit(time=0.01)).move in position.legal_moves
                def stop(info):
                    engine.stop()
                engine.search(position, Limit(time=60), stop)  # it may be stopped from there
    """)
    assert printed == ""


def test_a_new_game_or_a_search_in_a_signal_handler_is_refused() -> None:
    printed = output_of("""
        import signal
        from hexapoda._core import hive
        from hexapoda.engine import Limit
        from hexapoda.errors import EngineError
        from hexapoda.hex import Position as Hex
        from hexapoda.hive import Position as Hive
        from hexapoda.registry import parse_engine

        core = hive.SearchCore(1)
        for engine, position in (
            (parse_engine("alphabeta").create(), Hive()),
            (parse_engine("rave:book=false", "hex").create(), Hex("9x9")),
        ):
            def interrupt(number, frame):
                engine.new_game()
            signal.signal(signal.SIGALRM, interrupt)
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            try:
                engine.search(position, Limit(time=60))
            except EngineError as error:
                print(str(error)[:17])
            engine.new_game()
    """)
    assert printed == "already searching\n" * 2


def test_what_a_signal_handler_raises_survives_the_last_reports() -> None:
    printed = output_of("""
        import signal
        from hexapoda.engine import Limit
        from hexapoda.hex import Position as Hex
        from hexapoda.hive import Position as Hive
        from hexapoda.registry import parse_engine

        def interrupt(number, frame):
            raise KeyboardInterrupt("by hand")
        signal.signal(signal.SIGALRM, interrupt)
        for engine, position in (
            (parse_engine("alphabeta").create(), Hive()),
            (parse_engine("rave:book=false", "hex").create(), Hex("9x9")),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            try:
                engine.search(position, Limit(), lambda info: None)
            except KeyboardInterrupt as error:
                print(error)
    """)
    assert printed == "by hand\n" * 2


def test_searches_from_several_threads_work_or_raise() -> None:
    printed = output_of("""
        import threading
        from hexapoda.engine import Limit
        from hexapoda.errors import EngineError
        from hexapoda.hex import Position as Hex
        from hexapoda.hive import Position as Hive
        from hexapoda.registry import parse_engine

        def use(engine, position, met):
            for _ in range(20):
                try:
                    engine.search(position, Limit(time=0.01))
                    met.add("answer")
                except EngineError as error:
                    met.add(str(error)[:17])

        for text, position in (
            ("alphabeta:ponder=true", Hive()),
            ("mcts", Hive()),
            ("classic", Hive()),
            ("rave:ponder=true,book=false", Hex("6x6")),
            ("mcts", Hex()),
            ("montecarlo", Hex()),
        ):
            game = "hive" if isinstance(position, Hive) else "hex"
            engine = parse_engine(text, game).create()
            met = set()
            threads = [threading.Thread(target=use, args=(engine, position, met)) for _ in range(4)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            assert met <= {"answer", "already searching"} and "answer" in met, (text, met)
            if hasattr(engine, "close"):
                engine.close()
    """)
    assert printed == ""


def test_plain_searches_are_read_and_grown_from_several_threads() -> None:
    printed = output_of("""
        import threading
        from hexapoda._core import hex, hive
        from hexapoda.errors import EngineError
        from hexapoda.hex import Position as Hex
        from hexapoda.hive import Position as Hive

        def use(search, calls):
            for _ in range(60):
                for call in calls:
                    try:
                        call(search)
                    except EngineError:
                        pass

        def moves(search):
            search.root_moves()

        solver = hex.SolverCore(7, 7, [], 1, 16)
        for search, *calls in (
            (hive.TreeSearch(Hive(), 1, 3, 50, 1), lambda s: s.grow(0.002, 1, 2**63, 2**63), moves),
            (hive.ExpectimaxSearch(Hive(), 1), lambda s: s.iterate(2, 0.002, 2**63), moves),
            (hive.ClassicSearch(Hive(), 1), lambda s: s.iterate(3, 0.002, 2**63), moves),
            (hex.TreeSearch(Hex("5x5"), 1, 50, 2, 1), lambda s: s.grow(0.002, 2**63), moves),
            (hex.BruteForceSearch(Hex("5x5")), lambda s: s.run(0.002, 2**63, 2), lambda s: s.cells()),
            (hex.MonteCarloSearch(Hex(), 10**9, 1), lambda s: s.run(0.002, 2), lambda s: s.cells()),
            (solver, lambda s: s.winner(Hex("7x7"), 0.002, None, None), lambda s: s.contenders(Hex("7x7"))),
        ):
            threads = [threading.Thread(target=use, args=(search, calls)) for _ in range(3)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
    """)
    assert printed == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_is_refused_what_its_parent_searches_with() -> None:
    printed = output_of("""
        import os, sys, threading, warnings
        warnings.simplefilter("ignore")  # Python warns of a fork beside threads
        from hexapoda.engine import Limit
        from hexapoda.errors import EngineError
        from hexapoda.hex import Position as Hex
        from hexapoda.hive import Position as Hive
        from hexapoda.registry import parse_engine

        for text, position in (("alphabeta", Hive()), ("mcts", Hive()), ("rave:book=false", Hex("9x9"))):
            engine = parse_engine(text, "hive" if isinstance(position, Hive) else "hex").create()
            begun = threading.Event()
            thread = threading.Thread(
                target=engine.search, args=(position, Limit(time=60), lambda info: begun.set())
            )
            thread.start()
            begun.wait()
            sys.stdout.flush()  # or the child prints it again
            child = os.fork()
            if child == 0:
                try:
                    engine.search(position, Limit(nodes=100))
                    print("answered", flush=True)
                except EngineError as error:
                    print("forked" in str(error), flush=True)
                new = parse_engine(text, "hive" if isinstance(position, Hive) else "hex").create()
                new.search(position, Limit(nodes=100))
                raise SystemExit
            os.waitpid(child, 0)
            engine.stop()
            thread.join()
            if os.fork() == 0:  # nothing runs now: the child may use it
                engine.search(position, Limit(nodes=100))
                os._exit(0)
            print(os.wait()[1])
    """)
    assert printed == "True\n0\n" * 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_the_thread_that_forked_is_the_main_thread_of_the_child() -> None:
    """So Ctrl+C ends a search there, as it does in the main thread of any process."""
    printed = output_of("""
        import os, signal, threading, time, warnings
        warnings.simplefilter("ignore")  # Python warns of a fork beside threads
        from hexapoda.engine import Limit
        from hexapoda.hive import Position
        from hexapoda.registry import parse_engine

        def search(seconds):
            engine = parse_engine("alphabeta:level=10", "hive").create()
            engine.search(Position(), Limit(time=seconds))

        def fork():
            if os.fork() != 0: return
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            began = time.monotonic()
            try:
                search(20)
            except KeyboardInterrupt:
                os._exit(time.monotonic() - began > 10)  # without signals, it comes after the search
            os._exit(2)

        search(0.01)  # the main thread of this process is known now
        thread = threading.Thread(target=fork)
        thread.start()
        thread.join()
        print(os.wait()[1])
    """)
    assert printed == "0\n"
