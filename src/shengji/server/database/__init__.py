"""The database: SQLite or PostgreSQL, its schema and its migrations.

What lives here: the engine; `writer`, which commits together what waits together; `schema`, the
tables; `migrations`, the baseline and the steps after it; backups. What may not: what an entry or a
row means, which is the matter of its subject.
"""
