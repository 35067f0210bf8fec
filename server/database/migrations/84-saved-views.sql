-- A list's search, filters and sort under a name: one person's own, or everyone's in the workspace. One's own go with the membership.
CREATE TABLE upstream.saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whose it is; null: everyone's.
  account_id uuid,
  list text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Folded by the service.
  name_key text COLLATE "C" NOT NULL,
  -- Query parameters of the list's address, by their names.
  parameters jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
  created_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  FOREIGN KEY (account_id, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_name ON upstream.saved_views (workspace_id, list, account_id, name_key) NULLS NOT DISTINCT;
CREATE INDEX saved_views_order ON upstream.saved_views (workspace_id, list, name_key, id);
CREATE INDEX saved_views_account ON upstream.saved_views (account_id, workspace_id) WHERE account_id IS NOT NULL;
CREATE INDEX saved_views_creator ON upstream.saved_views (created_by_account_id) WHERE created_by_account_id IS NOT NULL;
