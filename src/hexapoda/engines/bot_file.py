"""Loading an engine class from a script file, given as FILE.py:CLASS on the command line.

Runs the file and reports its errors. The file is trusted like any program that the user starts: it runs with
the user's permissions.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from pathlib import Path

from hexapoda.errors import EngineError
from hexapoda.foreign_error import describe_error
from hexapoda.text.suggestion import hint

__all__ = ["load_bot"]


def load_bot(path: str, name: str) -> type:
    """Run the file and return its class `name`.

    The file runs again on every call. The name of its module depends on the whole path, so that two files
    called `bot.py` do not collide. While it runs, it can import modules from its own folder. Raises
    `EngineError` if the file does not exist, cannot be run or does not define the class; the message names
    the file.
    """
    file = Path(path)
    if not file.is_file():
        raise EngineError(f"engine {name!r} cannot be loaded: there is no file {path!r}")
    folder = str(file.resolve().parent)
    module_name = "hexapoda_bot_" + hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(module_name, file)
    if spec is None or spec.loader is None:
        raise EngineError(f"{path!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(module_name)
    # Dataclasses and pickle look up a class's module by name.
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
        its_classes = f"its classes are {', '.join(classes)}" if classes else "it defines no classes"
        raise EngineError(f"{path!r} has no class {name!r}: {hint(name, classes, its_classes)}")
    return found


def _describe(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    return describe_error(error)
