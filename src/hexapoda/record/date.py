"""Dates of games: from the forms that game files use to ISO 8601.

A date may be partial: a year, or a year and a month. A time of day is kept only if the text is already in ISO
8601, because other forms rarely name a time zone.
"""

from __future__ import annotations

import re
from datetime import date, datetime

__all__ = ["format_tag_date", "read_date"]

_ISO_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)(Z|[+-][0-9:]{5})?"
)
_NUMBERS = re.compile(r"([0-9]{4})(?:([-./])([0-9]{1,2}|\?{1,2})(?:\2([0-9]{1,2}|\?{1,2}))?)?")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+|[0-9:]+")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_DAY = re.compile(r"[0-9]{1,2}")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def read_date(text: str) -> str:
    """Return a date as `2024`, `2024-05`, `2024-05-03` or, if `text` is a date with a time in ISO 8601,
    unchanged. Return an empty string for anything else, such as a day that does not exist.
    """
    text = text.strip()
    found = _ISO_TIME.fullmatch(text)
    if found is not None:
        return text if _is_time(text) else ""
    numbers = _NUMBERS.fullmatch(text)
    if numbers is not None:
        return _checked(numbers[1], numbers[3] or "", numbers[4] or "")
    words = _WORD.findall(text)
    months = [_MONTHS.index(word[:3].lower()) + 1 for word in words if word[:3].lower() in _MONTHS]
    years = [word for word in words if _YEAR.fullmatch(word)]
    days = [word for word in words if _DAY.fullmatch(word)]
    if not months or not years:
        return ""
    return _checked(years[0], str(months[0]), days[0] if days else "")


def format_tag_date(iso: str) -> str:
    """Return a date in the form of PGN tags: `2024.05.03`, with `??` for unknown parts; an empty string if
    `iso` has no date.
    """
    if not _NUMBERS.fullmatch(iso[:10]):
        return ""
    parts = iso[:10].split("-")
    return ".".join([*parts, "??", "??"][:3])


def _checked(year: str, month: str, day: str) -> str:
    if not month.isdigit():
        return year
    try:
        if not day.isdigit():
            return date(int(year), int(month), 1).isoformat()[:7]
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return ""


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
