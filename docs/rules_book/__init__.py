"""The rules book: docs/rules-book.md and docs/zh/rules-book.md, made from the options.

`python -m docs.rules_book` in the root of the project writes both. What an option means, where it
stands and who plays it so comes from `shengji.rules`; the examples are in `examples`.
"""
