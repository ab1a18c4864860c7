"""Loading an engine's class from a script file, the FILE.py:CLASS of the command line.

Owns running the file and the errors when that goes wrong. The file is trusted like any program that its
user starts: it runs with the user's rights.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from pathlib import Path

from hexapoda.errors import EngineError
from hexapoda.foreign_error import describe_error
from hexapoda.suggestion import hint

__all__ = ["load_bot"]


def load_bot(path: str, name: str) -> type:
    """Run the file and return its class `name`.

    The file is run anew each time, as a module of its own name, so that two files called `bot.py` do not
    meet; while it runs it can import what lies beside it. Raises `EngineError` that names the file when
    there is none, when it cannot be read or run, or when it has no such class.
    """
    file = Path(path)
    if not file.is_file():
        raise EngineError(f"no file {path!r} to take the engine {name!r} from")
    folder = str(file.resolve().parent)
    module_name = "hexapoda_bot_" + hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(module_name, file)
    if spec is None or spec.loader is None:
        raise EngineError(f"{path!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(module_name)
    # Dataclasses and pickle look a class's module up by name, so the module has to be known under it.
    sys.modules[module_name] = module
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        if before is None:
            del sys.modules[module_name]
        else:
            sys.modules[module_name] = before
        raise EngineError(f"{path!r} cannot be run: {_describe(error)}") from error
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        classes = [
            each
            for each, value in vars(module).items()
            if inspect.isclass(value) and value.__module__ == module_name
        ]
        its_classes = f"its classes are {', '.join(classes) or 'none'}"
        raise EngineError(f"{path!r} has no class {name!r}: {hint(name, classes, its_classes)}")
    return found


def _describe(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    return describe_error(error)
