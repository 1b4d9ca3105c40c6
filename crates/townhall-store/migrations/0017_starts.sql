-- When the players of a table meet to begin, in milliseconds since 1970. NULL without an appointment, and from the start on.
ALTER TABLE tables ADD COLUMN starts bigint;
-- Who is notified already is also reminded of appointments (kind 32), until they switch it off.
UPDATE channels SET kinds = kinds | 32;
