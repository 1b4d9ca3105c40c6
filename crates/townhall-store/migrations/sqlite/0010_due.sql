-- When a table has something to do although nobody is connected: only correspondence tables have. NULL at all others.
ALTER TABLE tables ADD COLUMN due INTEGER;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
