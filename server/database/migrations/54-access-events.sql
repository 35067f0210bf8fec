-- Who came into an account, from where, and what changed about the ways into it. They belong to the account: signing in is for all
-- workspaces of a person at once. The history of a workspace shows those of its members.
CREATE TABLE upstream.access_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Null: failed tries at addresses that nobody has.
  account_id uuid REFERENCES upstream.accounts ON DELETE CASCADE,
  kind text NOT NULL,
  -- Words for people; empty where nothing is known.
  device text NOT NULL DEFAULT '',
  network text NOT NULL DEFAULT '',
  -- Of failed tries: all of an hour are one row, with what is known of the last one. Strangers cannot fill the disk with them.
  hour timestamptz,
  tries integer NOT NULL DEFAULT 1,
  occurred_at timestamptz NOT NULL,
  CHECK (account_id IS NOT NULL OR hour IS NOT NULL)
);
CREATE UNIQUE INDEX access_events_tries
  ON upstream.access_events (coalesce(account_id, '00000000-0000-0000-0000-000000000000'), hour) WHERE hour IS NOT NULL;
CREATE INDEX access_events_account ON upstream.access_events (account_id, occurred_at DESC, id DESC);
CREATE INDEX access_events_occurred_at ON upstream.access_events (occurred_at);
