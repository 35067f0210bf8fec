-- The first answer to a key, stored in the transaction of the write that it answers.
CREATE TABLE upstream.idempotency_keys (
  -- An account, or one of the portal's people.
  owner_id uuid NOT NULL,
  key text NOT NULL,
  status integer NOT NULL,
  headers jsonb NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  -- What was asked (its SHA-256) and what was answered, AES-256-GCM: an answer may contain a secret.
  sealed bytea NOT NULL,
  PRIMARY KEY (owner_id, key)
);

CREATE INDEX idempotency_keys_stored_at ON upstream.idempotency_keys (stored_at);

-- Small pictures that the service itself shows, as people's photos.
CREATE TABLE upstream.pictures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  media_type text NOT NULL CHECK (media_type IN ('image/webp', 'image/avif')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 262144),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  -- Until when a new picture waits for a record that shows it; null: a record shows it.
  held_until timestamptz,
  -- The same picture for a small place on the page; null where the picture is small itself.
  small bytea CHECK (octet_length(small) <= 65536)
);
CREATE INDEX pictures_held ON upstream.pictures (held_until) WHERE held_until IS NOT NULL;

-- Logos of workspaces and photos of people are open to everybody, at an address that names the picture.
CREATE UNIQUE INDEX workspaces_logo ON upstream.workspaces ((logo ->> 'file_id'));
CREATE UNIQUE INDEX accounts_profile_picture ON upstream.accounts ((profile_picture ->> 'file_id'));

-- The words by which a workspace's records are called: what was mistyped is compared with them, not with every record.
CREATE TABLE upstream.search_words (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  word text COLLATE "C" NOT NULL
);
-- Not unique: nobody's write should have to wait for somebody else's word. Twice the same does no harm.
CREATE INDEX search_words_word ON upstream.search_words (workspace_id, word);
CREATE INDEX search_words_similar ON upstream.search_words USING gin (word gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- Of a text that the service has folded; numbers are looked for as they stand.
CREATE FUNCTION upstream.words_of(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(left(folded, 500), '[][\s.,;:!?/()''"#&@_+*|{}<>-]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
$$;

CREATE FUNCTION upstream.note_words(of_workspace uuid, folded text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO upstream.search_words (workspace_id, word)
  SELECT of_workspace, word FROM upstream.words_of(folded) AS word
  WHERE NOT EXISTS (
    SELECT FROM upstream.search_words known WHERE known.workspace_id = of_workspace AND known.word = word.word)
$$;

-- What a workspace shows to everybody: its landing page. One row for each workspace, under its id.
CREATE TABLE upstream.portal_settings (
  id uuid PRIMARY KEY REFERENCES upstream.workspaces ON DELETE CASCADE,
  introduction text CHECK (length(introduction) <= 2000),
  -- Whose face the landing page has; null: the owner's.
  shown_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  takes_registrations boolean NOT NULL DEFAULT true,
  -- [{"text", "name", "place"}]
  testimonials jsonb NOT NULL DEFAULT '[]',
  -- [{"question", "answer"}]
  questions jsonb NOT NULL DEFAULT '[]',
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  -- Whether emails about messages quote their beginning.
  quotes_messages boolean NOT NULL DEFAULT true,
  -- What people who read Spanish see in place of the introduction; null: they see that. Spanish testimonials and questions are beside
  -- their texts.
  introduction_es text
);

CREATE FUNCTION upstream.add_portal_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.portal_settings (id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_portal_settings AFTER INSERT ON upstream.workspaces
  FOR EACH ROW EXECUTE FUNCTION upstream.add_portal_settings();

-- Which emails a member of staff wants in a workspace: a choice for each topic of notifications. What is not chosen is as usual.
CREATE TABLE upstream.staff_mail_choices (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  -- {"messages": "each" | "daily" | "none"}
  choices jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, workspace_id)
);

-- The address at which somebody's own calendar reads what is theirs in a workspace: one for each member, and gone with them.
CREATE TABLE upstream.staff_calendars (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- SHA-256 of the 32 random bytes in the address.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (account_id, workspace_id),
  FOREIGN KEY (account_id, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE
);

-- A list's search, filters and sort under a name: one person's own, or everyone's in the workspace. One's own go with the membership.
CREATE TABLE upstream.saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whose it is; null: everyone's.
  account_id uuid,
  list text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Folded by the service.
  name_key text COLLATE "C" NOT NULL,
  -- Query parameters of the list's address, by their names.
  parameters jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
  created_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  FOREIGN KEY (account_id, workspace_id) REFERENCES upstream.memberships (account_id, workspace_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_name ON upstream.saved_views (workspace_id, list, account_id, name_key) NULLS NOT DISTINCT;
CREATE INDEX saved_views_order ON upstream.saved_views (workspace_id, list, name_key, id);
CREATE INDEX saved_views_account ON upstream.saved_views (account_id, workspace_id) WHERE account_id IS NOT NULL;
CREATE INDEX saved_views_creator ON upstream.saved_views (created_by_account_id) WHERE created_by_account_id IS NOT NULL;

-- That a workspace asked for another plan. Whoever runs the server settles it with a command: nothing is charged here.
CREATE TABLE upstream.plan_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  plan text NOT NULL CHECK (plan IN ('free', 'standard')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'granted', 'declined', 'withdrawn')),
  requested_by uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((state = 'pending') = (settled_at IS NULL))
);

-- A workspace waits for one plan at a time.
CREATE UNIQUE INDEX plan_requests_pending ON upstream.plan_requests (workspace_id) WHERE state = 'pending';
CREATE INDEX plan_requests_of_workspace ON upstream.plan_requests (workspace_id, inserted_at DESC);
CREATE INDEX plan_requests_requested_by ON upstream.plan_requests (requested_by);

-- Everything that a workspace keeps, as one archive to download. Its bytes are in the object store, in pieces.
CREATE TABLE upstream.workspace_exports (
  -- Also the account_id of its objects: it is what announced them.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  requested_by uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  -- Who works on it, and under which keys its pieces are; another attempt takes it away from the one before.
  attempt uuid,
  files_done integer NOT NULL DEFAULT 0,
  files_total integer,
  -- Files that could not be read; the archive names them.
  files_missing integer NOT NULL DEFAULT 0,
  size bigint,
  -- Bytes of each piece but the last.
  piece_size integer,
  failure text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  progress_at timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz,
  -- When it is deleted.
  expires_at timestamptz NOT NULL,
  CHECK (state <> 'ready' OR (size IS NOT NULL AND piece_size IS NOT NULL AND attempt IS NOT NULL AND ready_at IS NOT NULL))
);

-- One at a time for each workspace.
CREATE UNIQUE INDEX workspace_exports_queued ON upstream.workspace_exports (workspace_id) WHERE state = 'queued';
CREATE INDEX workspace_exports_newest ON upstream.workspace_exports (workspace_id, requested_at DESC);
CREATE INDEX workspace_exports_expires_at ON upstream.workspace_exports (expires_at);
CREATE INDEX workspace_exports_requested_by ON upstream.workspace_exports (requested_by);
