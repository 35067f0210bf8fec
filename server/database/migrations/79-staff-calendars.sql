-- The address at which somebody's own calendar reads what is theirs in a workspace: one for each member, and gone with them.
CREATE TABLE upstream.staff_calendars (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- SHA-256 of the 32 random bytes in the address.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (account_id, workspace_id),
  FOREIGN KEY (account_id, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE
);
