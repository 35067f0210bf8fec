-- A file of clients on its way in: looked over first, then imported by a job, some rows in each transaction, and taken back as a whole.
CREATE TABLE upstream.client_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whose import it is, and whose clients they become.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  state text NOT NULL DEFAULT 'checked'
    CHECK (state IN ('checked', 'running', 'completed', 'undoing', 'undone')),
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
  ignored_columns text[] NOT NULL DEFAULT '{}',
  -- What is kept elsewhere than it stood, or left out, of rows that are imported: [{"row", "name", "detail"}]
  remarks jsonb NOT NULL DEFAULT '[]',
  -- What an agent decides about the file: its encoding, which column is which, and whether cells that cannot be read are left out.
  encoding text,
  -- The headings of all columns, and for each the field that it is, or ''.
  headings text[] NOT NULL DEFAULT '{}',
  columns text[] NOT NULL DEFAULT '{}',
  -- The same for all files with these headings.
  shape text,
  leaves_out boolean NOT NULL DEFAULT false,
  -- The bytes of the file, compressed: kept until it is imported.
  source text,
  -- How many of its entries were looked at.
  position integer NOT NULL DEFAULT 0
);
CREATE INDEX client_imports_inserted_at ON upstream.client_imports (workspace_id, inserted_at, id);
CREATE INDEX client_imports_shape ON upstream.client_imports (workspace_id, shape, inserted_at) WHERE shape IS NOT NULL;

-- By which clients are sorted by their last contact: those with whom there was none come before all others, by when they were added. A
-- thousand years are said in hours, which are as long in every time zone.
CREATE FUNCTION upstream.contact_key(last_activity_at timestamptz, inserted_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN last_activity_at > inserted_at THEN last_activity_at ELSE inserted_at - interval '8765820 hours' END
$$;

-- A buyer whom a workspace works for.
CREATE TABLE upstream.clients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The agent whose own client this is.
  assigned_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Without one, a phone number is enough.
  email text CHECK (length(email) <= 254),
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
  email_key text,
  phone_key text,
  search_text text NOT NULL,
  -- From when to when a client is bound to the agency; without one, showings are not to be held in many states.
  agreement_starts_on date,
  agreement_ends_on date,
  -- The import that made this client.
  import_id uuid REFERENCES upstream.client_imports ON DELETE SET NULL,
  -- A client is found by their household, tags, areas and notes, too. Triggers keep these words, since many rooms write them: lines
  -- that have words, an empty line, and then addresses and numbers.
  around_text text NOT NULL DEFAULT '',
  found_by text NOT NULL GENERATED ALWAYS AS (search_text || E'\n' || around_text) STORED,
  -- Where a client came from, in the agent's own words.
  lead_source text CHECK (length(lead_source) BETWEEN 1 AND 100),
  -- Sample data: clients and properties that are nobody's. A deal is a sample's when its client is.
  is_sample boolean NOT NULL DEFAULT false,
  -- In which language a client is written to, where nobody of them has chosen one. Null: none was chosen.
  language text CHECK (language IN ('en', 'es')),
  contact_key timestamptz NOT NULL GENERATED ALWAYS AS (upstream.contact_key(last_activity_at, inserted_at)) STORED,
  CHECK ((agreement_starts_on IS NULL) = (agreement_ends_on IS NULL)),
  CHECK (agreement_ends_on >= agreement_starts_on),
  CONSTRAINT clients_email_and_key CHECK ((email IS NULL) = (email_key IS NULL)),
  -- Nobody can be emailed about a sample.
  CONSTRAINT clients_sample_address CHECK (NOT is_sample OR email IS NULL)
);

-- One for each order that a list can have; archived clients are a list of their own.
CREATE INDEX clients_inserted_at ON upstream.clients (workspace_id, is_archived, inserted_at, id);
CREATE INDEX clients_updated_at ON upstream.clients (workspace_id, is_archived, updated_at, id);
CREATE INDEX clients_last_activity_at ON upstream.clients (workspace_id, is_archived, last_activity_at, id);
CREATE INDEX clients_contact_key ON upstream.clients (workspace_id, is_archived, contact_key, id);
CREATE INDEX clients_name ON upstream.clients (workspace_id, is_archived, name_key, id);
CREATE INDEX clients_assigned ON upstream.clients (assigned_account_id, workspace_id, is_archived, inserted_at, id);
CREATE INDEX clients_email_key ON upstream.clients (workspace_id, email_key);
CREATE INDEX clients_phone_key ON upstream.clients (workspace_id, phone_key) WHERE phone_key IS NOT NULL;
CREATE INDEX clients_import ON upstream.clients (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX clients_tags ON upstream.clients USING gin (upstream.keys_of_words(tags));
CREATE INDEX clients_lead_source ON upstream.clients (workspace_id, upstream.key_of_word(lead_source)) WHERE lead_source IS NOT NULL;
CREATE INDEX clients_samples ON upstream.clients (workspace_id) WHERE is_sample;
-- A short pending list: nobody's write should have to sort in what many others left behind.
CREATE INDEX clients_search ON upstream.clients USING gin (found_by gin_trgm_ops) WITH (gin_pending_list_limit = 256);

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
  PERFORM upstream.note_words(NEW.workspace_id, NEW.name_key || E'\n' || split_part(NEW.around_text, E'\n\n', 1));
  RETURN NULL;
END $$;
CREATE TRIGGER clients_words AFTER UPDATE OF name_key, tags, around_text ON upstream.clients
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_client();

-- An import writes thousands of clients: what each adds to the words of the search, and below to the wanted areas, is added by statement.
CREATE FUNCTION upstream.note_words_of_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.search_words (workspace_id, word)
  SELECT DISTINCT added.workspace_id, noted.word
  FROM added, upstream.words_of(added.name_key || E'\n' || split_part(added.around_text, E'\n\n', 1)) AS noted (word)
  WHERE NOT EXISTS (
    SELECT FROM upstream.search_words known WHERE known.workspace_id = added.workspace_id AND known.word = noted.word);
  RETURN NULL;
END $$;
CREATE TRIGGER clients_words_added AFTER INSERT ON upstream.clients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.note_words_of_clients();

-- However it is renamed, a sample says that it is one wherever its name stands.
CREATE FUNCTION upstream.mark_sample(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN name LIKE '% (sample)' THEN name ELSE left(name, 180) || ' (sample)' END
$$;
CREATE FUNCTION upstream.mark_sample_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := upstream.mark_sample(NEW.name);
  RETURN NEW;
END $$;
CREATE TRIGGER clients_mark_sample BEFORE INSERT OR UPDATE OF name, is_sample ON upstream.clients
  FOR EACH ROW WHEN (NEW.is_sample) EXECUTE FUNCTION upstream.mark_sample_client();

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
CREATE INDEX buyer_profiles_areas ON upstream.buyer_profiles USING gin (upstream.keys_of_words(preferred_areas));
CREATE INDEX buyer_profiles_house_types ON upstream.buyer_profiles USING gin (upstream.keys_of_words(property_types));
CREATE INDEX buyer_profiles_budget ON upstream.buyer_profiles (workspace_id, budget_amount) WHERE budget_amount IS NOT NULL;

-- The people of a client's household, each with an address of their own.
CREATE TABLE upstream.client_people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email text CHECK (length(email) <= 254),
  email_key text,
  phone_number text CHECK (length(phone_number) <= 50),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT client_people_email_and_key CHECK ((email IS NULL) = (email_key IS NULL))
);

CREATE TRIGGER client_people_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.client_people
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX client_people_client ON upstream.client_people (client_id, inserted_at, id);
-- One address stands once in a household; it may stand in several.
CREATE UNIQUE INDEX client_people_email ON upstream.client_people (client_id, email_key);
CREATE INDEX client_people_email_key ON upstream.client_people (email_key);

-- For clients.around_text. Somebody without an email address is found by their phone number.
CREATE FUNCTION upstream.text_around(of_client uuid, tags text[]) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN words = '' AND contacts = '' THEN '' ELSE words || E'\n\n' || contacts END FROM (
    SELECT
      concat_ws(E'\n',
        (SELECT string_agg(upstream.folded_line(name), E'\n' ORDER BY inserted_at, id)
          FROM upstream.client_people WHERE client_id = of_client),
        (SELECT string_agg(upstream.folded_line(tag), E'\n' ORDER BY place) FROM unnest(tags) WITH ORDINALITY AS t (tag, place)),
        (SELECT nullif(concat_ws(E'\n',
            (SELECT string_agg(upstream.folded_line(area), E'\n' ORDER BY place)
              FROM unnest(preferred_areas) WITH ORDINALITY AS a (area, place)),
            nullif(upstream.folded_line(notes), '')), '')
          FROM upstream.buyer_profiles WHERE client_id = of_client)) AS words,
      (SELECT coalesce(string_agg(
          coalesce(upstream.folded_line(email), '') || E'\n' || regexp_replace(coalesce(phone_number, ''), '[^0-9]', '', 'g'),
          E'\n' ORDER BY inserted_at, id), '')
        FROM upstream.client_people WHERE client_id = of_client) AS contacts
  ) AS parts
$$;

CREATE FUNCTION upstream.keep_tags_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.around_text := upstream.text_around(NEW.id, NEW.tags);
  RETURN NEW;
END $$;
CREATE TRIGGER clients_tags_added BEFORE INSERT ON upstream.clients
  FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION upstream.keep_tags_of_client();
CREATE TRIGGER clients_tags_changed BEFORE UPDATE OF tags ON upstream.clients
  FOR EACH ROW WHEN (OLD.tags <> NEW.tags) EXECUTE FUNCTION upstream.keep_tags_of_client();

CREATE FUNCTION upstream.keep_text_around(of_client uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE upstream.clients SET around_text = upstream.text_around(id, tags)
  WHERE id = of_client AND around_text <> upstream.text_around(id, tags)
$$;

CREATE FUNCTION upstream.keep_part_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM upstream.keep_text_around(OLD.client_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM upstream.keep_text_around(NEW.client_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER client_people_found AFTER INSERT OR DELETE OR UPDATE OF name, email, phone_number, client_id
  ON upstream.client_people FOR EACH ROW EXECUTE FUNCTION upstream.keep_part_of_client();
CREATE TRIGGER buyer_profiles_added AFTER INSERT ON upstream.buyer_profiles
  FOR EACH ROW WHEN (NEW.preferred_areas <> '{}' OR NEW.notes IS NOT NULL) EXECUTE FUNCTION upstream.keep_part_of_client();
CREATE TRIGGER buyer_profiles_found AFTER UPDATE OF preferred_areas, notes, client_id ON upstream.buyer_profiles
  FOR EACH ROW EXECUTE FUNCTION upstream.keep_part_of_client();

-- Where each buyer looks, with what else narrows a search: a row for each preferred area, one with an empty key for who has
-- none, and one with the key '*' for properties whose area is unknown. Kept by the triggers below. No reference to the
-- profile: what is put back with it would be there twice.
CREATE TABLE upstream.wanted_areas (
  profile_id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  area_key text COLLATE "C" NOT NULL,
  -- Empty, and an amount of 0, where no budget is known.
  budget_currency text COLLATE "C" NOT NULL,
  budget_amount numeric NOT NULL,
  min_beds integer,
  PRIMARY KEY (profile_id, area_key)
);
CREATE INDEX wanted_areas_budget ON upstream.wanted_areas
  (workspace_id, area_key, budget_currency, budget_amount, profile_id) INCLUDE (min_beds);

CREATE FUNCTION upstream.wanted_keys(areas text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT upstream.area_key(area) FROM unnest(areas) AS area
  UNION SELECT '' WHERE cardinality(areas) = 0
  UNION SELECT '*'
$$;

CREATE FUNCTION upstream.note_wanted_areas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM upstream.wanted_areas WHERE profile_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO upstream.wanted_areas (profile_id, workspace_id, area_key, budget_currency, budget_amount, min_beds)
    SELECT NEW.id, NEW.workspace_id, key, coalesce(NEW.budget_currency, ''), coalesce(NEW.budget_amount, 0), NEW.min_beds
    FROM upstream.wanted_keys(NEW.preferred_areas) AS key;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER buyer_profiles_areas
  AFTER DELETE OR UPDATE OF preferred_areas, budget_amount, budget_currency, min_beds, workspace_id
  ON upstream.buyer_profiles FOR EACH ROW EXECUTE FUNCTION upstream.note_wanted_areas();

CREATE FUNCTION upstream.note_areas_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.wanted_areas (profile_id, workspace_id, area_key, budget_currency, budget_amount, min_beds)
  SELECT added.id, added.workspace_id, key, coalesce(added.budget_currency, ''), coalesce(added.budget_amount, 0), added.min_beds
  FROM added, upstream.wanted_keys(added.preferred_areas) AS key;
  RETURN NULL;
END $$;
CREATE TRIGGER buyer_profiles_areas_added AFTER INSERT ON upstream.buyer_profiles REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.note_areas_of_added();
