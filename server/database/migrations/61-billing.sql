-- That a workspace asked for another plan. Whoever runs the server settles it with a command: nothing is charged here.
CREATE TABLE upstream.plan_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  plan text NOT NULL CHECK (plan IN ('free', 'standard')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'granted', 'declined', 'withdrawn')),
  requested_by uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((state = 'pending') = (settled_at IS NULL))
);

-- A workspace waits for one plan at a time.
CREATE UNIQUE INDEX plan_requests_pending ON upstream.plan_requests (workspace_id) WHERE state = 'pending';
CREATE INDEX plan_requests_of_workspace ON upstream.plan_requests (workspace_id, inserted_at DESC);
CREATE INDEX plan_requests_requested_by ON upstream.plan_requests (requested_by);
