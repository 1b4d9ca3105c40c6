-- How people sign in again without a device. Codes are on paper, or in a link of the operator, which ends at a time; only
-- their hashes are here.
CREATE TABLE recovery_codes (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    code       BLOB NOT NULL UNIQUE,
    until      INTEGER
);
CREATE INDEX recovery_codes_of_player ON recovery_codes (player_id);

-- Public keys of passkeys. `site` is the host for which an authenticator made one.
CREATE TABLE passkeys (
    id          INTEGER PRIMARY KEY,
    player_id   INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    credential  BLOB NOT NULL UNIQUE,
    public_key  BLOB NOT NULL,
    site        TEXT NOT NULL,
    counter     INTEGER NOT NULL,
    label       TEXT NOT NULL,
    since       INTEGER NOT NULL,
    seen        INTEGER NOT NULL
);
CREATE INDEX passkeys_of_player ON passkeys (player_id);

-- Challenges that wait for an authenticator: with the person who adds a passkey, or without one at a sign-in.
CREATE TABLE passkey_challenges (
    challenge  BLOB PRIMARY KEY,
    player_id  INTEGER REFERENCES players ON DELETE CASCADE,
    until      INTEGER NOT NULL
) WITHOUT ROWID;

-- What happened with all of these, for the person to read.
CREATE TABLE recovery_events (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    at         INTEGER NOT NULL,
    what       TEXT NOT NULL
);
CREATE INDEX recovery_events_of_player ON recovery_events (player_id);
