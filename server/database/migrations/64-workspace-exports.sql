-- Everything that a workspace keeps, as one archive to download. Its bytes are in the object store, in pieces.
CREATE TABLE upstream.workspace_exports (
  -- Also the account_id of its objects: it is what announced them.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  requested_by uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  -- Who works on it, and under which keys its pieces are; another attempt takes it away from the one before.
  attempt uuid,
  files_done integer NOT NULL DEFAULT 0,
  files_total integer,
  -- Files that could not be read; the archive names them.
  files_missing integer NOT NULL DEFAULT 0,
  size bigint,
  -- Bytes of each piece but the last.
  piece_size integer,
  failure text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  progress_at timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz,
  -- When it is deleted.
  expires_at timestamptz NOT NULL,
  CHECK (state <> 'ready' OR (size IS NOT NULL AND piece_size IS NOT NULL AND attempt IS NOT NULL AND ready_at IS NOT NULL))
);

-- One at a time for each workspace.
CREATE UNIQUE INDEX workspace_exports_queued ON upstream.workspace_exports (workspace_id) WHERE state = 'queued';
CREATE INDEX workspace_exports_newest ON upstream.workspace_exports (workspace_id, requested_at DESC);
CREATE INDEX workspace_exports_expires_at ON upstream.workspace_exports (expires_at);
CREATE INDEX workspace_exports_requested_by ON upstream.workspace_exports (requested_by);
