-- The latest tidying up after a deal was closed, for as long as it can be undone as one.
CREATE TABLE upstream.after_closings (
  opportunity_id uuid PRIMARY KEY REFERENCES upstream.opportunities ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What was done to which record, by what name people know it, and its version right after.
  parts jsonb NOT NULL,
  done_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- The names of what the undo left as it is, since it was changed in the meantime.
  kept jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX after_closings_workspace ON upstream.after_closings (workspace_id);
