-- A file of clients on its way in: looked over first, then imported in one go, and taken back as a whole.
CREATE TABLE upstream.client_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whose import it is, and whose clients they become.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'completed', 'undone')),
  -- What can be imported: kept until that is done.
  entries jsonb NOT NULL,
  ready integer NOT NULL,
  -- What cannot, by the numbers of its rows: [{"row", "name", "detail"}] and [{"row", "name", "client_id", "same_as_row"}]
  problems jsonb NOT NULL,
  doubles jsonb NOT NULL,
  imported integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  undone_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX client_imports_inserted_at ON upstream.client_imports (workspace_id, inserted_at, id);

-- The import that a client came by.
ALTER TABLE upstream.clients ADD COLUMN import_id uuid REFERENCES upstream.client_imports ON DELETE SET NULL;
CREATE INDEX clients_import ON upstream.clients (import_id) WHERE import_id IS NOT NULL;
