-- Who may enter a client's portal: one row for each client and address, whatever becomes of it.
CREATE TABLE upstream.portal_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  -- In the spelling under which addresses are kept: that of the client or of somebody in the household.
  email_key text NOT NULL CHECK (length(email_key) BETWEEN 3 AND 254),
  -- SHA-256 of the 32 random bytes in the newest mail's link, and of those in the mail before, which are good for asking anew.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  earlier_token_hash bytea CHECK (octet_length(earlier_token_hash) = 32),
  -- Of the newest mail in the outbox, which knows whether it was refused.
  mail_id uuid NOT NULL,
  -- How many mails went out on the day of the newest one, counted in UTC.
  mails_that_day integer NOT NULL DEFAULT 1,
  invited_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (client_id, email_key)
);

CREATE TRIGGER portal_invitations_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id
  ON upstream.portal_invitations FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX portal_invitations_inserted_at ON upstream.portal_invitations (workspace_id, inserted_at, id);
CREATE INDEX portal_invitations_sent_at ON upstream.portal_invitations (workspace_id, sent_at);
CREATE INDEX portal_invitations_email ON upstream.portal_invitations (email_key);
CREATE UNIQUE INDEX portal_invitations_earlier ON upstream.portal_invitations (earlier_token_hash)
  WHERE earlier_token_hash IS NOT NULL;

-- The people of the portal, each by the address they proved; one of them may stand in the households of several workspaces.
CREATE TABLE upstream.portal_people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
  -- What they chose; null: whatever their browser asks for.
  language text CHECK (language IN ('en', 'es')),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1
);

-- Who may enter which client's portal, by what the household says today: a person who is removed from it, or whose address is
-- changed, has no access from then on.
CREATE VIEW upstream.portal_access AS
SELECT
  invitation.id AS invitation_id, invitation.workspace_id, invitation.client_id, invitation.email_key AS email,
  invitation.accepted_at, invitation.last_seen_at, client.is_archived, person.id AS client_person_id,
  coalesce(person.name, client.name) AS name,
  CASE WHEN person.id IS NULL THEN client.phone_number ELSE person.phone_number END AS phone_number
FROM upstream.portal_invitations invitation
JOIN upstream.clients client ON client.id = invitation.client_id
LEFT JOIN upstream.client_people person ON person.client_id = client.id AND person.email_key = invitation.email_key
WHERE invitation.revoked_at IS NULL AND (person.id IS NOT NULL OR client.email_key = invitation.email_key);

-- Staff who look at a client's portal as the client sees it: each look is asked for, ends by itself, and is in the history.
CREATE TABLE upstream.portal_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);

CREATE TRIGGER portal_views_workspace BEFORE INSERT ON upstream.portal_views
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX portal_views_expires_at ON upstream.portal_views (expires_at);

-- Clients send keyed writes, too: an owner of keys is an account or one of the portal's people.
ALTER TABLE upstream.idempotency_keys DROP CONSTRAINT idempotency_keys_account_id_fkey;
ALTER TABLE upstream.idempotency_keys RENAME COLUMN account_id TO owner_id;

-- What browser signed in, in a few words, for people to know their own.
ALTER TABLE upstream.sessions ADD COLUMN device text CHECK (length(device) <= 100);
CREATE INDEX sessions_client ON upstream.sessions (client_email) WHERE client_email IS NOT NULL AND revoked_at IS NULL;

-- Asked for by a browser that has been signed in as that person before: counted apart, so that strangers cannot use up its share.
ALTER TABLE upstream.mailed_links ADD COLUMN is_from_known_device boolean NOT NULL DEFAULT false;
