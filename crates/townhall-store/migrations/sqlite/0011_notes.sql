-- What people write down for themselves at tables where they play.
CREATE TABLE notes (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    table_id   INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    text       TEXT NOT NULL,
    UNIQUE (player_id, table_id)
);
CREATE INDEX notes_of_table ON notes (table_id);
