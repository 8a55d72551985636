"""Accounts: names that are one person's, passphrases, passkeys, recovery codes, roles."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room; whoever is known so far stays a guest."""
    op.add_column("keys", sa.Column("proved", sa.BigInteger, nullable=True))
    op.create_table(
        "accounts",
        sa.Column("person", _ID, nullable=False),
        sa.Column("passphrase", sa.String(200)),
        sa.Column("mail", sa.String(254)),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("renamed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_accounts"),
        _of_person("accounts"),
    )
    op.create_table(
        "names",
        sa.Column("skeleton", sa.String(400), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.PrimaryKeyConstraint("skeleton", name="pk_names"),
        _of_person("names"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.LargeBinary(1023), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("signs", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        _of_person("passkeys"),
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.LargeBinary(32), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", name="pk_codes"),
        _of_person("codes"),
    )
    op.create_table(
        "mails",
        sa.Column("code", sa.LargeBinary(32), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_mails"),
        _of_person("mails"),
    )
    for table in ("codes", "mails"):
        op.create_index(f"ix_{table}_expires", table, ["expires"])
    for table in ("names", "passkeys", "codes", "mails"):
        op.create_index(f"ix_{table}_person", table, ["person"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.LargeBinary(32), nullable=False),
        sa.Column("browser", sa.LargeBinary(32), nullable=False),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("challenge", name="pk_challenges"),
        sa.ForeignKeyConstraint(
            ["browser"], ["keys.secret"], name="fk_challenges_browser", ondelete="CASCADE"
        ),
    )
    for column in ("browser", "expires"):
        op.create_index(f"ix_challenges_{column}", "challenges", [column])


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["person"], ["people.id"], name=f"fk_{table}_person", ondelete="CASCADE"
    )


def downgrade() -> None:
    """Go back to guests alone."""
    for table in ("challenges", "mails", "codes", "passkeys", "names", "accounts"):
        op.drop_table(table)
    op.drop_column("keys", "proved")
