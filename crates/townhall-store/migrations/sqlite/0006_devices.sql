-- A person may play from several browsers. Each has a secret of its own, of which only the hash lies here, so that one of
-- them can be signed out and the others stay.
CREATE TABLE devices (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES new_players ON DELETE CASCADE,
    secret     BLOB NOT NULL UNIQUE,
    label      TEXT NOT NULL,
    since      INTEGER NOT NULL,
    seen       INTEGER NOT NULL
);

CREATE INDEX devices_of_player ON devices (player_id);

-- Codes by which another browser becomes the same person's: the code's hash, and until when it holds.
CREATE TABLE device_codes (
    code       BLOB PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES new_players ON DELETE CASCADE,
    until      INTEGER NOT NULL
) WITHOUT ROWID;

-- SQLite can't drop a unique column, so `players` is made anew without its secret, and `people`, which refers to it, too.
CREATE TABLE new_players (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    colour  TEXT NOT NULL,
    since   INTEGER NOT NULL
);
INSERT INTO new_players SELECT id, name, colour, since FROM players;
INSERT INTO devices (player_id, secret, label, since, seen) SELECT id, secret, '', since, since FROM players;

CREATE TABLE new_people (
    player_id  INTEGER NOT NULL REFERENCES new_players,
    table_id   INTEGER NOT NULL REFERENCES tables,
    PRIMARY KEY (player_id, table_id)
) WITHOUT ROWID;
INSERT INTO new_people SELECT player_id, table_id FROM people;

DROP TABLE people;
DROP TABLE players;
-- Renaming a table renames it wherever others refer to it.
ALTER TABLE new_players RENAME TO players;
ALTER TABLE new_people RENAME TO people;
CREATE INDEX people_of_table ON people (table_id);

-- As in the migration before: it went with the old table.
CREATE TRIGGER players_removed AFTER DELETE ON players BEGIN
    INSERT INTO used_ids (kind, id) VALUES ('players', old.id)
        ON CONFLICT (kind) DO UPDATE SET id = max(id, excluded.id);
END;
