-- The same as migration 19 of the file.
ALTER TABLE channels ADD COLUMN target text NOT NULL DEFAULT 'email';
UPDATE channels
    SET target = medium || ' ' || lower(split_part(split_part(split_part(split_part(address, '://', 2), '/', 1), '?', 1), ':', 1))
    WHERE medium <> 'email';
ALTER TABLE channels ADD COLUMN doubted bigint;
