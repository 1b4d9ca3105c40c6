-- Where guests are notified. A subscription of a browser belongs to its device, and goes with it. `kinds` is a set of bits.
CREATE TABLE channels (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    device_id  INTEGER NOT NULL UNIQUE REFERENCES devices ON DELETE CASCADE,
    address    TEXT NOT NULL UNIQUE,
    keys       TEXT NOT NULL,
    site       TEXT NOT NULL,
    language   TEXT NOT NULL,
    kinds      INTEGER NOT NULL,
    quiet      TEXT,
    since      INTEGER NOT NULL
);

CREATE INDEX channels_of_player ON channels (player_id);

-- What is to be sent, or was sent, over a channel: once for each reason. `due` is also the end of a worker's lease.
CREATE TABLE notices (
    id          INTEGER PRIMARY KEY,
    channel_id  INTEGER NOT NULL REFERENCES channels ON DELETE CASCADE,
    table_id    INTEGER NOT NULL,
    kind        INTEGER NOT NULL,
    turn        INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    due         INTEGER NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    state       TEXT NOT NULL DEFAULT 'waiting',
    detail      TEXT NOT NULL DEFAULT '',
    UNIQUE (channel_id, table_id, kind, turn)
);

CREATE INDEX notices_due ON notices (due) WHERE state = 'waiting';
CREATE INDEX notices_of_table ON notices (table_id);

-- The key by which push services know this server.
CREATE TABLE push_keys (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    key  TEXT NOT NULL
);
