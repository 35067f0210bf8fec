-- The API's id of this workspace, where the records are an API's; null: nothing of that API belongs to it. One workspace there
-- is one here, or two circles of people who do not know of each other would share its records.
ALTER TABLE upstream.workspaces
  ADD COLUMN api_workspace_id text UNIQUE CHECK (length(api_workspace_id) BETWEEN 1 AND 200);

ALTER TABLE upstream.mailed_links
  DROP CONSTRAINT mailed_links_purpose_check,
  ADD CONSTRAINT mailed_links_purpose_check
    CHECK (purpose IN ('sign_in', 'registration', 'password_reset', 'invitation'));

-- What a link lets somebody join. Without a workspace it lets them make one, whose owner they become.
CREATE TABLE upstream.member_invitations (
  id uuid PRIMARY KEY REFERENCES upstream.mailed_links ON DELETE CASCADE,
  workspace_id uuid REFERENCES upstream.workspaces ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'manager', 'member', 'instructor')),
  -- Of the workspace to be made, held for this address; null: it is chosen when the link is used.
  workspace_handle text,
  -- The API's id that the workspace to be made gets.
  api_workspace_id text CHECK (length(api_workspace_id) BETWEEN 1 AND 200),
  CHECK ((workspace_id IS NULL) = (role = 'owner')),
  CHECK (workspace_id IS NULL OR (workspace_handle IS NULL AND api_workspace_id IS NULL))
);
CREATE INDEX member_invitations_workspace ON upstream.member_invitations (workspace_id) WHERE workspace_id IS NOT NULL;
