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

-- A folder of a package, of a client, or of the workspace itself; folders lie in folders of the same.
CREATE TABLE upstream.folders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  parent_id uuid REFERENCES upstream.folders ON DELETE CASCADE,
  -- Whoever made it.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Folded by the service.
  name_key text COLLATE "C" NOT NULL,
  -- One that every package has: it stays as it is.
  kind text CHECK (kind IN ('inspection_reports', 'buyers_guide')),
  trashed_at timestamptz,
  is_trashed boolean NOT NULL GENERATED ALWAYS AS (trashed_at IS NOT NULL) STORED,
  -- The folder with which it went into the trash; null: it was put there itself.
  trashed_with uuid,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- Whether clients see what is added to the folder; each document says for itself whether they see it.
  is_client_visible boolean NOT NULL DEFAULT false,
  CHECK (package_id IS NULL OR client_id IS NULL),
  CHECK (kind IS NULL OR (package_id IS NOT NULL AND parent_id IS NULL AND trashed_at IS NULL)),
  UNIQUE (package_id, kind)
);

-- Side by side no two have the same name.
CREATE UNIQUE INDEX folders_name ON upstream.folders (coalesce(parent_id, package_id, client_id, workspace_id), name_key)
  WHERE trashed_at IS NULL;
CREATE INDEX folders_workspace ON upstream.folders (workspace_id, is_trashed, name_key, id);
CREATE INDEX folders_package ON upstream.folders (package_id, is_trashed, name_key, id) WHERE package_id IS NOT NULL;
CREATE INDEX folders_client ON upstream.folders (client_id, is_trashed, name_key, id) WHERE client_id IS NOT NULL;
CREATE INDEX folders_parent ON upstream.folders (parent_id, is_trashed, name_key, id) WHERE parent_id IS NOT NULL;
CREATE INDEX folders_trashed_with ON upstream.folders (trashed_with) WHERE trashed_with IS NOT NULL;
CREATE INDEX folders_trashed_at ON upstream.folders (trashed_at) WHERE trashed_at IS NOT NULL;

-- A file under a name of its own, with those that it replaced.
CREATE TABLE upstream.documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  -- Null: it lies outside of all folders.
  folder_id uuid REFERENCES upstream.folders ON DELETE CASCADE,
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  label_key text COLLATE "C" NOT NULL,
  -- The newest version and what it is.
  file_id uuid NOT NULL REFERENCES upstream.files ON DELETE CASCADE,
  version_number integer NOT NULL DEFAULT 1,
  mime text NOT NULL,
  kind text NOT NULL,
  size bigint NOT NULL,
  is_client_visible boolean NOT NULL DEFAULT false,
  -- Label, and the beginning of a text, both folded.
  search_text text NOT NULL,
  trashed_at timestamptz,
  is_trashed boolean NOT NULL GENERATED ALWAYS AS (trashed_at IS NOT NULL) STORED,
  trashed_with uuid,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- Whether a picture lost its end on the way, and is shown without.
  is_cut_off boolean NOT NULL DEFAULT false,
  CHECK (package_id IS NULL OR client_id IS NULL)
);

CREATE UNIQUE INDEX documents_label ON upstream.documents
  (coalesce(folder_id, package_id, client_id, workspace_id), label_key) WHERE trashed_at IS NULL;
CREATE INDEX documents_workspace_label ON upstream.documents (workspace_id, is_trashed, label_key, id);
CREATE INDEX documents_workspace_inserted ON upstream.documents (workspace_id, is_trashed, inserted_at, id);
CREATE INDEX documents_workspace_updated ON upstream.documents (workspace_id, is_trashed, updated_at, id);
CREATE INDEX documents_workspace_size ON upstream.documents (workspace_id, is_trashed, size, id);
CREATE INDEX documents_workspace_kind ON upstream.documents (workspace_id, is_trashed, kind, label_key, id);
CREATE INDEX documents_package ON upstream.documents (package_id, is_trashed, label_key, id) WHERE package_id IS NOT NULL;
CREATE INDEX documents_client ON upstream.documents (client_id, is_trashed, label_key, id) WHERE client_id IS NOT NULL;
CREATE INDEX documents_folder ON upstream.documents (folder_id, is_trashed, label_key, id) WHERE folder_id IS NOT NULL;
CREATE INDEX documents_file ON upstream.documents (file_id);
CREATE INDEX documents_trashed_with ON upstream.documents (trashed_with) WHERE trashed_with IS NOT NULL;
CREATE INDEX documents_trashed_at ON upstream.documents (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX documents_search ON upstream.documents USING gin (search_text gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);

CREATE TABLE upstream.document_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  document_id uuid NOT NULL REFERENCES upstream.documents ON DELETE CASCADE,
  number integer NOT NULL,
  -- A file is one version of one document.
  file_id uuid NOT NULL UNIQUE REFERENCES upstream.files ON DELETE CASCADE,
  name text NOT NULL,
  mime text NOT NULL,
  size bigint NOT NULL,
  -- Whoever added it, by the name they had then.
  actor_name text,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (document_id, number)
);

-- A file goes with the version that it was, however that comes to go.
CREATE FUNCTION upstream.remove_files_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT upstream.moves_rows() THEN
    DELETE FROM upstream.files WHERE id IN (SELECT file_id FROM removed)
      AND NOT EXISTS (SELECT FROM upstream.retained_data kept WHERE kept.file_ids @> ARRAY[files.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER document_versions_removed AFTER DELETE ON upstream.document_versions REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.remove_files_of_versions();

-- What belongs to a package or a client belongs to its workspace, and what lies in a folder to whatever the folder does.
CREATE FUNCTION upstream.check_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holder_id uuid;
BEGIN
  -- They all come together, and no order of them would do.
  IF upstream.moves_rows() THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'folders' THEN
    holder_id := NEW.parent_id;
  ELSE
    holder_id := NEW.folder_id;
  END IF;
  IF NEW.package_id IS NOT NULL
    AND NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.packages WHERE id = NEW.package_id)
    OR NEW.client_id IS NOT NULL
    AND NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.clients WHERE id = NEW.client_id)
    OR holder_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM upstream.folders holder WHERE holder.id = holder_id AND holder.workspace_id = NEW.workspace_id
        AND holder.package_id IS NOT DISTINCT FROM NEW.package_id
        AND holder.client_id IS NOT DISTINCT FROM NEW.client_id)
  THEN
    RAISE foreign_key_violation USING MESSAGE = 'The folder, package or client belongs elsewhere.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER folders_place BEFORE INSERT OR UPDATE OF workspace_id, package_id, client_id, parent_id
  ON upstream.folders FOR EACH ROW EXECUTE FUNCTION upstream.check_place();
CREATE TRIGGER documents_place BEFORE INSERT OR UPDATE OF workspace_id, package_id, client_id, folder_id
  ON upstream.documents FOR EACH ROW EXECUTE FUNCTION upstream.check_place();
CREATE FUNCTION upstream.check_version_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.documents WHERE id = NEW.document_id)
    OR NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.files WHERE id = NEW.file_id)
  THEN
    RAISE foreign_key_violation USING MESSAGE = 'The document or the file belongs to another workspace.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER document_versions_workspace BEFORE INSERT OR UPDATE OF workspace_id, document_id, file_id
  ON upstream.document_versions FOR EACH ROW EXECUTE FUNCTION upstream.check_version_workspace();

CREATE FUNCTION upstream.note_words_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, NEW.label_key);
  RETURN NULL;
END $$;
CREATE TRIGGER documents_words AFTER INSERT OR UPDATE OF label_key ON upstream.documents
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_document();

-- A small picture of a file, drawn when it is first asked for. A row without a picture: there is none where retry_at is null. Otherwise
-- it is being drawn, or could not be drawn, and nobody tries before that moment. A try that ends with the process counts as well.
CREATE TABLE upstream.thumbnails (
  file_id uuid PRIMARY KEY REFERENCES upstream.files ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  bytes bytea,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  tries smallint NOT NULL DEFAULT 1,
  retry_at timestamptz
);

-- What is written in a file, page by page: read once, beside the requests. Files that can have no text have no row.
CREATE TABLE upstream.document_texts (
  file_id uuid PRIMARY KEY REFERENCES upstream.files ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'ready', 'empty', 'encrypted', 'broken', 'too_large', 'unsupported')),
  -- Of the first pages, within the bounds of reading.
  pages text[] NOT NULL DEFAULT '{}',
  -- Of the whole document.
  page_count integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX document_texts_queued ON upstream.document_texts (inserted_at) WHERE state = 'queued';

-- What a document says in short, once for each of its versions.
CREATE TABLE upstream.document_summaries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  document_id uuid NOT NULL REFERENCES upstream.documents ON DELETE CASCADE,
  version_number integer NOT NULL,
  file_id uuid NOT NULL REFERENCES upstream.files ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  method text CHECK (method IN ('extract', 'model')),
  -- [{"text", "page"}], pages from 1.
  points jsonb NOT NULL DEFAULT '[]',
  page_count integer,
  pages_read integer,
  -- A sentence fit to show.
  failure text,
  -- Whether another try would end the same way.
  is_final boolean NOT NULL DEFAULT false,
  -- The month whose allowance it counts against, as in 2026-05.
  month text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  approved_at timestamptz,
  -- Whoever approved it, by the name they had then.
  approved_by_name text,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (document_id, version_number),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK (approved_at IS NULL OR state = 'ready')
);
CREATE INDEX document_summaries_workspace ON upstream.document_summaries (workspace_id, requested_at, id);
CREATE INDEX document_summaries_queued ON upstream.document_summaries (requested_at) WHERE state = 'queued';
CREATE TRIGGER document_summaries_workspace BEFORE INSERT OR UPDATE OF workspace_id, document_id, file_id
  ON upstream.document_summaries FOR EACH ROW EXECUTE FUNCTION upstream.check_version_workspace();

-- How many summaries a workspace has had made in a month.
CREATE TABLE upstream.summary_months (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  month text NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (workspace_id, month)
);

-- A version of a document that is, or was, read for findings.
CREATE TABLE upstream.inspection_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  -- Null once the document is removed for good; its findings stay.
  document_id uuid REFERENCES upstream.documents ON DELETE SET NULL,
  -- As it was called when it was removed, or when it was read.
  document_label text NOT NULL,
  version_number integer NOT NULL,
  file_id uuid REFERENCES upstream.files ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  method text CHECK (method IN ('extract', 'model')),
  page_count integer,
  pages_read integer,
  -- A sentence fit to show.
  failure text,
  -- Whether another try would end the same way.
  is_final boolean NOT NULL DEFAULT false,
  requested_at timestamptz NOT NULL DEFAULT now(),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (document_id, version_number),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE INDEX inspection_reports_package ON upstream.inspection_reports (package_id, inserted_at, id);
CREATE INDEX inspection_reports_workspace ON upstream.inspection_reports (workspace_id, inserted_at, id);
CREATE INDEX inspection_reports_queued ON upstream.inspection_reports (requested_at) WHERE state = 'queued';
CREATE TRIGGER inspection_reports_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id
  ON upstream.inspection_reports FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

-- Something about a property that somebody has to decide on.
CREATE TABLE upstream.findings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  -- The report that it was read from; null: it was entered by hand, or the report is gone.
  inspection_report_id uuid REFERENCES upstream.inspection_reports ON DELETE SET NULL,
  system text NOT NULL CHECK (length(system) BETWEEN 1 AND 100),
  severity text NOT NULL CHECK (severity IN ('safety', 'major', 'repair', 'maintenance', 'monitor')),
  severity_key smallint NOT NULL GENERATED ALWAYS AS (CASE severity
    WHEN 'safety' THEN 1 WHEN 'major' THEN 2 WHEN 'repair' THEN 3 WHEN 'maintenance' THEN 4 ELSE 5 END) STORED,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- From 1.
  page integer CHECK (page BETWEEN 1 AND 9999),
  quote text CHECK (length(quote) <= 2000),
  low_cost numeric CHECK (low_cost >= 0),
  high_cost numeric CHECK (high_cost >= low_cost),
  -- Of both costs; all findings of a package have the same.
  currency text CHECK (length(currency) = 3),
  decision text CHECK (decision IN ('repair', 'credit', 'accept', 'verify')),
  -- Read by the service; nobody has looked at it yet.
  is_proposed boolean NOT NULL DEFAULT false,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- Whether the agent asks the client about it.
  is_client_asked boolean NOT NULL DEFAULT false,
  -- A suggestion that was dismissed together with others; that can be taken back.
  dismissed_at timestamptz,
  -- Who decided on it, or accepted it, last.
  decided_by_name text,
  decided_at timestamptz,
  CHECK ((low_cost IS NULL AND high_cost IS NULL) = (currency IS NULL))
);
CREATE INDEX findings_package_severity ON upstream.findings (package_id, severity_key, inserted_at, id);
CREATE INDEX findings_package ON upstream.findings (package_id, inserted_at, id);
CREATE INDEX findings_report ON upstream.findings (inspection_report_id) WHERE inspection_report_id IS NOT NULL;
CREATE INDEX findings_workspace ON upstream.findings (workspace_id, inserted_at, id);
CREATE TRIGGER findings_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id
  ON upstream.findings FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

-- What buying a package's property is estimated to cost: one estimate a package.
CREATE TABLE upstream.cost_estimates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid NOT NULL UNIQUE REFERENCES upstream.packages ON DELETE CASCADE,
  -- What was entered, and what was made of it then, as the wire shows both.
  inputs jsonb NOT NULL,
  lines jsonb NOT NULL,
  totals jsonb NOT NULL,
  warnings jsonb NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

CREATE TRIGGER cost_estimates_workspace BEFORE INSERT OR UPDATE OF package_id, workspace_id ON upstream.cost_estimates
  FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

-- What estimates of a workspace often have alike, under a name.
CREATE TABLE upstream.cost_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whoever made it.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Folded by the service.
  name_key text COLLATE "C" NOT NULL,
  inputs jsonb NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX cost_templates_name ON upstream.cost_templates (workspace_id, name_key);
CREATE INDEX cost_templates_order ON upstream.cost_templates (workspace_id, name_key, id);

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
  version integer NOT NULL DEFAULT 1,
  -- Whether a link that a member passes on shows what was released to clients: costs, findings, comparables. A client's link always does.
  includes_released boolean NOT NULL DEFAULT false
);
CREATE INDEX share_links_package ON upstream.share_links (package_id, inserted_at, id);
CREATE INDEX share_links_active ON upstream.share_links (workspace_id) WHERE revoked_at IS NULL AND client_id IS NULL;
-- A client has one link to a package at a time, however often it is mailed.
CREATE UNIQUE INDEX share_links_client ON upstream.share_links (package_id, client_id) WHERE revoked_at IS NULL;
-- Links that still show something, so that one is found however many were made before.
CREATE INDEX share_links_shown ON upstream.share_links
  (package_id, includes_unfiled, (coalesce(expires_at, 'infinity'))) WHERE revoked_at IS NULL AND client_id IS NULL;

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
  email_key text,
  -- To whom the mail with a token went. Their household decides whether it still opens anything; email_key alone counts the mails of a day.
  addressee text
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
