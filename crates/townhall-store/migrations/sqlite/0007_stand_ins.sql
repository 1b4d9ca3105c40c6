-- The people for whom a bot plays while they are away, so that their list of tables says so. Empty for tables from before,
-- until something changes there.
ALTER TABLE tables ADD COLUMN stood_in TEXT NOT NULL DEFAULT '[]';
