"""Command-line options declared as the fields of a dataclass.

Turns the fields into options of a command. `hexapoda.arena.options` defines how a field is declared.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from typing import Annotated, Any, TypeAlias, get_type_hints

import typer

from hexapoda.arena.options import option_name

__all__ = ["given_options", "takes_options"]

Command: TypeAlias = Callable[..., None]


def takes_options(*without: str) -> Callable[[Command], Command]:
    """Return a decorator that replaces each dataclass parameter of a command with options, one for each field
    that is not named in `without`. The command itself receives the dataclass, made from the parsed options.
    """

    def decorate(command: Command) -> Command:
        parameters: list[inspect.Parameter] = []
        declared: dict[str, Any] = {}
        for parameter in inspect.signature(command, eval_str=True).parameters.values():
            if is_dataclass(kind := parameter.annotation):
                hints = get_type_hints(kind)
                options = [
                    _option(each, hints[each.name]) for each in fields(kind) if each.name not in without
                ]
                declared[parameter.name] = kind, [each.name for each in options]
                parameters += options
            else:
                parameters.append(parameter)

        @functools.wraps(command)
        def run(**values: Any) -> None:
            for name, (kind, options) in declared.items():
                given = {option: values.pop(option) for option in options}
                values[name] = kind(
                    **{each: value for each, value in given.items() if value not in (None, [])}
                )
            command(**values)

        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run

    return decorate


def given_options(options: Any) -> list[str]:
    """Return the names of the options that differ from their defaults, such as `--move-cap`."""
    return [option_name(each) for each in fields(options) if getattr(options, each.name) != each.default]


def _option(declared: Field[Any], hint: Any) -> inspect.Parameter:
    about = declared.metadata
    found = typer.Option(
        *filter(None, (option_name(declared), about["short"])),
        help=about["help"],
        metavar=about.get("unit"),
        min=about.get("min"),
        max=about.get("max"),
        rich_help_panel=about.get("group"),
        show_default=False,
    )
    kind, annotation = inspect.Parameter.KEYWORD_ONLY, Annotated[hint, found]
    return inspect.Parameter(declared.name, kind, default=declared.default, annotation=annotation)
