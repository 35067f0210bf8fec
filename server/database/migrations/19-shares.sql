-- A package shown outside of the workspace, to whoever has the link.
CREATE TABLE upstream.share_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  -- The client whom it was mailed to; null: whoever it was given to.
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  -- Whoever made it.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  -- Whether documents that lie outside of all folders are shown.
  includes_unfiled boolean NOT NULL DEFAULT false,
  allows_download boolean NOT NULL,
  -- argon2id in PHC form; null: the link suffices.
  passcode_hash text,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Told apart: whatever programs fetch, and what a person has opened with the button.
  fetched_count integer NOT NULL DEFAULT 0,
  opened_count integer NOT NULL DEFAULT 0,
  last_opened_at timestamptz,
  -- Wrong passcodes since a moment.
  tries integer NOT NULL DEFAULT 0,
  tries_since timestamptz NOT NULL DEFAULT '-infinity',
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX share_links_package ON upstream.share_links (package_id, inserted_at, id);
CREATE INDEX share_links_active ON upstream.share_links (workspace_id) WHERE revoked_at IS NULL AND client_id IS NULL;
-- A client has one link to a package at a time, however often it is mailed.
CREATE UNIQUE INDEX share_links_client ON upstream.share_links (package_id, client_id) WHERE revoked_at IS NULL;

-- The folders that are shown, with what lies in them.
CREATE TABLE upstream.share_link_folders (
  share_link_id uuid NOT NULL REFERENCES upstream.share_links ON DELETE CASCADE,
  folder_id uuid NOT NULL REFERENCES upstream.folders ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  PRIMARY KEY (share_link_id, folder_id)
);
CREATE INDEX share_link_folders_folder ON upstream.share_link_folders (folder_id);

-- What stands in the addresses of a link: one, or for a client's one for each mail.
CREATE TABLE upstream.share_tokens (
  -- SHA-256.
  token_hash bytea PRIMARY KEY,
  share_link_id uuid NOT NULL REFERENCES upstream.share_links ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  -- To whom the address was mailed, folded; null: shown to whoever made the link. Mails are counted by it.
  email_key text
);
CREATE INDEX share_tokens_mailed ON upstream.share_tokens (workspace_id, inserted_at) WHERE email_key IS NOT NULL;
CREATE INDEX share_tokens_email ON upstream.share_tokens (email_key, inserted_at) WHERE email_key IS NOT NULL;
CREATE INDEX share_tokens_link ON upstream.share_tokens (share_link_id);

-- Somebody who has opened a link and looks at what it shows.
CREATE TABLE upstream.share_viewings (
  token_hash bytea PRIMARY KEY,
  share_link_id uuid NOT NULL REFERENCES upstream.share_links ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX share_viewings_link ON upstream.share_viewings (share_link_id);
CREATE INDEX share_viewings_expires_at ON upstream.share_viewings (expires_at);

-- A link shows what its workspace has, and of a package only what belongs to that package.
CREATE FUNCTION upstream.check_share_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.packages WHERE id = NEW.package_id)
    OR NEW.client_id IS NOT NULL
    AND NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.clients WHERE id = NEW.client_id)
  THEN
    RAISE foreign_key_violation USING MESSAGE = 'The package or the client belongs to another workspace.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER share_links_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id, client_id
  ON upstream.share_links FOR EACH ROW EXECUTE FUNCTION upstream.check_share_link();
CREATE FUNCTION upstream.check_share_link_folder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM upstream.share_links link JOIN upstream.folders folder ON folder.package_id = link.package_id
    WHERE link.id = NEW.share_link_id AND folder.id = NEW.folder_id AND link.workspace_id = NEW.workspace_id)
  THEN
    RAISE foreign_key_violation USING MESSAGE = 'The folder belongs to another package.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER share_link_folders_package BEFORE INSERT OR UPDATE
  ON upstream.share_link_folders FOR EACH ROW EXECUTE FUNCTION upstream.check_share_link_folder();
