-- What a file says of records that are there already, for people to choose from, and what became of it:
-- [{"row", "id", "name", "state", "fields": [{"field", "label", "before", "after"}]}]
ALTER TABLE upstream.client_imports ADD COLUMN changes jsonb NOT NULL DEFAULT '[]';
ALTER TABLE upstream.package_imports ADD COLUMN changes jsonb NOT NULL DEFAULT '[]', ADD COLUMN undone_at timestamptz;
-- An import of properties can be undone, too.
ALTER TABLE upstream.package_imports DROP CONSTRAINT package_imports_state_check,
  ADD CONSTRAINT package_imports_state_check CHECK (state IN ('checked', 'running', 'completed', 'undoing', 'undone'));
