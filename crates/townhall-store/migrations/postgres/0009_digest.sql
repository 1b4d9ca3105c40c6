-- The same as migration 15 of the file.
ALTER TABLE channels ADD COLUMN digest text;
ALTER TABLE channels ADD COLUMN problem text NOT NULL DEFAULT '';
ALTER TABLE notices ADD COLUMN collected bigint NOT NULL DEFAULT 0;
