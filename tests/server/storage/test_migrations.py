"""The baseline and what is stored at it; a migration after it; and the refusal of earlier steps."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.nights import Night
from shengji.nights.standings import standings
from shengji.nights.stored import read_event
from shengji.record.validation import validate
from shengji.server.database.address import read_address
from shengji.server.database.backup import BackupError, back_up
from shengji.server.database.errors import StorageError
from shengji.server.database.migrations import LAST_WITH_EARLIER_STEPS, known_steps
from shengji.server.database.restore import restore
from shengji.server.database.schema import metadata
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from shengji.server.tables.core.entries import decode_body
from shengji.server.tables.core.table import Table
from shengji.terminal.doctor.storage import check_database
from tests.server.storage.fixtures import NAMES, STORED_AT, backup_of, lay
from tests.server.storage.kit import add_step, contents, execute, scalars

pytestmark = [pytest.mark.postgresql, pytest.mark.bare]


async def differences(url: str) -> object:
    """The differences between a database and the schema."""

    def compared(connection: Connection) -> object:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return compare_metadata(context, metadata)

    engine = create_async_engine(read_address(url))
    async with engine.connect() as connection:
        found = await connection.run_sync(compared)
    await engine.dispose()
    return found


async def read_all(url: str, folder: Path) -> None:
    """Read the stored site, subject by subject."""
    store = await Stores.open(url, lambda: STORED_AT)
    ann, bob, guest, cem = (NAMES[name] for name in ("ann", "bob", "guest", "cem"))
    people = store.people
    assert await people.person_by_secret(NAMES["ann_secret"]) == Person(ann, "Wu Song", "player")
    found = await people.person_by_secret(NAMES["guest_secret"])
    assert found is not None and (found.id, found.name, found.role) == (guest, "Hu Sanniang", None)
    account = await store.accounts.of(bob)
    assert account is not None and account.mail == "bob@example.org"
    bearer = await store.tokens.bearer(NAMES["token"])
    assert bearer is not None and bearer.person.id == ann
    (called,) = await store.subscriptions.subscriptions(ann)
    assert (called.endpoint, called.muted) == ("https://push.example/one", (cem,))
    (face,) = await store.faces.of([ann])
    assert face.about == "Plays on Fridays"
    bonds = await store.friends.of(ann)
    assert {at.person for at in bonds.asking} == {bob}
    assert guest in {at.person for at in bonds.friends} and len(bonds.friends) == 2
    assert [at.person for at in bonds.blocked] == [cem]
    assert len((await store.invitations.open_of(guest)).received) == 1

    record = await store.matches.record(NAMES["match"], ann)
    assert record is not None
    file = folder / "match.jsonl"
    file.write_bytes(record.packed.lines())
    assert validate(file).complete and not validate(file).faults
    assert await store.shares.find(NAMES["share"]) is not None
    log = [decode_body(entry.body) for entry in await store.tables.read(NAMES["live"])]
    table = Table.of(log)
    assert table.room.playing and table.match is not None and table.match.hand is not None

    nights = {}
    for name in ("night", "friday", "theirs"):
        kept = await store.nights.load(NAMES[name])
        assert kept is not None
        nights[name] = Night.of(map(read_event, kept.bodies))
    over, under_way = nights["night"], nights["friday"]
    assert over.ended is not None and under_way.ended is None and len(under_way.rounds) == 1
    assert sum(row.hands for row in standings(over)) == 8
    assert [hand.version for hand in over.rounds[0].games[1].hands] == [2]
    await read_clubs(store)
    (evening,) = await store.evenings.of(ann)
    assert evening.evening.id == NAMES["evening"]

    assert len(await store.ratings.person(ann, ann, None)) == 1
    assert (await store.ratings.rebuild()).changed == 0
    assert len(await store.moderation.reports()) == len(await store.moderation.sanctions(cem)) == 1
    assert NAMES["puzzle"] in await store.solvers.difficulties()
    await store.close()


async def read_clubs(store: Stores) -> None:
    """Read the clubs of a series and of a night that it had not admitted."""
    known = {at.night: at.club for at in await store.nights.lines("anybody")}
    fridays, other = known[NAMES["friday"]], known[NAMES["theirs"]]
    assert fridays is not None and other is not None, "both are public, as the series was"
    assert fridays.name == other.name == "Fridays" and fridays.club != other.club
    for named, night, people in ((fridays, "friday", 5), (other, "theirs", 1)):
        club = await store.clubs.get(named.club)
        assert club is not None and not club.frozen
        assert (club.series, club.people) == ("Fridays", people)
        lines = (await store.members.lines(named.club)).by_id.values()
        (owner,) = [line.account for line in lines if line.role == "owner"]
        assert owner is not None and await store.clubs.organises(named.club, owner)
        assert await store.nights.of_person(owner) == [NAMES[night]]
        listed = await store.nights.lines(owner, club=named.club)
        assert [at.night for at in listed] == [NAMES[night]]
        (season,) = await store.clubs.seasons(named.club)
        assert (season.name, season.first, season.last) == ("", 0, None)
        assert (await store.clubs.plan(named.club) is not None) == (night == "friday")
        assert await store.clubs.requests(owner) == ()


async def test_the_baseline_makes_what_the_schema_says(url: str) -> None:
    await (await Stores.open(url)).close()
    assert await differences(url) == []


async def test_a_database_at_the_baseline_opens_unchanged(url: str, tmp_path: Path) -> None:
    await lay(url)
    before = await contents(url, "0033")
    await (await Stores.open(url, lambda: STORED_AT)).close()
    # A night that a series had not admitted is admitted by a club of its own.
    await execute(url, f"UPDATE nights SET joined = NULL WHERE id = '{NAMES['theirs']}'")
    assert await contents(url, "0033") == before
    assert await differences(url) == []
    await execute(url, f"UPDATE nights SET joined = true WHERE id = '{NAMES['theirs']}'")
    await read_all(url, tmp_path)


async def test_a_backup_at_the_baseline_is_restored_on_the_other_engine(
    url: str, tmp_path: Path
) -> None:
    backup = backup_of("postgresql" if url.startswith("sqlite") else "sqlite")
    assert (await restore(url, io.BytesIO(backup))).step == "0033"
    await read_all(url, tmp_path)


async def test_each_step_is_made_once(url: str) -> None:
    for _ in range(2):
        await (await Stores.open(url)).close()
    assert await scalars(url, "SELECT version_num FROM alembic_version") == [known_steps()[-1]]


async def test_a_step_after_the_baseline_is_made_of_stored_databases_and_backups(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lay(url)
    people = len(await scalars(url, "SELECT id FROM people"))
    step = add_step(monkeypatch, tmp_path)
    await (await Stores.open(url)).close()
    assert await scalars(url, "SELECT version_num FROM alembic_version") == [step]
    assert await scalars(url, "SELECT more FROM people") == [7] * people
    out = io.BytesIO()
    assert (await back_up(url, out, STORED_AT)).step == step
    # A backup of before is brought up to date where it is restored.
    await restore(url, io.BytesIO(backup_of("sqlite")), replace=True)
    assert await scalars(url, "SELECT more FROM people") == [7] * people


async def test_databases_and_backups_of_earlier_steps_are_refused_in_one_line(url: str) -> None:
    await lay(url)
    await execute(url, "UPDATE alembic_version SET version_num = '0032'")
    said = rf"at step 0032, and this version .* from (step )?0033 on.* {LAST_WITH_EARLIER_STEPS} "
    with pytest.raises(StorageError, match=said) as refused:
        await Stores.open(url)
    assert "\n" not in str(refused.value)
    for work in (
        back_up(url, io.BytesIO(), STORED_AT),
        restore(url, io.BytesIO(backup_of("sqlite")), replace=True),
    ):
        with pytest.raises(BackupError, match=said):
            await work
    (schema,) = (at for at in await check_database(url) if at.check == "schema")
    assert schema.state == "bad" and "step 0032" in schema.words.render("en")
    assert await scalars(url, "SELECT version_num FROM alembic_version") == ["0032"]
