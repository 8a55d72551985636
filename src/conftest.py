"""What the tests do not look for examples in: it can be run only by what it is made for."""

collect_ignore = ["shengji/server/database/migrations/env.py"]
