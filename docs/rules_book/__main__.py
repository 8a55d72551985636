"""Writes the rules book in both languages: `python -m docs.rules_book`."""

from docs.rules_book.book import LANGUAGES, book, path_of

for language in LANGUAGES:
    path_of(language).write_text(book(language), encoding="utf-8", newline="\n")
