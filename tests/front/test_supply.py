"""Parts of a site: each has a licence that is allowed."""

from __future__ import annotations

from benchmarks.supply import Component, bundled, installed, sbom


def test_all_that_is_installed_or_bundled_has_an_allowed_licence() -> None:
    components = [*installed(), *bundled()]
    kinds = {one.kind for one in components}
    assert kinds == {"pypi", "npm", "generic"} and len(components) > 60
    assert {one.name: one.refused for one in components if one.refused} == {}


def test_a_licence_that_is_not_known_is_refused() -> None:
    assert Component("pypi", "x", "1", "unknown").refused == {"unknown"}
    assert Component("pypi", "x", "1", "MIT AND (GPL-3.0-only OR ISC)").refused == {"GPL-3.0-only"}


def test_the_bill_of_materials_names_the_program_and_each_part_once() -> None:
    components = [*installed(""), *bundled()]
    made = sbom(components)
    assert made["metadata"]["component"]["purl"].startswith("pkg:pypi/shengji@")
    refs = [part["bom-ref"] for part in made["components"]]
    assert len(set(refs)) == len(refs) == len(components) - 1
    assert made == sbom(components[::-1])
