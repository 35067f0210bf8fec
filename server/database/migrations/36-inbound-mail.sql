-- The addresses that replies by email go to: one for each thread and person who gets emails about it. The address itself is this id
-- with a mark that nobody else can make.
CREATE TABLE upstream.reply_addresses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  -- A member, or a person of the client by their address.
  account_id uuid REFERENCES upstream.accounts ON DELETE CASCADE,
  email text CHECK (length(email) BETWEEN 3 AND 254),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((account_id IS NULL) <> (email IS NULL))
);

CREATE TRIGGER reply_addresses_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.reply_addresses
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE UNIQUE INDEX reply_addresses_recipient ON upstream.reply_addresses (client_id, coalesce(account_id::text, email));

-- Emails that were taken for a reply address. The bytes are in the object store, until a while after the email is settled.
CREATE TABLE upstream.inbound_mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  reply_address_id uuid NOT NULL REFERENCES upstream.reply_addresses ON DELETE CASCADE,
  storage_key text NOT NULL,
  -- The envelope's sender; empty for reports of mail servers.
  sender text NOT NULL CHECK (length(sender) <= 320),
  -- queued: not read yet; waiting: for an agent; added: its message is in the thread; ignored: no reply of a person; refused: cannot be read.
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'waiting', 'added', 'dismissed', 'ignored', 'refused')),
  -- Why it waits, or is ignored or refused.
  reason text,
  author_name text,
  -- What the email itself says about who sent it.
  from_address text,
  body text CHECK (length(body) <= 10000),
  mail_key text CHECK (length(mail_key) <= 100),
  attachment_names text[] NOT NULL DEFAULT '{}',
  -- Its message in the thread. Of a person of the client it is there at once, marked until an agent accepts it.
  message_id uuid,
  settled_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

CREATE TRIGGER inbound_mails_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.inbound_mails
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX inbound_mails_inserted_at ON upstream.inbound_mails (workspace_id, inserted_at, id);
CREATE INDEX inbound_mails_client ON upstream.inbound_mails (client_id, inserted_at);
CREATE INDEX inbound_mails_address ON upstream.inbound_mails (reply_address_id);
CREATE INDEX inbound_mails_queued ON upstream.inbound_mails (inserted_at) WHERE state = 'queued';
