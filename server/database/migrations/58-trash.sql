-- Clients, properties and opportunities in the trash. Their rows are in kept_rows, by the same id.
CREATE TABLE upstream.trashed_records (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('client', 'package', 'opportunity')),
  name text NOT NULL,
  -- Whose record it was.
  assigned_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  trashed_by_name text,
  trashed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How many rows of each table went along.
  counts jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX trashed_records_trashed_at ON upstream.trashed_records (workspace_id, trashed_at, id);
CREATE INDEX trashed_records_assigned ON upstream.trashed_records (assigned_account_id, workspace_id, trashed_at, id);
-- Files of documents that are kept are in use.
CREATE INDEX kept_rows_file ON upstream.kept_rows ((content ->> 'file_id')) WHERE table_name = 'document_versions';
