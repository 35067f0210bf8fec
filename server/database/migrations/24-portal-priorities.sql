-- How much each person of a household wants a property. The opportunity repeats what was chosen last, for lists.
CREATE TABLE upstream.portal_priorities (
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The address that the person proved, and their name at that time.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  priority text NOT NULL CHECK (priority IN ('High', 'Medium', 'Low')),
  chosen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (opportunity_id, email)
);
CREATE INDEX portal_priorities_workspace ON upstream.portal_priorities (workspace_id);
