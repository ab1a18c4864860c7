"""The sections of the page that show figures: results, ratings, lengths, endings, effort and openings.

Owns their text and tables. `charts` and `board` draw the pictures; `games` makes the list of games and their
replays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hexapoda.arena.scoreboard import FAULTS
from hexapoda.arena.statistics import Trinomial
from hexapoda.record import GameRecord
from hexapoda.report import board
from hexapoda.report.charts import SERIES, Bar, elo_chart, length_chart, pairs_chart, score_chart
from hexapoda.report.figures import MatchFigures
from hexapoda.report.text import elo, endings, html, many, percent, points, short, span, table

__all__ = ["effort", "ends", "facts", "faults", "lengths", "openings", "over_time", "ratings", "results"]

_OPENINGS = 12  # the most openings to show; the others are only counted
_FREE_PLIES = 4  # without a book, these first plies are the opening
_CURVES = 2 * SERIES


def facts(figures: MatchFigures) -> str:
    """Return the key figures."""
    items: list[tuple[str, str, str]] = []
    duel, shares = figures.duel, figures.shares
    if duel is not None and duel.estimate.score is not None:
        estimate, results = duel.estimate, duel.tally.trinomial
        score = f"{points(results.points)}\u2009:\u2009{points(results.games - results.points)}"
        items.append(
            (f"Score of {html(short(duel.first))}", score, f"{percent(results.score)} of the points")
        )
        difference = elo(estimate.elo, "\u2265 " + elo(estimate.low))  # a perfect score has no estimate
        items.append(("Elo difference", difference, f"95%: {span(estimate.low, estimate.high)}"))
        items.append(
            (
                "Superiority",
                _los(estimate.los),
                f"likelihood that {html(short(duel.first))} is stronger",
            )
        )
    else:
        items.append(("Players", str(len(figures.players)), many(len(figures.records), "game")))
    items.append(("Draws", percent(shares.draws), f"{shares.results.draws} of {shares.results.games} games"))
    first = shares.first_move
    items.append(
        (
            "First player scores",
            percent(shares.results.score),
            f"{elo(first.elo)} Elo, 95%: {span(first.low, first.high)}" if first.score is not None else "",
        )
    )
    plies = figures.plies
    items.append(("Length", f"{sum(plies) / len(plies):.0f} plies", f"from {min(plies)} to {max(plies)}"))
    rows = "".join(
        f"<div><dt>{name}</dt><dd>{value}<small>{more}</small></dd></div>" for name, value, more in items
    )
    return f'<dl class="facts">{rows}</dl>'


def _los(los: float) -> str:
    return "&gt; 99.9%" if los > 0.999 else "&lt; 0.1%" if los < 0.001 else percent(los)


def results(figures: MatchFigures) -> str:
    """Return the table of results; in a tournament, a cross table."""
    sides = figures.sides
    several = len(figures.players) > 2
    head = [
        "Player",
        "Points",
        "Score",
        "Won\u2009/\u2009drawn\u2009/\u2009lost",
        f"As {sides[0]}",
        f"As {sides[1]}",
    ]
    if several:
        head += [
            f'<abbr title="{html(name)}">{number}</abbr>' for number, name in enumerate(figures.players, 1)
        ]
    rows = []
    for number, name in enumerate(figures.players, 1):
        result = figures.results[name]
        row = [f"{number}. {html(name)}" if several else html(name), _points(result)]
        row += [percent(result.score), _wdl(result), *(percent(side.score) for side in figures.by_side[name])]
        if several:
            row += [_cross(figures, name, other) for other in figures.players]
        rows.append(row)
    caption = "Results" if not several else "Cross table"
    return (
        f'<section class="card wide"><h2>{caption}</h2>{table(head, rows, caption)}'
        + ('<p class="note">The numbered columns show the points against each player.</p>' if several else "")
        + "</section>"
    )


def _cross(figures: MatchFigures, name: str, other: str) -> str:
    meeting = figures.meetings.get((name, other))
    if meeting is None:
        return '<td class="self">\u2013</td>'
    result, los = meeting.tally.trinomial, meeting.estimate.los
    css = "won" if los > 0.975 else "lost" if los < 0.025 else ""
    return f'<td class="{css}">{_points(result)}</td>'


def _points(result: Trinomial) -> str:
    return f"{points(result.points)}<small>of {result.games}</small>"


def _wdl(result: Trinomial) -> str:
    return f"{result.wins}\u2009/\u2009{result.draws}\u2009/\u2009{result.losses}"


def ratings(figures: MatchFigures) -> str:
    """Return the Elo chart; in a match of two, also the points per pair of games."""
    title, duel = "Elo with 95% intervals", figures.duel
    if duel is None:
        bars = [Bar(r.name, r.elo, r.elo - r.error, r.elo + r.error) for r in figures.ratings]
        note = "Bradley\u2013Terry ratings; zero is the mean of the field."
        if figures.ladder is not None:
            note = "The ratings of the opponents are fixed."
        elif any(rating.held for rating in figures.ratings):
            note += " Perfect scores have no finite rating, so one draw is added to each of their pairings."
        words = "; ".join(f"{html(bar.name)} {elo(bar.elo)}, {span(bar.low, bar.high)}" for bar in bars)
        return _figure(title, elo_chart(bars, f"{title}. {words}"), note) if bars else ""
    estimate, pairs = duel.estimate, duel.tally.pentanomial
    name = f"{short(duel.first, 15)} against {short(duel.second, 15)}"
    words = f"{html(name)}: {elo(estimate.elo)}, {span(estimate.low, estimate.high)}"
    bar = Bar(name, estimate.elo, estimate.low, estimate.high)
    chart = elo_chart([bar], f"{title}. {words}")
    note = "Zero means equal strength. If the interval excludes zero, one player is stronger."
    if estimate.nelo is not None:
        note += f" Normalized: {elo(estimate.nelo)} \u00b1 {estimate.nelo_error or 0:.0f}."
    if not pairs.units:
        return _figure(title, chart, note)
    counts = ", ".join(str(count) for count in pairs.counts)
    second = pairs_chart(pairs.counts, f"Pairs with 0, ½, 1, 1½ and 2 points: {counts}")
    heading = f"Points of {html(short(duel.first))} per pair of games"
    return _figure(title, f"{chart}<h3>{heading}</h3>{second}", note)


def over_time(figures: MatchFigures) -> str:
    """Return the chart of the score over time."""
    names = figures.players[:1] if figures.duel is not None else figures.players[:_CURVES]
    curves = [(name, figures.curves[name]) for name in names if figures.curves[name]]
    if not curves:
        return ""
    ends_at = "; ".join(f"{html(name)} {percent(curve[-1].score)}" for name, curve in curves)
    chart = score_chart(curves, f"Score after each game; in the end {ends_at}")
    if len(curves) == 1:
        return _figure(
            "Score over time",
            chart,
            f"Points per game of {html(short(curves[0][0]))} with the 95% interval.",
        )
    return _figure(
        "Score over time",
        chart,
        "",
        _legend((f"s{k % SERIES}", html(short(n))) for k, (n, _) in enumerate(curves)),
    )


def lengths(figures: MatchFigures) -> str:
    """Return the histogram of game lengths."""
    kinds: list[list[int]] = [[], [], [], []]
    for game in figures.records:
        kind = 3 if not game.finished else 1 if game.winner is None else (0, 2)[game.winner]
        kinds[kind].append(game.plies)
    plies = sorted(figures.plies)
    sides = figures.sides
    middle = plies[len(plies) // 2]
    words = f"{many(len(plies), 'game')} of {plies[0]} to {plies[-1]} plies, half of them at most {middle}"
    keys = [
        ("first", f"{sides[0]} won"),
        ("drawn", "drawn"),
        ("second", f"{sides[1]} won"),
        ("none", "no result"),
    ]
    legend = _legend(key for key, kind in zip(keys, kinds, strict=True) if kind)
    return _figure("Length of the games", length_chart(kinds, words), "", legend)


def ends(figures: MatchFigures) -> str:
    """Return the list of endings."""
    total = len(figures.records)
    items = []
    for ending, count in figures.endings.items():
        css = "fault" if ending in FAULTS else "fill"
        share = 100 * count / total
        items.append(
            f"<li>{endings[ending].capitalize()}<span>{count} \u00b7 {share:.0f}%</span>"
            f'<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect class="{css}" width="{share:.1f}" height="8"/></svg></li>'
        )
    return f'<section class="card"><h2>How games ended</h2><ul class="bars">{"".join(items)}</ul></section>'


def faults(figures: MatchFigures) -> str:
    """Return the list of crashes, stalls, time losses and illegal moves; empty if there are none."""
    if not figures.faults:
        return ""
    counts: dict[tuple[str, str], list[GameRecord]] = {}
    for name, game in figures.faults:
        counts.setdefault((name, endings[game.ending]), []).append(game)
    items = []
    for (name, ending), games in counts.items():
        links = ", ".join(f'<a href="#game-{game.number + 1}">{game.number + 1}</a>' for game in games[:8])
        links += f" and {len(games) - 8} more" if len(games) > 8 else ""
        detail = f" \u2013 {html(short(games[0].detail, 160))}" if games[0].detail else ""
        items.append(
            f"<li><b>{html(name)}</b> lost {many(len(games), 'game')} by {ending}{detail} (game {links})</li>"
        )
    return f'<section class="card faults wide"><h2>Faults</h2><ul>{"".join(items)}</ul></section>'


def effort(figures: MatchFigures) -> str:
    """Return the table of time, depth and nodes per move."""
    rows = []
    for name in figures.players:
        item = figures.efforts[name]
        rows.append(
            [html(name), f"{item.moves:,}", _seconds(item.seconds), _seconds(item.slowest)]
            + ["\u2013" if value is None else _count(value) for value in (item.depth, item.nodes)]
        )
    head = ["Player", "Moves", "Time per move", "Slowest", "Depth", "Nodes"]
    return (
        f'<section class="card"><h2>Effort</h2>{table(head, rows, "Time, depth and nodes of the engines")}'
        '<p class="note">Without book moves. Depth and nodes are averages of what the engines report.</p>'
        "</section>"
    )


def _seconds(value: float | None) -> str:
    if value is None:
        return "\u2013"
    return f"{value:.1f} s" if value >= 1 else f"{1000 * value:.{0 if value >= 0.01 else 1}f} ms"


def _count(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


@dataclass(slots=True)
class _Group:
    texts: tuple[str, ...]
    position: Any
    """None if the record has no board."""
    example: GameRecord
    """One of the games."""
    results: list[int]
    games: int = 0


def openings(figures: MatchFigures) -> str:
    """Return the results by opening. Symmetric openings count as one."""
    groups: dict[object, _Group] = {}
    book = any(move.book for game in figures.records for move in game.moves)
    for game in figures.records:
        plies = sum(move.book for move in game.moves) if book else _FREE_PLIES
        texts = tuple(move.text for move in game.moves[:plies])
        position = board.position_of(game, texts)
        key: object = texts if position is None else (position.canonical_key, game.variant)
        group = groups.setdefault(key, _Group(texts, position, game, [0, 0, 0]))
        group.games += 1
        if game.finished:
            group.results[1 if game.winner is None else (0, 2)[game.winner]] += 1
    if all(not group.texts for group in groups.values()):
        return ""
    shown = sorted(groups.values(), key=lambda group: (-group.games, group.texts))[:_OPENINGS]
    sides = figures.sides
    items = "".join(_opening(group, sides[0]) for group in shown)
    note = "Book moves." if book else f"The first {_FREE_PLIES} plies, because no book was used."
    note += " Rotated and mirrored openings count as one."
    if rest := sum(group.games for group in groups.values()) - sum(group.games for group in shown):
        note += f" Not shown: {many(len(groups) - len(shown), 'opening')} in {many(rest, 'game')}."
    return (
        f'<section class="card wide"><h2>Openings</h2><ul class="openings">{items}</ul>'
        f'<p class="note">{note}</p></section>'
    )


def _opening(group: _Group, side: str) -> str:
    text = html(" ".join(group.texts))
    moves = " ".join(f"<span>{ply}. {html(move)}</span>" for ply, move in enumerate(group.texts, 1))
    picture = board.thumbnail(group.example, group.position, f"Board after {text}")
    won, drawn, lost = group.results
    total = won + drawn + lost
    score = percent((won + drawn / 2) / total, 0) if total else "\u2013"
    return (
        f"<li>{picture}<p><b>{side} {score}</b>{many(group.games, 'game')}</p>{_share(won, drawn, lost)}"
        f'<span class="hidden">{side} won {won}, {drawn} drawn, {lost} lost.</span>'
        f'<p class="moves-text">{moves}</p></li>'
    )


def _share(won: int, drawn: int, lost: int) -> str:
    total = max(won + drawn + lost, 1)
    parts, x = [], 0.0
    for count, css in ((won, "first"), (drawn, "drawn"), (lost, "second")):
        width = 100 * count / total
        if count:
            parts.append(f'<rect class="{css}" x="{x:.1f}" width="{width:.1f}" height="10"/>')
        x += width
    head = '<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
    return f"{head}{''.join(parts)}</svg>"


def _figure(title: str, chart: str, note: str, legend: str = "") -> str:
    caption = f"<figcaption>{note}</figcaption>" if note else ""
    return f'<section class="card"><h2>{title}</h2><figure>{chart}{legend}{caption}</figure></section>'


def _legend(keys: Iterable[tuple[str, str]]) -> str:
    items = "".join(
        f'<li><svg viewBox="0 0 12 12" aria-hidden="true">'
        f'<rect class="key {css}" width="12" height="12" rx="3"/></svg>{name}</li>'
        for css, name in keys
    )
    return f'<ul class="legend">{items}</ul>'
