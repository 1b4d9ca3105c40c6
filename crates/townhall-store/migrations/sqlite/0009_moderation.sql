-- Lists name their tables by code. An index on the status would be in the way of that, and costs with each table.
DROP INDEX tables_listed;

-- Whether the game was played elsewhere and uploaded, so that lists and previews can say it. Its record is the second entry.
ALTER TABLE tables ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET imported = 1
    WHERE EXISTS (SELECT 1 FROM entries WHERE key = (tables.id << 20) + 2 AND instr(body, '"kind":{"recorded":') > 0);

-- Addresses, networks and guests that may not use the server, and until when; without an end, for good.
CREATE TABLE blocks (
    id       INTEGER PRIMARY KEY,
    subject  TEXT NOT NULL UNIQUE,
    at       INTEGER NOT NULL,
    until    INTEGER
);
