"""`Mutation`: a small change of a module that its tests should notice.

Defines where and how a module can be changed. What only type checkers, readers and importers see is left
alone: annotations, docstrings, `__all__`, decorators, texts, and what is raised.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["Mutation", "mutations"]

_COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COMPUTED: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
_LEFT_ALONE = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Global, ast.Nonlocal)
Change = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True)
class Mutation:
    """One change."""

    line: int
    before: str
    after: str
    source: str
    """The whole module with the change; its comments and line numbers are lost."""


def mutations(source: str) -> list[Mutation]:
    """Return all changes of a module that this tool knows, in the order of its lines."""
    found = []
    count = len(list(_sites(ast.parse(source))))
    for number in range(count):
        tree = ast.parse(source)
        parent, field, place, node, change = list(_sites(tree))[number]
        changed = ast.fix_missing_locations(ast.copy_location(change(node), node))
        before, after = ast.unparse(node), ast.unparse(changed)
        if place is None:
            setattr(parent, field, changed)
        else:
            getattr(parent, field)[place] = changed
        found.append(Mutation(getattr(node, "lineno", 0), _short(before), _short(after), ast.unparse(tree)))
    return sorted(found, key=lambda mutation: mutation.line)


Site = tuple[ast.AST, str, int | None, ast.AST, Change]
"""The parent, its field, the place in the field if that is a list, the node, and what becomes of it."""


def _sites(parent: ast.AST) -> Iterator[Site]:
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for place, node in children:
            if not isinstance(node, ast.AST) or isinstance(node, _LEFT_ALONE) or _is_declaration(node):
                continue
            for change in _changes(node, field):
                yield parent, field, place, node, change
            yield from _sites(node)


def _is_declaration(node: ast.AST) -> bool:
    """Whether a statement is for readers and type checkers: a docstring, `__all__`, an alias of a type."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation) == "TypeAlias"
    named = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id
    return named in ("__all__", "__slots__", "__hash__") or (
        isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _is_type(node.value)
    )


def _is_type(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in ("TypeVar", "ParamSpec", "NewType")


def _changes(node: ast.AST, field: str) -> Iterator[Change]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED:
        yield _compared
    elif isinstance(node, ast.BoolOp):
        yield _exchanged
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda node: node.operand  # type: ignore[attr-defined]
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _COMPUTED:
        if not any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node)):
            yield _computed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield lambda node: ast.Constant(not node.value)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and isinstance(node.value, int) and field != "slice":
        yield lambda node: ast.Constant(node.value + 1)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield lambda node: ast.Pass()
    elif isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "None":
        yield lambda node: ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Continue):
        yield lambda node: ast.Break()
    elif isinstance(node, ast.IfExp):
        yield lambda node: ast.IfExp(node.test, node.orelse, node.body)  # type: ignore[attr-defined]


def _compared(node: ast.AST) -> ast.AST:
    changed = copy.deepcopy(node)
    assert isinstance(changed, ast.Compare)
    changed.ops[0] = _COMPARED[type(changed.ops[0])]()
    return changed


def _exchanged(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _computed(node: ast.AST) -> ast.AST:
    changed = copy.copy(node)
    changed.op = _COMPUTED[type(node.op)]()  # type: ignore[attr-defined]
    return changed


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:67] + "..."
