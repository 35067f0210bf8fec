-- What the owner of a workspace asked for and somebody has yet to confirm by the link in an email: that another member becomes the
-- owner, or that the workspace is deleted. One of each kind at a time.
CREATE TABLE upstream.workspace_confirmations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('transfer', 'deletion')),
  requested_by uuid NOT NULL,
  -- Whose email has the link: who becomes the owner, or the owner.
  confirmed_by uuid NOT NULL,
  -- SHA-256 of the 32 random bytes in the link.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  inserted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (workspace_id, kind),
  CHECK ((kind = 'deletion') = (requested_by = confirmed_by)),
  -- Whoever leaves the workspace has nothing to confirm in it.
  FOREIGN KEY (requested_by, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE,
  FOREIGN KEY (confirmed_by, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE
);

CREATE INDEX workspace_confirmations_requested_by ON upstream.workspace_confirmations (requested_by, workspace_id);
CREATE INDEX workspace_confirmations_confirmed_by ON upstream.workspace_confirmations (confirmed_by, workspace_id);
CREATE INDEX workspace_confirmations_expires_at ON upstream.workspace_confirmations (expires_at);

-- A workspace that was deleted is closed for everybody until then, and its owner can restore it; after that nothing is left of it.
ALTER TABLE upstream.workspaces ADD COLUMN purge_at timestamptz;
CREATE INDEX workspaces_purge_at ON upstream.workspaces (purge_at) WHERE purge_at IS NOT NULL;
