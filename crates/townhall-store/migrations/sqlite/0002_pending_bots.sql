-- Whether a bot is to act at a table, so that it goes on without anybody there. In plain words now.
DROP INDEX tables_restless;
ALTER TABLE tables RENAME COLUMN restless TO has_pending_bots;
CREATE INDEX tables_with_pending_bots ON tables (id) WHERE has_pending_bots;
