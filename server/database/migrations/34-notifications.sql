-- What members of staff are told: something has happened to a record of theirs, or is due. One row for each person.
CREATE TABLE upstream.notifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Who is told.
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  kind text NOT NULL,
  -- What people choose emails by.
  topic text NOT NULL,
  -- The event that it tells of, whose label and actor are not written twice; null for what is no event, such as a due offer.
  activity_id uuid REFERENCES upstream.activities ON DELETE CASCADE,
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  opportunity_id uuid REFERENCES upstream.opportunities ON DELETE CASCADE,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  -- What the subject is called, or says: a document's label, a task's title, the beginning of a message.
  subject_name text CHECK (length(subject_name) <= 200),
  -- Who did it, where no event says so.
  actor_name text,
  -- While it is unread, what has the same key joins it; with NULL nothing does.
  join_key text CHECK (length(join_key) <= 200),
  -- How much has joined it, itself included.
  times integer NOT NULL DEFAULT 1,
  -- Of what joined it last.
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Since when it waits to be read: of what came first.
  unread_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz,
  is_read boolean NOT NULL GENERATED ALWAYS AS (read_at IS NOT NULL) STORED,
  -- When it was first in an email; it is in none again until it has been read.
  mailed_at timestamptz,
  version integer NOT NULL DEFAULT 1
);

CREATE TRIGGER notifications_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.notifications
  FOR EACH ROW WHEN (NEW.client_id IS NOT NULL) EXECUTE FUNCTION upstream.check_client_workspace();

CREATE INDEX notifications_newest ON upstream.notifications (account_id, workspace_id, inserted_at, id);
CREATE INDEX notifications_unread ON upstream.notifications (account_id, workspace_id, inserted_at, id) WHERE NOT is_read;
CREATE UNIQUE INDEX notifications_joined ON upstream.notifications (account_id, join_key)
  WHERE join_key IS NOT NULL AND read_at IS NULL;
CREATE INDEX notifications_keys ON upstream.notifications (account_id, join_key) WHERE join_key IS NOT NULL;
-- What may be mailed, which is little, however long the inboxes are.
CREATE INDEX notifications_unmailed ON upstream.notifications (unread_since) WHERE read_at IS NULL AND mailed_at IS NULL;
-- Each goes with what it is about.
CREATE INDEX notifications_activity ON upstream.notifications (activity_id) WHERE activity_id IS NOT NULL;
CREATE INDEX notifications_client ON upstream.notifications (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX notifications_package ON upstream.notifications (package_id) WHERE package_id IS NOT NULL;
CREATE INDEX notifications_opportunity ON upstream.notifications (opportunity_id) WHERE opportunity_id IS NOT NULL;
