"""Files of networks: what is written is read, and damage is named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hexapoda.errors import UsageError
from hexapoda.nets.network_file import NetworkHeader, read_header, read_network, write_network
from tests.nn.networks import random_network


def signed(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def with_header(text: bytes, content: bytes) -> bytes:
    """The file with another header and the right checksum."""
    begin = 12
    end = begin + int.from_bytes(content[8:begin], "little")
    return signed(content[:8] + len(text).to_bytes(4, "little") + text + content[end:-32])


def nested(depth: int) -> dict[str, object]:
    """Objects in objects."""
    found: dict[str, object] = {}
    for _ in range(depth):
        found = {"a": found}
    return found


def with_infinity(content: bytes) -> bytes:
    text = json.loads(content[12 : 12 + int.from_bytes(content[8:12], "little")])
    return with_header(
        json.dumps({**text, "training": {"loss": 7.5}}).replace("7.5", "1e999").encode(), content
    )


def changed(**values: object) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        header = json.loads(content[12 : 12 + int.from_bytes(content[8:12], "little")])
        return with_header(json.dumps({**header, **values}).encode(), content)

    return change


@pytest.mark.parametrize("weight_type", ["float16", "float32"])
def test_a_file_has_what_was_written(tmp_path: Path, weight_type: str) -> None:
    header = NetworkHeader(
        "board", "hex", {"planes": 3}, weight_type, 3, "5x5", {"swap": "off"}, "planes", "cells", {"steps": 7}
    )
    path = tmp_path / "a.net"
    write_network(path, header, np.array([0.5, -2, 1024]))
    file = read_network(path)
    assert file.header == header == read_header(path)
    assert file.values.tolist() == [0.5, -2, 1024]


def test_a_header_that_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    header = NetworkHeader("board", "hex", {"planes": 3}, "float32", 1, "5x5", training={"x": "y" * 70_000})
    with pytest.raises(UsageError, match=r"the header of the network has 70[0-9]{3} bytes: expected at most"):
        write_network(tmp_path / "a.net", header, np.array([0.5]))
    assert list(tmp_path.iterdir()) == []


def test_weights_must_be_finite_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    for weight in (1e5, np.nan):
        with pytest.raises(UsageError, match="not finite as float16"):
            write_network(path, NetworkHeader("board", "hex", {}, "float16", 1), np.array([weight]))
    assert not path.exists()


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        (lambda content: b"", "is not a network"),
        (lambda content: b"PK" + content, "is not a network"),
        (lambda content: content[:7] + b"\x02" + content[8:], "another version: expected version 1"),
        (lambda content: content[:10], "its header is incomplete"),
        (lambda content: content[:60], "its header is incomplete"),
        (lambda content: content[:8] + b"\xff" * 4 + content[12:], "its header is incomplete"),
        (lambda content: content[:-1], "its checksum is wrong"),
        (lambda content: content[:-40] + b"\x01" + content[-39:], "its checksum is wrong"),
        (lambda content: signed(content[:-36]), "weights"),
        (lambda content: with_header(b"[]", content), "expected an object"),
        (lambda content: with_header(b"{", content), "its header cannot be read"),
        (lambda content: with_header(b"[" * 60_000, content), "its header cannot be read"),
        (changed(color="red"), "color"),
        (changed(weight_type="int3"), "unknown weight type 'int3'"),
        (changed(weight_type=[]), r"unknown weight type \[\]"),
        (changed(training=nested(60)), "objects nested more than 50 deep"),
        (changed(weights=-1), "integers from 0 up"),
        (changed(sizes={"planes": True}), "integers from 0 up"),
        (changed(sizes=[]), "sizes must be an object"),
        (changed(rules={"swap": 1}), "rules must have strings"),
        (changed(variant=5), "variant must be a string"),
        (changed(game=None), "game must be a string"),
        (changed(elo=7), "elo must be"),
        (changed(elo={"value": "x"}), "elo must be"),
        (changed(variant="\x1b[31m"), "control characters"),
        (changed(training={"loss": float("nan")}), "NaN is not JSON"),
        (with_infinity, "1e999 is too large"),
    ],
)
def test_damage_is_named(tmp_path: Path, change: Callable[[bytes], bytes], trouble: str) -> None:
    path = random_network(tmp_path / "a.net", "hex", "3x3", "planes", "cells")
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(UsageError, match=trouble) as caught:
        read_network(path)
    assert "a.net" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the network .*none\.net"):
        read_network(tmp_path / "none.net")
