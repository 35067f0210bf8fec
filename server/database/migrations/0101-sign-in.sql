-- Two kinds of person sign in: staff by their account, a client's person by the address they proved, which may stand
-- in the households of several workspaces.
CREATE TABLE upstream.sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('account', 'client')),
  account_id uuid REFERENCES upstream.accounts ON DELETE CASCADE,
  client_email text,
  -- SHA-256 of the token: whoever reads this table cannot be anybody.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'account') = (account_id IS NOT NULL)),
  CHECK ((kind = 'client') = (client_email IS NOT NULL))
);

CREATE INDEX sessions_account ON upstream.sessions (account_id) WHERE revoked_at IS NULL;
CREATE INDEX sessions_expires_at ON upstream.sessions (expires_at);

-- Everything that was mailed to an address and may be used once. A row is written for addresses that nobody has, too,
-- so that asking costs the same and is limited in the same way.
CREATE TABLE upstream.mailed_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'registration', 'password_reset')),
  kind text NOT NULL DEFAULT 'account' CHECK (kind IN ('account', 'client')),
  email text NOT NULL,
  -- SHA-256 of the 32 random bytes in the link.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- argon2id of the 6 digits, whose every value a quicker hash would give away at once.
  code_hash text,
  tries integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX mailed_links_address ON upstream.mailed_links (email, purpose, inserted_at DESC);
CREATE INDEX mailed_links_expires_at ON upstream.mailed_links (expires_at);

-- What somebody typed on the way in; becomes an account, a workspace and its owner when the mailed link is used.
CREATE TABLE upstream.registrations (
  id uuid PRIMARY KEY REFERENCES upstream.mailed_links ON DELETE CASCADE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone_number text,
  workspace_name text NOT NULL,
  workspace_handle text NOT NULL
);
