"""The database: SQLite or PostgreSQL, its schema and its migrations.

`writer` groups writes into shared transactions, `schema` defines the tables, and `migrations` holds
the baseline and the later steps; `backup` and `restore` export and import all rows. The meaning of
entries and rows belongs to the packages of their subjects.
"""
