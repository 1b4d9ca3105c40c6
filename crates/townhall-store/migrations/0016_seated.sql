-- The people by chair, as JSON: lists say who invites, and for whom a table waits. NULL until something changes at the table.
ALTER TABLE tables ADD COLUMN seated text;
