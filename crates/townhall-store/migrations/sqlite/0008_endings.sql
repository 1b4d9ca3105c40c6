-- How a table's game ended, for lists and previews. Null before, and for games that ended before this was stored.
ALTER TABLE tables ADD COLUMN ending TEXT;
