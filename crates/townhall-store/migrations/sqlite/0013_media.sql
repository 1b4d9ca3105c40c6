-- Channels that belong to a person and to no device: webhooks and email addresses. SQLite can't make a column nullable, so
-- `channels` is made anew, and `notices`, which refers to it, too. The number of a channel is in links of emails, so it is never
-- given again.
CREATE TABLE new_channels (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id  INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    medium     TEXT NOT NULL,
    device_id  INTEGER UNIQUE REFERENCES devices ON DELETE CASCADE,
    address    TEXT NOT NULL,
    keys       TEXT NOT NULL,
    site       TEXT NOT NULL,
    language   TEXT NOT NULL,
    kinds      INTEGER NOT NULL,
    quiet      TEXT,
    since      INTEGER NOT NULL,
    CHECK ((medium = 'push') = (device_id IS NOT NULL))
);
INSERT INTO new_channels
    SELECT id, player_id, 'push', device_id, address, keys, site, language, kinds, quiet, since FROM channels;

CREATE TABLE new_notices (
    id          INTEGER PRIMARY KEY,
    channel_id  INTEGER NOT NULL REFERENCES new_channels ON DELETE CASCADE,
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
INSERT INTO new_notices
    SELECT id, channel_id, table_id, kind, turn, at, due, attempts, state, detail FROM notices;

DROP TABLE notices;
DROP TABLE channels;
-- Renaming a table renames it wherever others refer to it.
ALTER TABLE new_channels RENAME TO channels;
ALTER TABLE new_notices RENAME TO notices;
CREATE INDEX channels_of_player ON channels (player_id);
CREATE INDEX notices_due ON notices (due) WHERE state = 'waiting';
CREATE INDEX notices_of_table ON notices (table_id);

-- A subscription of a browser is unique; several people may have the same webhook or email address.
CREATE UNIQUE INDEX channels_of_browser ON channels (address) WHERE device_id IS NOT NULL;
CREATE UNIQUE INDEX channels_of_address ON channels (player_id, address) WHERE device_id IS NULL;

-- Codes by which a person shows that an email address is theirs, at most one of each person.
CREATE TABLE email_codes (
    player_id  INTEGER PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    address    TEXT NOT NULL,
    code       TEXT NOT NULL,
    until      INTEGER NOT NULL,
    attempts   INTEGER NOT NULL
);
