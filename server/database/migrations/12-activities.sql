-- What was done in a workspace, by whom: one row for each write, added in the write's own transaction, never changed.
CREATE TABLE upstream.activities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The client, the package and the opportunity whose history this is part of; all null: the workspace's own.
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  opportunity_id uuid REFERENCES upstream.opportunities ON DELETE CASCADE,
  kind text NOT NULL,
  -- The event in words, and the actor's name, as they were then.
  label text NOT NULL,
  actor_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  actor_name text,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  -- [{"field", "before", "after"}]
  changes jsonb NOT NULL DEFAULT '[]',
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What the event is about, in a word by which a log is narrowed down.
  topic text NOT NULL
);

CREATE TRIGGER activities_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.activities
  FOR EACH ROW WHEN (NEW.client_id IS NOT NULL) EXECUTE FUNCTION upstream.check_client_workspace();

CREATE INDEX activities_workspace ON upstream.activities (workspace_id, occurred_at, id);
CREATE INDEX activities_client ON upstream.activities (client_id, occurred_at, id);
CREATE INDEX activities_package ON upstream.activities (package_id, occurred_at, id) WHERE package_id IS NOT NULL;
-- One for each way in which a log is narrowed down.
CREATE INDEX activities_topic ON upstream.activities (workspace_id, topic, occurred_at, id);
CREATE INDEX activities_actor ON upstream.activities (workspace_id, actor_account_id, occurred_at, id);
CREATE INDEX activities_opportunity ON upstream.activities (opportunity_id, occurred_at, id)
  WHERE opportunity_id IS NOT NULL;
