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
  version integer NOT NULL DEFAULT 1,
  -- The API's id of this workspace, where the records are an API's; null: nothing of that API belongs to it. One workspace there
  -- is one here, or two circles of people who do not know of each other would share its records.
  api_workspace_id text UNIQUE CHECK (length(api_workspace_id) BETWEEN 1 AND 200),
  -- What stands at the foot of every page for clients.
  phone_number text CHECK (length(phone_number) <= 50),
  brokerage text CHECK (length(brokerage) <= 200),
  license_number text CHECK (length(license_number) <= 200),
  privacy_url text CHECK (length(privacy_url) <= 2000),
  terms_url text CHECK (length(terms_url) <= 2000),
  -- A workspace that was deleted is closed for everybody until then, and its owner can restore it; after that nothing is left of it.
  purge_at timestamptz,
  -- What it asks of its members' sign-in.
  requires_second_step boolean NOT NULL DEFAULT false,
  allows_trusted_browsers boolean NOT NULL DEFAULT true
);

CREATE INDEX workspaces_purge_at ON upstream.workspaces (purge_at) WHERE purge_at IS NOT NULL;

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
  -- What a workspace notes about a member concerns that workspace alone: another one that the person belongs to does not see it.
  notes text,
  -- When the person was in the workspace last, to within minutes; null: not since this is noted.
  last_seen_at timestamptz,
  -- First steps of a new workspace that a member does not want to be shown for now.
  put_away_steps text[] NOT NULL DEFAULT '{}',
  UNIQUE (account_id, workspace_id)
);

CREATE INDEX memberships_newest ON upstream.memberships (workspace_id, inserted_at DESC, account_id DESC);
CREATE UNIQUE INDEX memberships_one_owner ON upstream.memberships (workspace_id) WHERE role = 'owner';

-- The members of a workspace as its list shows them. They are few: what they are sorted and searched by is made of their names.
-- Of two versions that are drawn, the later one is new whenever one of them is.
CREATE VIEW upstream.members AS
SELECT
  membership.workspace_id, account.id, account.first_name, account.last_name,
  trim(account.first_name || ' ' || account.last_name) AS full_name, account.email, account.phone_number,
  account.address, account.profile_picture, membership.notes, account.verified_at, membership.role,
  membership.inserted_at, membership.last_seen_at, greatest(membership.version, account.version) AS version,
  upstream.folded(trim(account.first_name || ' ' || account.last_name)) AS name_key,
  upstream.folded(concat_ws(E'\n', trim(account.first_name || ' ' || account.last_name), account.email,
    account.address, regexp_replace(account.phone_number, '[^0-9]', '', 'g'))) AS search_text,
  array_position(ARRAY['owner', 'admin', 'manager', 'member', 'instructor'], membership.role) AS role_rank,
  coalesce(membership.last_seen_at, timestamptz '1000-01-01 00:00:00+00') AS seen_key
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
  -- What browser signed in, in a few words, for people to know their own.
  device text CHECK (length(device) <= 100),
  -- Whether the provider said that the sign-in took a second factor, which then stands for the second step.
  is_vouched boolean NOT NULL DEFAULT false,
  CHECK ((kind = 'account') = (account_id IS NOT NULL)),
  CHECK ((kind = 'client') = (client_email IS NOT NULL))
);

CREATE INDEX sessions_account ON upstream.sessions (account_id) WHERE revoked_at IS NULL;
CREATE INDEX sessions_client ON upstream.sessions (client_email) WHERE client_email IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX sessions_expires_at ON upstream.sessions (expires_at);

-- Everything that was mailed to an address and may be used once. A row is written for addresses that nobody has, too,
-- so that asking costs the same and is limited in the same way.
CREATE TABLE upstream.mailed_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- shared_property: signs in like the one that is asked for, and works for longer, since nobody waits for that mail.
  purpose text NOT NULL
    CHECK (purpose IN ('sign_in', 'registration', 'password_reset', 'invitation', 'shared_property')),
  kind text NOT NULL DEFAULT 'account' CHECK (kind IN ('account', 'client')),
  email text NOT NULL,
  -- SHA-256 of the 32 random bytes in the link.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- argon2id of the 6 digits, whose every value a quicker hash would give away at once.
  code_hash text,
  tries integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Asked for by a browser that has been signed in as that person before: counted apart, so that strangers cannot use up its share.
  is_from_known_device boolean NOT NULL DEFAULT false
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
  workspace_handle text NOT NULL,
  -- That was chosen for the workspace; null: none was.
  time_zone text
);

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

-- Whom a workspace has invited to work there: one row for each address, whatever became of its links, which are swept.
CREATE TABLE upstream.colleague_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- In the spelling under which accounts keep theirs.
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'manager', 'member', 'instructor')),
  -- The present link, in `upstream.mailed_links`; sending again renews it.
  link_id uuid REFERENCES upstream.mailed_links ON DELETE SET NULL,
  -- The newest mail, in `mail.outbox`, which knows for a while whether it arrived.
  mail_id uuid NOT NULL,
  mails_that_day integer NOT NULL DEFAULT 1,
  invited_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (workspace_id, email)
);

CREATE INDEX colleague_invitations_newest ON upstream.colleague_invitations (workspace_id, inserted_at DESC, id DESC);
CREATE INDEX colleague_invitations_link ON upstream.colleague_invitations (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX colleague_invitations_inviter ON upstream.colleague_invitations (invited_by_account_id)
  WHERE invited_by_account_id IS NOT NULL;

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
  -- What becomes of the public page when the workspace has another owner. kept: whose face is there stays; face: the new owner's;
  -- anew: theirs, and without the introduction that was not written by them. Null: it was not asked.
  public_page text CHECK (public_page IN ('kept', 'face', 'anew')),
  UNIQUE (workspace_id, kind),
  CHECK ((kind = 'deletion') = (requested_by = confirmed_by)),
  -- Whoever leaves the workspace has nothing to confirm in it.
  FOREIGN KEY (requested_by, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE,
  FOREIGN KEY (confirmed_by, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE
);

CREATE INDEX workspace_confirmations_requested_by ON upstream.workspace_confirmations (requested_by, workspace_id);
CREATE INDEX workspace_confirmations_confirmed_by ON upstream.workspace_confirmations (confirmed_by, workspace_id);
CREATE INDEX workspace_confirmations_expires_at ON upstream.workspace_confirmations (expires_at);

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

-- Another address for an account: it changes once both addresses have confirmed it, and the old one can undo it for 7 days after.
CREATE TABLE upstream.email_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  -- When the account got the address.
  changed_at timestamptz,
  -- When it was withdrawn, replaced, stopped or undone.
  stopped_at timestamptz,
  inserted_at timestamptz NOT NULL,
  -- Until then it waits for the confirmations.
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX email_changes_waiting ON upstream.email_changes (account_id) WHERE changed_at IS NULL AND stopped_at IS NULL;
CREATE INDEX email_changes_account ON upstream.email_changes (account_id, inserted_at DESC);

-- A link in each email about it. Sending again adds links: the one in an earlier email still works.
CREATE TABLE upstream.email_change_links (
  -- SHA-256 of the 32 random bytes in the link.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  change_id uuid NOT NULL REFERENCES upstream.email_changes ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('confirm_old', 'confirm_new', 'stop')),
  -- Where it was mailed.
  email text NOT NULL,
  inserted_at timestamptz NOT NULL
);
CREATE INDEX email_change_links_change ON upstream.email_change_links (change_id);
CREATE INDEX email_change_links_email ON upstream.email_change_links (email, inserted_at);

-- The second step of signing in: codes of an app on the person's phone.
CREATE TABLE upstream.second_steps (
  account_id uuid PRIMARY KEY REFERENCES upstream.accounts ON DELETE CASCADE,
  -- What the app makes its codes of, sealed with SESSION_SECRETS.
  sealed_secret bytea NOT NULL,
  -- The period (of 30 seconds since 1970) of the last code that was accepted: no code works twice, and no earlier one after it.
  last_period bigint NOT NULL,
  -- The period of a code that came from a clock that was off: it is not accepted when its time comes, either.
  refused_period bigint,
  tries integer NOT NULL DEFAULT 0,
  tries_since timestamptz NOT NULL,
  enabled_at timestamptz NOT NULL
);

CREATE TABLE upstream.recovery_codes (
  code_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES upstream.second_steps ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX recovery_codes_account ON upstream.recovery_codes (account_id);

-- Browsers that are not asked for a code for 30 days.
CREATE TABLE upstream.trusted_browsers (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES upstream.second_steps ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX trusted_browsers_account ON upstream.trusted_browsers (account_id);

-- Of one session: a secret that no code has confirmed yet, then the recovery codes until the person has kept them.
CREATE TABLE upstream.second_step_setups (
  session_id uuid PRIMARY KEY REFERENCES upstream.sessions ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  sealed_secret bytea,
  sealed_codes bytea,
  expires_at timestamptz NOT NULL,
  CHECK ((sealed_secret IS NULL) <> (sealed_codes IS NULL))
);
CREATE INDEX second_step_setups_account ON upstream.second_step_setups (account_id);

-- Sign-ins whose first step was right. They are no sessions: their tokens open nothing but the second step.
CREATE TABLE upstream.waiting_sign_ins (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX waiting_sign_ins_account ON upstream.waiting_sign_ins (account_id);

-- Accounts that an OpenID provider signs in to. The issuer and its subject name a person for ever; an email address does not.
-- A row whose issuer is null was unlinked: linking that account again takes a password or mailed code, however new the session is.
CREATE TABLE upstream.openid_identities (
  account_id uuid PRIMARY KEY REFERENCES upstream.accounts ON DELETE CASCADE,
  issuer text,
  subject text,
  -- What the provider called the person when the account was linked: for people to recognize, and for nothing else.
  email text,
  linked_at timestamptz,
  UNIQUE (issuer, subject),
  CHECK ((issuer IS NULL) = (subject IS NULL) AND (issuer IS NULL) = (linked_at IS NULL))
);
