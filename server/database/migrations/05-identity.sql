CREATE SCHEMA IF NOT EXISTS upstream;

-- A member of staff. A registration that was never verified leaves no account behind.
CREATE TABLE upstream.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Trimmed, NFC, lower case: written by one function only.
  email text NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
  first_name text NOT NULL,
  last_name text NOT NULL DEFAULT '',
  phone_number text,
  address text,
  -- {"url", "file_id"}
  profile_picture jsonb,
  notes text,
  -- argon2id in PHC form; null: signs in by mailed link only.
  password_hash text,
  verified_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE upstream.workspaces (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- The present one; `upstream.handles` sees to it that no two workspaces have the same.
  handle text NOT NULL,
  description text,
  time_zone text NOT NULL DEFAULT 'America/New_York',
  website_url text,
  -- {"url", "file_id"}
  logo jsonb,
  plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'standard')),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

-- Every handle that nobody else may take: the present ones, the former ones for a while, those of registrations that
-- wait for their verification. One primary key decides between people who want the same handle at the same moment.
CREATE TABLE upstream.handles (
  handle text PRIMARY KEY,
  workspace_id uuid REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Of the registration that holds the handle, before there is a workspace.
  email text,
  -- Null: the present handle of its workspace. After this moment the handle is free.
  held_until timestamptz,
  UNIQUE (handle, workspace_id),
  CHECK ((workspace_id IS NULL) <> (email IS NULL)),
  CHECK (email IS NULL OR held_until IS NOT NULL)
);

CREATE UNIQUE INDEX handles_present ON upstream.handles (workspace_id) WHERE held_until IS NULL;
CREATE INDEX handles_email ON upstream.handles (email) WHERE email IS NOT NULL;
CREATE INDEX handles_held_until ON upstream.handles (held_until) WHERE held_until IS NOT NULL;

ALTER TABLE upstream.workspaces
  ADD FOREIGN KEY (handle, id) REFERENCES upstream.handles (handle, workspace_id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE upstream.memberships (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'manager', 'member', 'instructor')),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (account_id, workspace_id)
);

CREATE INDEX memberships_newest ON upstream.memberships (workspace_id, inserted_at DESC, account_id DESC);
CREATE UNIQUE INDEX memberships_one_owner ON upstream.memberships (workspace_id) WHERE role = 'owner';

-- The members of a workspace as its list shows them.
CREATE VIEW upstream.members AS
SELECT
  membership.workspace_id, account.id, account.first_name, account.last_name,
  trim(account.first_name || ' ' || account.last_name) AS full_name, account.email, account.phone_number,
  account.address, account.profile_picture, account.notes, account.verified_at, membership.role,
  membership.inserted_at, membership.version + account.version AS version
FROM upstream.memberships membership JOIN upstream.accounts account ON account.id = membership.account_id;

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
