-- A file of clients on its way in: looked over first, then imported in one go, and taken back as a whole.
CREATE TABLE upstream.client_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whose import it is, and whose clients they become.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'completed', 'undone')),
  -- What can be imported: kept until that is done.
  entries jsonb NOT NULL,
  ready integer NOT NULL,
  -- What cannot, by the numbers of its rows: [{"row", "name", "detail"}] and [{"row", "name", "client_id", "same_as_row"}]
  problems jsonb NOT NULL,
  doubles jsonb NOT NULL,
  imported integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  undone_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  -- Headings of columns that are not imported, for people to know.
  ignored_columns text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX client_imports_inserted_at ON upstream.client_imports (workspace_id, inserted_at, id);

-- A buyer whom a workspace works for.
CREATE TABLE upstream.clients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The agent whose own client this is.
  assigned_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email text NOT NULL CHECK (length(email) <= 254),
  phone_number text CHECK (length(phone_number) <= 50),
  profile_image_url text,
  tags text[] NOT NULL DEFAULT '{}',
  archived_at timestamptz,
  is_archived boolean NOT NULL GENERATED ALWAYS AS (archived_at IS NOT NULL) STORED,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_activity_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- What is searched, sorted and compared: folded by the service, since databases differ in how they fold letters.
  name_key text COLLATE "C" NOT NULL,
  email_key text NOT NULL,
  phone_key text,
  search_text text NOT NULL,
  -- From when to when a client is bound to the agency; without one, showings are not to be held in many states.
  agreement_starts_on date,
  agreement_ends_on date,
  -- The import that made this client.
  import_id uuid REFERENCES upstream.client_imports ON DELETE SET NULL,
  CHECK ((agreement_starts_on IS NULL) = (agreement_ends_on IS NULL)),
  CHECK (agreement_ends_on >= agreement_starts_on)
);

-- One for each order that a list can have; archived clients are a list of their own.
CREATE INDEX clients_inserted_at ON upstream.clients (workspace_id, is_archived, inserted_at, id);
CREATE INDEX clients_updated_at ON upstream.clients (workspace_id, is_archived, updated_at, id);
CREATE INDEX clients_last_activity_at ON upstream.clients (workspace_id, is_archived, last_activity_at, id);
CREATE INDEX clients_name ON upstream.clients (workspace_id, is_archived, name_key, id);
CREATE INDEX clients_assigned ON upstream.clients (assigned_account_id, workspace_id, is_archived, inserted_at, id);
CREATE INDEX clients_email_key ON upstream.clients (workspace_id, email_key);
CREATE INDEX clients_phone_key ON upstream.clients (workspace_id, phone_key) WHERE phone_key IS NOT NULL;
CREATE INDEX clients_import ON upstream.clients (import_id) WHERE import_id IS NOT NULL;
-- A short pending list: nobody's write should have to sort in what many others left behind.
CREATE INDEX clients_search ON upstream.clients USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- How many clients there are, kept by the triggers below: counting a million rows takes longer than showing a page.
CREATE TABLE upstream.client_counts (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  assigned_account_id uuid,
  is_archived boolean NOT NULL,
  total integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, assigned_account_id, is_archived)
);

CREATE FUNCTION upstream.count_added_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In order, as everywhere here: two transactions that lock the same counters in different orders would deadlock.
  INSERT INTO upstream.client_counts AS counts (workspace_id, assigned_account_id, is_archived, total)
  SELECT workspace_id, assigned_account_id, is_archived, count(*) FROM added
  GROUP BY workspace_id, assigned_account_id, is_archived
  ORDER BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

CREATE FUNCTION upstream.count_moved_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.client_counts AS counts (workspace_id, assigned_account_id, is_archived, total)
  SELECT * FROM (VALUES
    (OLD.workspace_id, OLD.assigned_account_id, OLD.is_archived, -1),
    (NEW.workspace_id, NEW.assigned_account_id, NEW.is_archived, 1)
  ) AS moves (workspace_id, assigned_account_id, is_archived, total)
  ORDER BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

-- Only an update: when a workspace goes, its counters may have gone before its clients.
CREATE FUNCTION upstream.count_removed_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.client_counts WHERE workspace_id IN (SELECT workspace_id FROM removed)
  ORDER BY workspace_id, assigned_account_id, is_archived FOR UPDATE;
  UPDATE upstream.client_counts AS counts SET total = counts.total - gone.total
  FROM (
    SELECT workspace_id, assigned_account_id, is_archived, count(*) AS total FROM removed
    GROUP BY workspace_id, assigned_account_id, is_archived
  ) AS gone
  WHERE counts.workspace_id = gone.workspace_id AND counts.is_archived = gone.is_archived
    AND counts.assigned_account_id IS NOT DISTINCT FROM gone.assigned_account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER clients_added AFTER INSERT ON upstream.clients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_added_clients();
CREATE TRIGGER clients_moved AFTER UPDATE ON upstream.clients FOR EACH ROW
  WHEN ((OLD.workspace_id, OLD.assigned_account_id, OLD.is_archived)
    IS DISTINCT FROM (NEW.workspace_id, NEW.assigned_account_id, NEW.is_archived))
  EXECUTE FUNCTION upstream.count_moved_client();
CREATE TRIGGER clients_removed AFTER DELETE ON upstream.clients REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_removed_clients();

CREATE FUNCTION upstream.note_words_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, NEW.name_key);
  RETURN NULL;
END $$;
CREATE TRIGGER clients_words AFTER INSERT OR UPDATE OF name_key ON upstream.clients
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_client();

-- What belongs to a client belongs to the client's workspace. Not a foreign key on both columns: its plan, made while a
-- database is small, may take an index of the whole workspace, and is kept for as long as the embedded database runs.
CREATE FUNCTION upstream.check_client_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.clients WHERE id = NEW.client_id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'The client belongs to another workspace.';
  END IF;
  RETURN NEW;
END $$;

-- What a client looks for; made together with the client.
CREATE TABLE upstream.buyer_profiles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL UNIQUE REFERENCES upstream.clients ON DELETE CASCADE,
  -- As typed, decimals included.
  budget_amount numeric CHECK (budget_amount >= 0),
  -- ISO 4217
  budget_currency text CHECK (length(budget_currency) = 3),
  min_beds integer CHECK (min_beds >= 0),
  min_baths numeric(4, 1) CHECK (min_baths >= 0),
  -- In the unit that the agent uses throughout.
  min_lot_size numeric(12, 2) CHECK (min_lot_size >= 0),
  min_garages integer CHECK (min_garages >= 0),
  preferred_areas text[] NOT NULL DEFAULT '{}',
  property_types text[] NOT NULL DEFAULT '{}',
  notes text CHECK (length(notes) <= 10000),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CHECK ((budget_amount IS NULL) = (budget_currency IS NULL))
);

CREATE TRIGGER buyer_profiles_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.buyer_profiles
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();

-- The people of a client's household, each with an address of their own.
CREATE TABLE upstream.client_people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email text NOT NULL CHECK (length(email) <= 254),
  email_key text NOT NULL,
  phone_number text CHECK (length(phone_number) <= 50),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

CREATE TRIGGER client_people_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.client_people
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX client_people_client ON upstream.client_people (client_id, inserted_at, id);
-- One address stands once in a household; it may stand in several.
CREATE UNIQUE INDEX client_people_email ON upstream.client_people (client_id, email_key);
CREATE INDEX client_people_email_key ON upstream.client_people (email_key);
