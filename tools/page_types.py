"""Write the types of the page from the description of the API; with --check, say if they are out of date.

The models of the server are the only description of its requests and answers. The modules of the page use
them as `Api.GameStateJson`.
"""

import inspect
import json
import sys
from pathlib import Path
from typing import Any

from hexapoda.web.app import create_app

HERE = Path(__file__).parent / "page" / "api.d.ts"
HEAD = "// The requests and answers of the server, written by tools/page_types.py from its models.\n"
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
INDENT = "  "


def type_of(schema: dict[str, Any], depth: int) -> str:
    """Return a JSON schema as a type of TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return " | ".join(dict.fromkeys(type_of(each, depth) for each in schema[either]))
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(each, depth) for each in schema['prefixItems'])}]"
    kind = schema.get("type")
    if kind == "array":
        items = schema.get("items", {})
        item = type_of(items, depth)
        return f"({item})[]" if "anyOf" in items or "enum" in items else f"{item}[]"
    if kind == "object":
        return object_type(schema, depth)
    return SCALARS.get(str(kind), "unknown")


def object_type(schema: dict[str, Any], depth: int) -> str:
    """Return the type of an object: its fields, or what its values are."""
    fields = schema.get("properties")
    if not fields:
        values = schema.get("additionalProperties", {})
        return f"Record<string, {type_of(values, depth) if isinstance(values, dict) else 'unknown'}>"
    lines = ["{"]
    for name, field in fields.items():
        if "description" in field:
            lines.append(f"{INDENT * (depth + 1)}/** {field['description']} */")
        mark = "" if name in schema.get("required", ()) else "?"
        lines.append(f"{INDENT * (depth + 1)}{name}{mark}: {type_of(field, depth + 1)};")
    if schema.get("additionalProperties") is True:
        lines.append(f"{INDENT * (depth + 1)}[name: string]: any;")
    return "\n".join([*lines, INDENT * depth + "}"])


def generate() -> str:
    """Return the types of all models in the description of the API."""
    parts = [HEAD, "declare namespace Api {"]
    for name, schema in sorted(create_app().openapi()["components"]["schemas"].items()):
        if text := schema.get("description"):
            lines = [f" * {line}".rstrip() for line in inspect.cleandoc(text).splitlines()]
            parts.append(f"{INDENT}/**" + f"\n{INDENT}".join(lines).removeprefix(" *") + " */")
        body = type_of(schema, 1)
        parts.append(INDENT + (f"interface {name} {body}" if body[0] == "{" else f"type {name} = {body};"))
    return "\n".join([*parts, "}", ""])


def main() -> int:
    """Write the types, or check them."""
    text = generate()
    if "--check" in sys.argv:
        if text == HERE.read_text("utf-8"):
            return 0
        print("the types of the page are out of date; run make stubs", file=sys.stderr)
        return 1
    HERE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
