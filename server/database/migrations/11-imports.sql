-- Rows of files with cells that cannot be read, as they are without these: for whoever imports them so.
ALTER TABLE upstream.client_imports ADD COLUMN rest jsonb NOT NULL DEFAULT '[]';
ALTER TABLE upstream.package_imports ADD COLUMN rest jsonb NOT NULL DEFAULT '[]';

-- Listings count three quarters of a bath.
ALTER TABLE upstream.packages DROP COLUMN baths_key;
ALTER TABLE upstream.packages ALTER COLUMN baths TYPE numeric(5, 2);
ALTER TABLE upstream.packages ADD COLUMN baths_key numeric NOT NULL GENERATED ALWAYS AS (coalesce(baths, -1)) STORED;
CREATE INDEX packages_baths ON upstream.packages (workspace_id, is_archived, baths_key, id);
