"""No statement of a living rulebook without a test, no citation of a statement that does not exist."""

import pytest

from terrarium import catalog
from terrarium.cli.coverage import citations, coverage, folder_of_tests, waivers

TITLES = list(catalog.titles())


@pytest.mark.parametrize("title", TITLES)
def test_every_statement_is_cited_or_waived(title: str) -> None:
    assert coverage(catalog.rulebook(title))["uncited_ids"] == []


@pytest.mark.parametrize("title", TITLES)
def test_every_citation_exists(title: str) -> None:
    cited = citations(folder_of_tests()).get(title, {})
    book = catalog.rulebook(title)
    assert {id: tests for id, tests in cited.items() if id not in book.by_id} == {}


def test_citations_name_titles_of_the_catalogue() -> None:
    assert set(citations(folder_of_tests())) <= set(TITLES)


@pytest.mark.parametrize("title", TITLES)
def test_waivers_have_reasons_and_are_needed(title: str) -> None:
    waived = waivers(folder_of_tests(), title)
    cited = citations(folder_of_tests()).get(title, {})
    for id, reason in waived.items():
        assert id in catalog.rulebook(title).by_id, id
        assert len(reason) > 15, id
        assert id not in cited, f"{id} is cited: take the waiver out"
