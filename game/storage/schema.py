"""The schema of the results: its tables and its migrations."""

import sqlite3
from collections.abc import Sequence
from typing import Final

MIGRATIONS: Final = (
    """
    CREATE TABLE result (
        id INTEGER PRIMARY KEY,
        challenge TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        seed TEXT NOT NULL,
        won INTEGER NOT NULL,
        placed INTEGER NOT NULL,
        cards INTEGER NOT NULL,
        time INTEGER NOT NULL,
        penalty INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        undos INTEGER NOT NULL,
        mistakes INTEGER NOT NULL,
        medal TEXT NOT NULL,
        "when" INTEGER NOT NULL,
        run TEXT NOT NULL
    );
    CREATE INDEX result_challenge ON result (challenge, won, placed, time);
    CREATE INDEX result_game ON result (game)
    """,
    # The former default has become a house rule. The names of rules are in order.
    """
    UPDATE result SET rules = replace('{"any_part":true,' || substr(rules, 2), ',}', '}')
        WHERE game = 'acht-mal-acht';
    UPDATE result SET rules = replace('{"must_lay":true,' || substr(rules, 2), ',}', '}')
        WHERE game = 'farbwechsel' AND rules NOT LIKE '%"way":"b"%';
    UPDATE result SET rules = replace(rules, '"round_corner"', '"exposed":true,"round_corner"')
        WHERE game = 'haisty' AND rules LIKE '%"round_corner"%';
    UPDATE result SET rules = replace(substr(rules, 1, length(rules) - 1) || ',"exposed":true}', '{,', '{')
        WHERE game = 'haisty' AND rules NOT LIKE '%"exposed"%';
    UPDATE result SET won = 1, placed = cards - 1
        WHERE game = 'staffelpatience' AND NOT won AND placed = cards
    """,
    """
    CREATE TABLE match_result (
        id INTEGER PRIMARY KEY,
        "key" TEXT NOT NULL UNIQUE,
        lan INTEGER NOT NULL,
        won INTEGER NOT NULL,
        place INTEGER NOT NULL,
        points INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        fastest INTEGER NOT NULL,
        opponents TEXT NOT NULL,
        "when" INTEGER NOT NULL
    )
    """,
    # Two defaults follow the sources; what was played until then is a house rule.
    """
    UPDATE result SET rules = replace(substr(rules, 1, length(rules) - 1) || ',"speltorka_any_time":true}',
        '{,', '{') WHERE game = 'haisty';
    UPDATE result SET rules = replace(replace('{"must_lay":false,' || substr(rules, 2), ',}', '}'),
        '{"must_lay":false,"hidden":true', '{"hidden":true,"must_lay":false')
        WHERE game = 'zahlenpatience' AND rules NOT LIKE '%"must_lay"%';
    UPDATE result SET rules = replace(replace(replace(rules,
        ',"must_lay":true', ''), '"must_lay":true,', ''), '"must_lay":true', '')
        WHERE game = 'zahlenpatience'
    """,
)
"""Script n migrates a file from version n to n + 1. A released script never changes."""
TABLES: Final = ("result", "match_result")
KIND: Final = 0x48414953
"""The file's application id: HAIS."""


def migrate(connection: sqlite3.Connection, scripts: Sequence[str] = MIGRATIONS) -> None:
    """Migrate the file to the latest version, in one transaction.

    Raises sqlite3.Error.
    """
    if number(connection, "user_version") == len(scripts):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for script in scripts[number(connection, "user_version") :]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {KIND}")
        connection.execute(f"PRAGMA user_version = {len(scripts)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def schema(connection: sqlite3.Connection) -> dict[str, set[tuple[str, str]]]:
    """The names and types of the columns of each table."""
    return {
        table: {(row[1], row[2]) for row in connection.execute(f"PRAGMA table_info({table})")}
        for table in TABLES
    }


def number(connection: sqlite3.Connection, pragma: str) -> int:
    """The value of a pragma. Raises sqlite3.Error."""
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
