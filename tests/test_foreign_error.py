"""Descriptions of errors in foreign code."""

from __future__ import annotations

from hexapoda.foreign_error import describe_error, traceback_text


class Wordless(Exception):
    """An error whose text raises another one."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


def test_an_error_whose_text_raises_is_described() -> None:
    try:
        raise Wordless
    except Wordless as error:
        assert describe_error(error).startswith(
            "Wordless: <no text: its __str__ failed> (test_foreign_error.py:"
        )
        assert "test_foreign_error.py" in traceback_text(error)


def test_a_text_cannot_write_to_the_terminal() -> None:
    assert describe_error(ValueError("\x1b[31mred\nline 2")) == "ValueError: \\x1b[31mred line 2"
