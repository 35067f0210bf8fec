-- A long file is imported by a job, some rows in each transaction; so is an import taken back.
ALTER TABLE upstream.client_imports
  DROP CONSTRAINT client_imports_state_check,
  ADD CONSTRAINT client_imports_state_check CHECK (state IN ('checked', 'running', 'completed', 'undoing', 'undone')),
  -- How many of its entries were looked at.
  ADD COLUMN position integer NOT NULL DEFAULT 0;
ALTER TABLE upstream.package_imports
  DROP CONSTRAINT client_imports_state_check,
  ADD CONSTRAINT package_imports_state_check CHECK (state IN ('checked', 'running', 'completed')),
  ADD COLUMN position integer NOT NULL DEFAULT 0;
