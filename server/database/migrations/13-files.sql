-- Everything that was, or may have been, put into the object store. What no file speaks of a day after its signed post has
-- ended is removed there, whatever it was that came to nothing: a post, a file, a whole workspace.
CREATE TABLE upstream.objects (
  storage_key text PRIMARY KEY,
  -- Not a reference: the object has to be removed when the workspace is long gone.
  workspace_id uuid NOT NULL,
  -- Who announced it, and with how many bytes.
  account_id uuid NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  expires_at timestamptz NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- As it was announced: whoever announced it is told when it has not arrived.
  name text CHECK (length(name) BETWEEN 1 AND 255)
);

CREATE INDEX objects_account ON upstream.objects (account_id, workspace_id, expires_at, id);
CREATE INDEX objects_expires_at ON upstream.objects (expires_at);

-- The bytes of an object, with what they are. A file never changes.
CREATE TABLE upstream.files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whoever uploaded it.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  storage_key text NOT NULL UNIQUE REFERENCES upstream.objects,
  uri text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- As its bytes have it, not as it was announced.
  mime text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pdf', 'image', 'text', 'other')),
  size bigint NOT NULL CHECK (size > 0),
  metadata jsonb,
  -- Beginning of a text, for searching.
  excerpt text,
  inserted_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX files_workspace ON upstream.files (workspace_id, inserted_at, id);

-- Bytes of all files of a workspace, kept by the triggers below.
CREATE TABLE upstream.storage_usage (
  workspace_id uuid PRIMARY KEY REFERENCES upstream.workspaces ON DELETE CASCADE,
  bytes bigint NOT NULL
);

CREATE FUNCTION upstream.count_added_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.storage_usage AS usage (workspace_id, bytes)
  SELECT workspace_id, sum(size) FROM added GROUP BY workspace_id ORDER BY workspace_id
  ON CONFLICT (workspace_id) DO UPDATE SET bytes = usage.bytes + excluded.bytes;
  RETURN NULL;
END $$;

-- Only an update: when a workspace goes, its counter may have gone before its files.
CREATE FUNCTION upstream.count_removed_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.storage_usage WHERE workspace_id IN (SELECT workspace_id FROM removed)
  ORDER BY workspace_id FOR UPDATE;
  UPDATE upstream.storage_usage AS usage SET bytes = usage.bytes - gone.bytes
  FROM (SELECT workspace_id, sum(size) AS bytes FROM removed GROUP BY workspace_id) AS gone
  WHERE usage.workspace_id = gone.workspace_id;
  RETURN NULL;
END $$;

CREATE TRIGGER files_added AFTER INSERT ON upstream.files REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_added_bytes();
CREATE TRIGGER files_removed AFTER DELETE ON upstream.files REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_removed_bytes();
