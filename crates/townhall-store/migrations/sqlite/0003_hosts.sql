-- A table goes on only while somebody is there: it need not be known at which of them bots are to act.
DROP INDEX tables_with_pending_bots;
ALTER TABLE tables DROP COLUMN has_pending_bots;

-- Whose table it is, so that nobody's tables fill the lists or the file. 0: not known, until something changes at a table
-- from before.
ALTER TABLE tables ADD COLUMN host INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_of_host ON tables (host) WHERE status <> 'over';
