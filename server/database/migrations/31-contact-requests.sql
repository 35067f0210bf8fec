-- What people send from a workspace's public page: a first message, or the wish to register.
CREATE TABLE upstream.contact_requests (
  -- Follows from the form's key and content, so that a form that is sent twice is one request.
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Null until it is filed, in the background: the answer is the same, and as quick, whether the address is a client's or not.
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('message', 'registration')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email text NOT NULL CHECK (length(email) <= 254),
  email_key text NOT NULL,
  phone_number text CHECK (length(phone_number) <= 50),
  message text CHECK (length(message) <= 4000),
  -- Whether the address was a client's before.
  is_known boolean NOT NULL DEFAULT false,
  -- SHA-256 of the 32 random bytes in the mail that confirms the address of a registration.
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz,
  confirmed_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'dismissed')),
  settled_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  CHECK ((kind = 'registration') = (token_hash IS NOT NULL)),
  CHECK ((outcome IS NULL) = (settled_at IS NULL))
);

CREATE TRIGGER contact_requests_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id
  ON upstream.contact_requests FOR EACH ROW WHEN (NEW.client_id IS NOT NULL)
  EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX contact_requests_inserted_at ON upstream.contact_requests (workspace_id, inserted_at, id);
CREATE INDEX contact_requests_client ON upstream.contact_requests (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX contact_requests_email ON upstream.contact_requests (email_key, inserted_at);
