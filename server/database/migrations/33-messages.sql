-- What staff and a client say to each other: one thread for each client. Notes are among staff.
CREATE TABLE upstream.messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The order within a thread. Those who write to a thread wait for each other, so a later number is never there before an earlier one.
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  -- An announcement is written by the service.
  kind text NOT NULL CHECK (kind IN ('message', 'note', 'announcement')),
  source text NOT NULL CHECK (source IN ('workspace', 'portal', 'email', 'contact_form', 'question')),
  is_from_client boolean NOT NULL,
  author_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  -- Of the person of the client who wrote, in the spelling under which addresses are kept.
  author_email text CHECK (length(author_email) BETWEEN 3 AND 254),
  author_name text NOT NULL CHECK (length(author_name) <= 200),
  -- Empty where there are attachments alone, and once the message is deleted.
  body text NOT NULL CHECK (length(body) <= 10000),
  search_text text NOT NULL,
  -- The property that it is about.
  package_id uuid REFERENCES upstream.packages ON DELETE SET NULL,
  -- Of the mail that it was; one mail is one message, however often it is delivered.
  email_message_id text CHECK (length(email_message_id) <= 1000),
  -- False: whether it is from the client is not proved, so the client's thread does not show it until staff accept it.
  is_verified boolean NOT NULL DEFAULT true,
  -- What in it looks like payment details: names of rules.
  payment_warning text[] NOT NULL DEFAULT '{}',
  edited_at timestamptz,
  deleted_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  CHECK (is_from_client = (author_email IS NOT NULL)),
  CHECK (kind = 'message' OR NOT is_from_client)
);

CREATE TRIGGER messages_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.messages
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX messages_client ON upstream.messages (client_id, number, id);
CREATE INDEX messages_workspace_number ON upstream.messages (workspace_id, number, id);
CREATE INDEX messages_package ON upstream.messages (package_id) WHERE package_id IS NOT NULL;
CREATE UNIQUE INDEX messages_email ON upstream.messages (workspace_id, email_message_id) WHERE email_message_id IS NOT NULL;
CREATE INDEX messages_search ON upstream.messages USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE upstream.message_attachments (
  message_id uuid NOT NULL REFERENCES upstream.messages ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  document_id uuid NOT NULL REFERENCES upstream.documents ON DELETE CASCADE,
  position smallint NOT NULL,
  PRIMARY KEY (message_id, document_id)
);
CREATE INDEX message_attachments_document ON upstream.message_attachments (document_id);

-- How a client's thread looks in a list. Without a row nothing was said yet.
CREATE TABLE upstream.message_threads (
  client_id uuid PRIMARY KEY REFERENCES upstream.clients ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  -- Of the newest message or note.
  last_number bigint NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_kind text NOT NULL DEFAULT 'message',
  -- The beginning of the newest message that is no note, and who wrote it. Clients may see it.
  last_words text NOT NULL DEFAULT '',
  last_from text NOT NULL DEFAULT 'staff' CHECK (last_from IN ('staff', 'client')),
  last_name text NOT NULL DEFAULT '',
  -- From a client's message until staff write one, or say that none is needed.
  needs_reply boolean NOT NULL DEFAULT false,
  needs_reply_since timestamptz,
  version integer NOT NULL DEFAULT 1,
  CHECK (needs_reply = (needs_reply_since IS NOT NULL))
);

CREATE TRIGGER message_threads_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.message_threads
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX message_threads_last ON upstream.message_threads (workspace_id, last_number, client_id);
CREATE INDEX message_threads_needs_reply ON upstream.message_threads (workspace_id, last_number, client_id) WHERE needs_reply;

-- How far somebody has read in a thread: a member, or a person of the client.
CREATE TABLE upstream.message_reads (
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  account_id uuid REFERENCES upstream.accounts ON DELETE CASCADE,
  email text CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  last_read_number bigint NOT NULL DEFAULT 0,
  -- Of members: whether there is something new since they read, or they marked the thread as unread themselves.
  is_unread boolean NOT NULL DEFAULT false,
  -- When they read last; null: never.
  read_at timestamptz,
  CHECK ((account_id IS NULL) <> (email IS NULL)),
  UNIQUE (client_id, account_id),
  UNIQUE (client_id, email)
);

CREATE TRIGGER message_reads_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.message_reads
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX message_reads_unread ON upstream.message_reads (account_id, workspace_id, client_id) WHERE is_unread;

-- What somebody has begun to write in a thread.
CREATE TABLE upstream.message_drafts (
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  account_id uuid REFERENCES upstream.accounts ON DELETE CASCADE,
  email text CHECK (length(email) BETWEEN 3 AND 254),
  body text NOT NULL DEFAULT '' CHECK (length(body) <= 10000),
  package_id uuid REFERENCES upstream.packages ON DELETE SET NULL,
  document_ids uuid[] NOT NULL DEFAULT '{}',
  -- Of the form that sends it: whatever is sent again under this key is sent once. A new one once it is sent.
  submission_key uuid NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  CHECK ((account_id IS NULL) <> (email IS NULL)),
  UNIQUE (client_id, account_id),
  UNIQUE (client_id, email)
);

CREATE TRIGGER message_drafts_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.message_drafts
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();

-- Answers that a workspace gives again and again.
CREATE TABLE upstream.saved_replies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  name_key text NOT NULL,
  -- May have {client}, {agent} and {property} in it.
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX saved_replies_name ON upstream.saved_replies (workspace_id, name_key);
CREATE INDEX saved_replies_order ON upstream.saved_replies (workspace_id, name_key, id);
