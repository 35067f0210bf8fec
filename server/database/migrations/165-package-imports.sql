-- A file of properties that is looked over, and imported by one more step: as a file of clients is.
CREATE TABLE upstream.package_imports (LIKE upstream.client_imports INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
ALTER TABLE upstream.package_imports
  ADD PRIMARY KEY (id),
  ADD FOREIGN KEY (workspace_id) REFERENCES upstream.workspaces ON DELETE CASCADE,
  ADD FOREIGN KEY (account_id) REFERENCES upstream.accounts ON DELETE SET NULL,
  -- The properties that it has made.
  ADD COLUMN created uuid[] NOT NULL DEFAULT '{}',
  DROP COLUMN undone_at;
CREATE INDEX package_imports_inserted_at ON upstream.package_imports (workspace_id, inserted_at, id);
CREATE INDEX package_imports_shape ON upstream.package_imports (workspace_id, shape, inserted_at) WHERE shape IS NOT NULL;
SELECT upstream.draw_versions('upstream.package_imports');
