-- What was done in a workspace, by whom: one row for each write, added in the write's own transaction, never changed.
CREATE TABLE upstream.activities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The client whose history this is part of; null: the workspace's own.
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  kind text NOT NULL,
  -- The event in words, and the actor's name, as they were then.
  label text NOT NULL,
  actor_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  actor_name text,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  -- [{"field", "before", "after"}]
  changes jsonb NOT NULL DEFAULT '[]',
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TRIGGER activities_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.activities
  FOR EACH ROW WHEN (NEW.client_id IS NOT NULL) EXECUTE FUNCTION upstream.check_client_workspace();

CREATE INDEX activities_workspace ON upstream.activities (workspace_id, occurred_at, id);
CREATE INDEX activities_client ON upstream.activities (client_id, occurred_at, id);
