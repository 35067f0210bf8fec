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
  CHECK (package_id IS NULL OR client_id IS NULL)
);

CREATE UNIQUE INDEX documents_label ON upstream.documents
  (coalesce(folder_id, package_id, client_id, workspace_id), label_key) WHERE trashed_at IS NULL;
CREATE INDEX documents_workspace_label ON upstream.documents (workspace_id, is_trashed, label_key, id);
CREATE INDEX documents_workspace_inserted ON upstream.documents (workspace_id, is_trashed, inserted_at, id);
CREATE INDEX documents_workspace_updated ON upstream.documents (workspace_id, is_trashed, updated_at, id);
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
  DELETE FROM upstream.files WHERE id IN (SELECT file_id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER document_versions_removed AFTER DELETE ON upstream.document_versions REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.remove_files_of_versions();

-- What belongs to a package or a client belongs to its workspace, and what lies in a folder to whatever the folder does.
CREATE FUNCTION upstream.check_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holder_id uuid;
BEGIN
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

-- A small picture of a file, drawn when it is first asked for. Null: it has been tried, and there is none.
CREATE TABLE upstream.thumbnails (
  file_id uuid PRIMARY KEY REFERENCES upstream.files ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  bytes bytea,
  inserted_at timestamptz NOT NULL DEFAULT now()
);
