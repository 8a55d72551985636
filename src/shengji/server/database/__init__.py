"""The database: SQLite or PostgreSQL, what it holds, and how that came to be.

What lives here: the engine; `writer`, which commits together what waits together; `schema`, what
the database holds; `migrations`, how it came to be. What may not: what an entry or a row means,
which is the matter of its subject.
"""
