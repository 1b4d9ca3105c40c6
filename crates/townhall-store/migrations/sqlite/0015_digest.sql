-- When the turns that wait for a person are sent together, and whether a notice is to be sent in this way; why nothing is sent over
-- a channel any more.
ALTER TABLE channels ADD COLUMN digest TEXT;
ALTER TABLE channels ADD COLUMN problem TEXT NOT NULL DEFAULT '';
ALTER TABLE notices ADD COLUMN collected INTEGER NOT NULL DEFAULT 0;
