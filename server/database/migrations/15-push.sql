-- The key pair by which push services know this installation. The private key is sealed.
CREATE TABLE upstream.push_keys (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL,
  sealed_private_key bytea NOT NULL
);

-- Browsers that are told by Web Push: one for each session and workspace, staff by their account, people of clients by their address.
CREATE TABLE upstream.push_subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES upstream.sessions ON DELETE CASCADE,
  account_id uuid,
  client_email text CHECK (length(client_email) BETWEEN 3 AND 254),
  -- What the browser gave: where to send, and for whom to encrypt.
  endpoint text NOT NULL CHECK (length(endpoint) <= 1000),
  browser_key text NOT NULL CHECK (length(browser_key) <= 100),
  auth_secret text NOT NULL CHECK (length(auth_secret) <= 50),
  topics text[] NOT NULL,
  shows_names boolean NOT NULL,
  -- Hours of the workspace's day; null: told at any time.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 23),
  version integer NOT NULL DEFAULT 1,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (session_id, workspace_id),
  -- It goes with the membership.
  FOREIGN KEY (account_id, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE,
  CHECK ((account_id IS NULL) <> (client_email IS NULL)),
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);
CREATE INDEX push_subscriptions_account ON upstream.push_subscriptions (account_id, workspace_id) WHERE account_id IS NOT NULL;
CREATE INDEX push_subscriptions_client ON upstream.push_subscriptions (client_email, workspace_id) WHERE client_email IS NOT NULL;
CREATE INDEX push_subscriptions_endpoint ON upstream.push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_workspace ON upstream.push_subscriptions (workspace_id);

-- What waits to be sent.
CREATE TABLE upstream.push_deliveries (
  subscription_id uuid NOT NULL REFERENCES upstream.push_subscriptions ON DELETE CASCADE,
  -- The notification, or the client whose thread has news for them.
  about_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  -- In vain.
  tries smallint NOT NULL DEFAULT 0,
  -- Over the quiet hours.
  is_held boolean NOT NULL DEFAULT false,
  PRIMARY KEY (subscription_id, about_id)
);
CREATE INDEX push_deliveries_due ON upstream.push_deliveries (due_at);

-- A browser is told nothing once its session was ended, by whatever ends sessions.
CREATE FUNCTION upstream.end_push_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM upstream.push_subscriptions WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_push AFTER UPDATE OF revoked_at ON upstream.sessions
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION upstream.end_push_subscriptions();

SELECT upstream.draw_versions('upstream.push_subscriptions'::regclass);
