-- The same change of several records, made and taken back as one.
CREATE TABLE upstream.batches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Who makes it, and who alone sees it.
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('client', 'package', 'opportunity', 'task')),
  action text NOT NULL CHECK (action IN ('assign', 'add_tag', 'remove_tag', 'archive', 'restore', 'complete')),
  -- The new agent's id, or the tag; with the name that people read.
  value text,
  value_name text,
  state text NOT NULL CHECK (state IN ('running', 'done', 'undoing', 'undone')),
  total integer NOT NULL,
  -- Chosen by id, and not there for whoever chose them.
  missing integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  undone_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX batches_inserted_at ON upstream.batches (workspace_id, account_id, inserted_at, id);

-- What becomes of each record of a batch. The record itself may be gone by now.
CREATE TABLE upstream.batch_records (
  batch_id uuid NOT NULL REFERENCES upstream.batches ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  record_id uuid NOT NULL,
  place integer NOT NULL,
  -- same: it was so already; left: it could not be changed; kept: changed by others since, and so not taken back
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'changed', 'same', 'left', 'undone', 'kept')),
  reason text,
  -- What an undo writes again: the former agent's id, or the former tags.
  before jsonb,
  -- The record's version right after the change.
  version_after integer,
  PRIMARY KEY (batch_id, record_id)
);
CREATE INDEX batch_records_workspace ON upstream.batch_records (workspace_id);
CREATE INDEX batch_records_state ON upstream.batch_records (batch_id, state, place);
