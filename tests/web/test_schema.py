"""Every route of the API with generated requests, valid and damaged, made from its OpenAPI schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.web.page_browser import page_server


def can_be_asked_wrongly(operation: Any) -> bool:
    """Whether a request can break the description: not if all that it has are names in its address. For
    such a route the generator would look hundreds of times and find none.
    """
    described = operation.definition.raw
    fields = described.get("parameters", ())
    return "requestBody" in described or not all(
        each["in"] == "path" and each["schema"]["type"] == "string" for each in fields
    )


@pytest.mark.slow
@pytest.mark.parametrize("examples", [1, pytest.param(40, marks=pytest.mark.deep)])
def test_generated_requests(tmp_path: Path, examples: int) -> None:
    """So many generated requests of each kind for each route."""
    # Imported here because it takes half a second, and every process of a parallel run imports this file.
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok
    from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

    checks = [not_a_server_error, content_type_conformance, response_schema_conformance]
    with page_server(tmp_path) as server:
        schema = schemathesis.openapi.from_url(f"{server.address}api/v1/openapi.json")
        operations = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
        assert len(operations) >= 4
        assert any(map(can_be_asked_wrongly, operations)) and not all(map(can_be_asked_wrongly, operations))
        for operation in operations:
            for mode in schemathesis.GenerationMode:
                if mode is schemathesis.GenerationMode.NEGATIVE and not can_be_asked_wrongly(operation):
                    continue

                @settings(
                    max_examples=examples,
                    deadline=None,
                    derandomize=True,
                    database=None,
                    suppress_health_check=list(HealthCheck),
                )
                @given(case=operation.as_strategy(generation_mode=mode))
                def ask(case: Any) -> None:
                    case.call_and_validate(checks=checks, timeout=20)

                ask()
