-- Which emails a member of staff wants in a workspace: a choice for each topic of notifications. What is not chosen is as usual.
CREATE TABLE upstream.staff_mail_choices (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  -- {"messages": "each" | "daily" | "none"}
  choices jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, workspace_id)
);

-- Which emails a person of a client wants of a workspace, whether they ever used the portal or not. Links that sign in are
-- always mailed.
CREATE TABLE upstream.client_mail_choices (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- In the spelling under which addresses are kept.
  email_key text NOT NULL CHECK (length(email_key) BETWEEN 3 AND 254),
  choice text NOT NULL CHECK (choice IN ('each', 'daily', 'none')),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (email_key, workspace_id)
);

-- Up to which message of a thread a person of the client was mailed: not again until they have read it.
CREATE TABLE upstream.message_mails (
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  email_key text NOT NULL CHECK (length(email_key) BETWEEN 3 AND 254),
  mailed_number bigint NOT NULL,
  mailed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (client_id, email_key)
);

-- Addresses to which an email could not be delivered for good. One that is proved anew is no longer among them.
CREATE TABLE mail.bounced_addresses (
  email_key text PRIMARY KEY CHECK (length(email_key) BETWEEN 3 AND 254),
  reason text NOT NULL CHECK (length(reason) <= 500),
  bounced_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Whether emails about messages quote their beginning.
ALTER TABLE upstream.portal_settings ADD COLUMN quotes_messages boolean NOT NULL DEFAULT true;

-- Where whoever gets an email says that they want no more of its kind, by one POST (RFC 8058), and where answers to it go.
ALTER TABLE mail.outbox
  ADD COLUMN unsubscribe_url text CHECK (length(unsubscribe_url) <= 2000),
  ADD COLUMN reply_to text CHECK (length(reply_to) <= 254);
