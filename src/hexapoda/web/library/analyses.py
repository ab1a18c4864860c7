"""`Analyses`: the analyses of visitors, kept in the store as trees.

Checks who may see an analysis, refuses changes that start from an older revision, and limits how many
analyses an owner may keep. A revision is a hash of the content, so a page that received no answer can send
the same change again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexapoda.record import GameTree
from hexapoda.record.summary import game_summary
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.analysis import AnalysesJson, AnalysisRowJson
from hexapoda.web.library.library import Library
from hexapoda.web.problem import Problem
from hexapoda.web.quotas import Quota
from hexapoda.web.settings import WebSettings

if TYPE_CHECKING:
    from hexapoda.storage import GameFilter, Store

__all__ = ["Analyses", "KeptAnalysis"]

KIND = "analysis"
_RECENT = 20
"""How many of an owner's newest analyses are compared with a new one, in case it was sent before."""


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """An analysis as it is stored."""

    id: int
    name: str
    tree: GameTree

    @property
    def revision(self) -> str:
        """A hash of the name and the tree."""
        content = json.dumps([self.name, self.tree.to_json()], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:24]


class Analyses:
    """The analyses in the store of one server. Every method raises `Problem`."""

    def __init__(self, library: Library, settings: WebSettings) -> None:
        """`library`: the library with the store; `settings`: the limits on what one owner may keep."""
        self._library = library
        self._most = settings.kept_analyses
        self.quota = Quota(
            lambda count: Sentence(
                "{count} MB of analyses were sent from here today: try again later", count=count
            ),
            settings.analysis_megabytes_a_day_per_owner,
            settings.analysis_megabytes_a_day_per_address,
        )
        """Limits the megabytes that one visitor may send in a day, because the store also keeps former
        versions.
        """

    async def rows(self, owner: str, offset: int, limit: int) -> AnalysesJson:
        """Return a page of an owner's analyses, newest first, and their total number."""

        def find(store: Store) -> AnalysesJson:
            wanted = _filter(owner)
            damaged: list[int] = []
            found = store.search(wanted, limit=limit, offset=offset, newest=True, damaged=damaged)
            rows: list[AnalysisRowJson] = [
                {**game_summary(one.id, one.record), "name": one.name} for one in found
            ]
            return {"analyses": rows, "damaged": damaged, "total": store.count(wanted)}

        return await self._library.read(find)

    async def read(self, owner: str, id: int) -> KeptAnalysis:
        """Return one analysis."""
        return await self._library.read(lambda store: _find(store, owner, id))

    async def create(self, owner: str, name: str, tree: GameTree) -> KeptAnalysis:
        """Keep a new analysis and return it. If one of the owner's recent analyses is identical, return it
        instead.
        """

        def add(store: Store) -> KeptAnalysis:
            wanted = _filter(owner)
            new = KeptAnalysis(0, name, tree)
            for one in store.search(wanted, limit=_RECENT, newest=True, damaged=[]):
                if one.name == name and one.record.game == tree.header.game:
                    known = KeptAnalysis(one.id, name, one.tree())
                    if known.revision == new.revision:
                        return known
            self._check_count(store, owner)
            return _find(store, owner, store.save(tree, owner=owner, kind=KIND, name=name))

        return await self._library.write(add)

    async def change(self, owner: str, id: int, name: str, revision: str, tree: GameTree) -> KeptAnalysis:
        """Replace an analysis. `revision`: the revision that the page changed. If the stored analysis now
        has a different revision, the change is refused with 409, unless the new content is already stored.
        """

        def replace(store: Store) -> KeptAnalysis:
            known, new = _find(store, owner, id), KeptAnalysis(id, name, tree)
            if known.revision == new.revision:
                return known
            if known.revision != revision:
                raise Problem(409, Sentence("the analysis has been changed in the meantime"), "revision")
            store.save(tree, id=id, owner=owner, kind=KIND, name=name)
            return _find(store, owner, id)

        return await self._library.write(replace)

    async def delete(self, owner: str, id: int) -> None:
        """Move an analysis to the trash."""

        def remove(store: Store) -> None:
            _find(store, owner, id)
            store.delete([id])

        await self._library.write(remove)

    async def restore(self, owner: str, id: int) -> KeptAnalysis:
        """Restore an analysis from the trash."""

        def restore(store: Store) -> KeptAnalysis:
            if not store.deleted(owners=(owner,), kind=KIND, ids=[id]):
                raise Problem(409, Sentence("not in the trash: {ids}", ids=id))
            self._check_count(store, owner)
            store.restore([id])
            return _find(store, owner, id)

        return await self._library.write(restore)

    def _check_count(self, store: Store, owner: str) -> None:
        """Raise `Problem` if an owner may keep no more analyses."""
        if store.count(_filter(owner)) >= self._most:
            raise Problem(
                429, Sentence("there are already {most} analyses: delete one first", most=self._most)
            )


def _filter(owner: str) -> GameFilter:
    from hexapoda.storage import GameFilter

    return GameFilter(owners=(owner,), kind=KIND)


def _find(store: Store, owner: str, id: int) -> KeptAnalysis:
    found = store.game(id)
    if found is None or found.owner != owner or found.kind != KIND:
        raise _unknown(id)
    return KeptAnalysis(id, found.name, found.tree())


def _unknown(id: int) -> Problem:
    return Problem(404, Sentence("you have no analysis {id}", id=id))
