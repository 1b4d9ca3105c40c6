-- The same as migration 10 of the file.
ALTER TABLE tables ADD COLUMN due bigint;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
