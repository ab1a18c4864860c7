"""The files for a server: their requirements are complete, and the container's command is one that exists."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.docs.transcript import ROOT
from tests.web.server_process import running

DEPLOY = ROOT / "deploy"


def test_the_pinned_versions_are_those_that_the_package_allows() -> None:
    text = (DEPLOY / "requirements.txt").read_text("utf-8")
    pinned = re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)  # a name may have one for each Python
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for line in project["dependencies"]:
        wanted = Requirement(line)
        found = [version for name, version in pinned if name == canonicalize_name(wanted.name)]
        assert found and all(map(wanted.specifier.contains, found)), line
    entries = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pinned) and all("--hash=sha256:" in entry for entry in entries)


def test_the_command_of_the_container_starts_a_server(tmp_path: Path) -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", "")
    [entry] = re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
    program, command, browser, *options = json.loads(entry)
    assert (program, command, browser) == ("/opt/hexapoda/bin/hexapoda", "web", "--no-browser")
    at = options.index("--port")
    del options[at : at + 2]
    [health] = re.findall(r"http://127.0.0.1:8117(/[^']*)", text)
    with running(tmp_path, None, *options, "--name", "club.example", "--root-path", "/hex/") as server:
        assert server.get(health) == {"status": "ok"}
