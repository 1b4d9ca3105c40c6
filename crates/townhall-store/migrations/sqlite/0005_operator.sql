-- What the operator decided about a table: that no list shows it, and that nobody may open it.
ALTER TABLE tables ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;

-- Rows can be removed, but no number is ever given to somebody else: journals name people by their numbers.
CREATE TABLE used_ids (
    kind  TEXT PRIMARY KEY,
    id    INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER players_removed AFTER DELETE ON players BEGIN
    INSERT INTO used_ids (kind, id) VALUES ('players', old.id)
        ON CONFLICT (kind) DO UPDATE SET id = max(id, excluded.id);
END;

CREATE TRIGGER tables_removed AFTER DELETE ON tables BEGIN
    INSERT INTO used_ids (kind, id) VALUES ('tables', old.id)
        ON CONFLICT (kind) DO UPDATE SET id = max(id, excluded.id);
END;

-- What players report to the operator. The names are those of the moment.
CREATE TABLE reports (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    code      TEXT NOT NULL,
    reporter  INTEGER NOT NULL,
    about     INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    name      TEXT NOT NULL,
    reason    TEXT NOT NULL
);

-- One row, which is written to find out whether the file can be written.
CREATE TABLE health (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    at  INTEGER NOT NULL
);
