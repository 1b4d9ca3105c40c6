-- The medium and the host to which a channel's messages go: those of one target are paused together. A host has no port here, so that
-- the ports of one machine count together.
ALTER TABLE channels ADD COLUMN target TEXT NOT NULL DEFAULT 'email';
UPDATE channels SET target = medium || ' ' || lower(substr(
        replace(replace(substr(address, instr(address, '://') + 3), '?', '/'), ':', '/') || '/', 1,
        instr(replace(replace(substr(address, instr(address, '://') + 3), '?', '/'), ':', '/') || '/', '/') - 1))
    WHERE medium <> 'email';
-- When the mail server first refused an address without a reason; nothing after it accepted an email.
ALTER TABLE channels ADD COLUMN doubted INTEGER;
