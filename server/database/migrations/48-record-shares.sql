-- Clients and properties that a member may look at though they are another agent's.
CREATE TABLE upstream.record_shares (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((client_id IS NULL) <> (package_id IS NULL)),
  UNIQUE (account_id, client_id),
  UNIQUE (account_id, package_id)
);

-- Whom a record is shared with, and what goes with it.
CREATE INDEX record_shares_client ON upstream.record_shares (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX record_shares_package ON upstream.record_shares (package_id) WHERE package_id IS NOT NULL;
