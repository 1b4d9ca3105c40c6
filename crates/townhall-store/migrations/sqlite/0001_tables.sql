PRAGMA application_id = 1416591214; -- "Town"

-- Who plays. A person is known by a secret in their browser; here lies only its hash.
CREATE TABLE players (
    id      INTEGER PRIMARY KEY,
    secret  BLOB NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    colour  TEXT NOT NULL,
    since   INTEGER NOT NULL
);

-- What lists need to know of a table without reading its journal: all of it follows from there.
CREATE TABLE tables (
    id        INTEGER PRIMARY KEY,
    code      TEXT NOT NULL UNIQUE,
    game      TEXT NOT NULL,
    variant   TEXT NOT NULL,
    players   INTEGER NOT NULL,
    status    TEXT NOT NULL,
    listing   TEXT NOT NULL,
    names     TEXT NOT NULL,
    to_act    TEXT NOT NULL,
    restless  INTEGER NOT NULL,
    touched   INTEGER NOT NULL
);

CREATE INDEX tables_listed ON tables (status) WHERE listing = 'public';
CREATE INDEX tables_restless ON tables (id) WHERE restless;

-- Who belongs to which table.
CREATE TABLE people (
    player_id  INTEGER NOT NULL REFERENCES players,
    table_id   INTEGER NOT NULL REFERENCES tables,
    PRIMARY KEY (player_id, table_id)
) WITHOUT ROWID;

CREATE INDEX people_of_table ON people (table_id);

-- The journals. The key is the table's id times 2^20 plus the entry's number: unique by both, in one
-- tree, with each journal in one piece.
CREATE TABLE entries (
    key   INTEGER PRIMARY KEY,
    body  TEXT NOT NULL
);
