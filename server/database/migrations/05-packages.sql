-- A property prepared for buyers.
CREATE TABLE upstream.packages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The agent whose own package this is.
  assigned_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  -- What people call it by: from 1, in each workspace.
  number integer NOT NULL,
  street text NOT NULL CHECK (length(street) BETWEEN 1 AND 200),
  city text CHECK (length(city) <= 200),
  state text CHECK (length(state) <= 200),
  zip text CHECK (length(zip) <= 200),
  -- IANA name: the clock by which offers are due here.
  time_zone text NOT NULL,
  beds integer CHECK (beds BETWEEN 0 AND 999),
  baths numeric(4, 1) CHECK (baths >= 0),
  -- Square feet.
  sqft integer CHECK (sqft BETWEEN 0 AND 99999999),
  lot_size numeric(12, 2) CHECK (lot_size >= 0),
  garages integer CHECK (garages BETWEEN 0 AND 999),
  area text CHECK (length(area) <= 200),
  -- [{"name", "url"}]
  schools jsonb NOT NULL DEFAULT '[]',
  list_price_amount numeric CHECK (list_price_amount >= 0),
  list_price_currency text CHECK (length(list_price_currency) = 3),
  offer_due_at timestamptz,
  listing_agent_name text CHECK (length(listing_agent_name) <= 200),
  listing_agent_email text CHECK (length(listing_agent_email) <= 254),
  listing_agent_phone_number text CHECK (length(listing_agent_phone_number) <= 50),
  photo_url text,
  archived_at timestamptz,
  is_archived boolean NOT NULL GENERATED ALWAYS AS (archived_at IS NOT NULL) STORED,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- Folded by the service, since databases differ in how they fold letters.
  street_key text COLLATE "C" NOT NULL,
  area_key text COLLATE "C" NOT NULL,
  search_text text NOT NULL,
  -- What lists are sorted by, which must not be null: records without a value stand before all others, and those without
  -- a date to offer by behind them.
  offer_due_key timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(offer_due_at, '9999-12-31 00:00:00+00'::timestamptz)) STORED,
  list_price_key numeric NOT NULL GENERATED ALWAYS AS (coalesce(list_price_amount, -1)) STORED,
  beds_key integer NOT NULL GENERATED ALWAYS AS (coalesce(beds, -1)) STORED,
  baths_key numeric NOT NULL GENERATED ALWAYS AS (coalesce(baths, -1)) STORED,
  sqft_key integer NOT NULL GENERATED ALWAYS AS (coalesce(sqft, -1)) STORED,
  -- What the comparables come to. The service keeps it up to date, so that lists can show it and sort by it.
  comp_amount numeric CHECK (comp_amount >= 0),
  comp_currency text CHECK (length(comp_currency) = 3),
  comp_count integer NOT NULL DEFAULT 0 CHECK (comp_count >= 0),
  -- When the newest of them was sold.
  comp_as_of date,
  -- What an agent says instead.
  comp_override_amount numeric CHECK (comp_override_amount >= 0),
  comp_override_currency text CHECK (length(comp_override_currency) = 3),
  comp_override_note text CHECK (length(comp_override_note) <= 1000),
  comp_override_on date,
  comp_key numeric NOT NULL GENERATED ALWAYS AS (coalesce(comp_override_amount, comp_amount, -1)) STORED,
  -- Packages are found by the names of their clients, too, which triggers of the opportunities keep here.
  client_names text NOT NULL DEFAULT '',
  found_by text NOT NULL GENERATED ALWAYS AS (search_text || E'\n' || client_names) STORED,
  -- What kind of house it is, compared with the kinds that buyers want, and the agents' own words about it.
  house_type text CHECK (length(house_type) BETWEEN 1 AND 100),
  tags text[] NOT NULL DEFAULT '{}',
  -- What listings say besides: its number in the multiple listing service, the year in which it was built, what its owners' association
  -- costs a month, and remarks.
  mls_number text CHECK (length(mls_number) BETWEEN 1 AND 50),
  year_built integer CHECK (year_built BETWEEN 1500 AND 2200),
  hoa_amount numeric CHECK (hoa_amount >= 0),
  hoa_currency text CHECK (length(hoa_currency) = 3),
  remarks text CHECK (length(remarks) BETWEEN 1 AND 4000),
  is_sample boolean NOT NULL DEFAULT false,
  listing_agent_profile_photo_url text CHECK (length(listing_agent_profile_photo_url) <= 2000),
  UNIQUE (workspace_id, number),
  CHECK ((list_price_amount IS NULL) = (list_price_currency IS NULL)),
  CHECK ((comp_amount IS NULL) = (comp_currency IS NULL)),
  CHECK ((comp_override_amount IS NULL) = (comp_override_currency IS NULL)),
  CHECK ((hoa_amount IS NULL) = (hoa_currency IS NULL))
);

-- One for each order that a list can have; archived packages are a list of their own.
CREATE INDEX packages_inserted_at ON upstream.packages (workspace_id, is_archived, inserted_at, id);
CREATE INDEX packages_updated_at ON upstream.packages (workspace_id, is_archived, updated_at, id);
CREATE INDEX packages_number ON upstream.packages (workspace_id, is_archived, number, id);
CREATE INDEX packages_street ON upstream.packages (workspace_id, is_archived, street_key, id);
CREATE INDEX packages_area ON upstream.packages (workspace_id, is_archived, area_key, id);
CREATE INDEX packages_offer_due ON upstream.packages (workspace_id, is_archived, offer_due_key, id);
CREATE INDEX packages_list_price ON upstream.packages (workspace_id, is_archived, list_price_key, id);
CREATE INDEX packages_beds ON upstream.packages (workspace_id, is_archived, beds_key, id);
CREATE INDEX packages_baths ON upstream.packages (workspace_id, is_archived, baths_key, id);
CREATE INDEX packages_sqft ON upstream.packages (workspace_id, is_archived, sqft_key, id);
CREATE INDEX packages_comp ON upstream.packages (workspace_id, is_archived, comp_key, id);
CREATE INDEX packages_assigned ON upstream.packages (assigned_account_id, workspace_id, is_archived, inserted_at, id);
CREATE INDEX packages_search ON upstream.packages USING gin (found_by gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX packages_house_type ON upstream.packages (workspace_id, upstream.key_of_word(house_type)) WHERE house_type IS NOT NULL;
CREATE INDEX packages_tags ON upstream.packages USING gin (upstream.keys_of_words(tags));
CREATE INDEX packages_area_word ON upstream.packages (workspace_id, upstream.key_of_word(area)) WHERE area IS NOT NULL;
CREATE INDEX packages_samples ON upstream.packages (workspace_id) WHERE is_sample;
-- Packages without a value come last in both directions: for one of the two a list is sorted by another expression than by the
-- key that stands for "unknown" at the other end.
CREATE INDEX packages_list_price_up ON upstream.packages
  (workspace_id, is_archived, (coalesce(list_price_amount, 99999999999999999999)), id);
CREATE INDEX packages_beds_up ON upstream.packages (workspace_id, is_archived, (coalesce(beds::numeric, 99999999999999999999)), id);
CREATE INDEX packages_baths_up ON upstream.packages (workspace_id, is_archived, (coalesce(baths, 99999999999999999999)), id);
CREATE INDEX packages_sqft_up ON upstream.packages (workspace_id, is_archived, (coalesce(sqft::numeric, 99999999999999999999)), id);
CREATE INDEX packages_comp_up ON upstream.packages
  (workspace_id, is_archived, (coalesce(comp_override_amount, comp_amount, 99999999999999999999)), id);
CREATE INDEX packages_area_up ON upstream.packages (workspace_id, is_archived, (coalesce(nullif(area_key, ''), chr(65533))), id);
CREATE INDEX packages_offer_due_down ON upstream.packages
  (workspace_id, is_archived, (coalesce(offer_due_at, '1000-01-01 00:00:00+00'::timestamptz)), id);
-- Properties by area, currency and price: prices in other currencies than a budget's are not compared with it. An unknown area or
-- currency is empty, an unknown price -1.
CREATE INDEX packages_fit ON upstream.packages
  (workspace_id, is_archived, (coalesce(upstream.area_key(area), '')), (coalesce(list_price_currency, '')), list_price_key, id);

-- The last number that a workspace has given; numbers are never given twice.
CREATE TABLE upstream.package_numbers (
  workspace_id uuid PRIMARY KEY REFERENCES upstream.workspaces ON DELETE CASCADE,
  last integer NOT NULL
);

-- Every list price that a package has had.
CREATE TABLE upstream.list_prices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  amount numeric CHECK (amount >= 0),
  currency text CHECK (length(currency) = 3),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_name text
);
CREATE INDEX list_prices_package ON upstream.list_prices (package_id, changed_at, id);

-- Sales of properties like a package's, as an agent entered them.
CREATE TABLE upstream.comparables (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 200),
  sold_price_amount numeric NOT NULL CHECK (sold_price_amount > 0),
  sold_price_currency text NOT NULL CHECK (length(sold_price_currency) = 3),
  sqft integer NOT NULL CHECK (sqft BETWEEN 1 AND 99999999),
  sold_on date NOT NULL,
  url text CHECK (length(url) <= 2000),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX comparables_package ON upstream.comparables (package_id, sold_on, id);
CREATE INDEX comparables_inserted_at ON upstream.comparables (workspace_id, inserted_at, id);

-- How many packages there are, kept by triggers as those of clients are: a page of the list never counts.
CREATE TABLE upstream.package_counts (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  assigned_account_id uuid,
  is_archived boolean NOT NULL,
  total integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, assigned_account_id, is_archived)
);

CREATE FUNCTION upstream.count_added_packages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.package_counts AS counts (workspace_id, assigned_account_id, is_archived, total)
  SELECT workspace_id, assigned_account_id, is_archived, count(*) FROM added
  GROUP BY workspace_id, assigned_account_id, is_archived
  ORDER BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

CREATE FUNCTION upstream.count_moved_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.package_counts AS counts (workspace_id, assigned_account_id, is_archived, total)
  SELECT * FROM (VALUES
    (OLD.workspace_id, OLD.assigned_account_id, OLD.is_archived, -1),
    (NEW.workspace_id, NEW.assigned_account_id, NEW.is_archived, 1)
  ) AS moves (workspace_id, assigned_account_id, is_archived, total)
  ORDER BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

-- Only an update: when a workspace goes, its counters may have gone before its packages.
CREATE FUNCTION upstream.count_removed_packages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.package_counts WHERE workspace_id IN (SELECT workspace_id FROM removed)
  ORDER BY workspace_id, assigned_account_id, is_archived FOR UPDATE;
  UPDATE upstream.package_counts AS counts SET total = counts.total - gone.total
  FROM (
    SELECT workspace_id, assigned_account_id, is_archived, count(*) AS total FROM removed
    GROUP BY workspace_id, assigned_account_id, is_archived
  ) AS gone
  WHERE counts.workspace_id = gone.workspace_id AND counts.is_archived = gone.is_archived
    AND counts.assigned_account_id IS NOT DISTINCT FROM gone.assigned_account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER packages_added AFTER INSERT ON upstream.packages REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_added_packages();
CREATE TRIGGER packages_moved AFTER UPDATE ON upstream.packages FOR EACH ROW
  WHEN ((OLD.workspace_id, OLD.assigned_account_id, OLD.is_archived)
    IS DISTINCT FROM (NEW.workspace_id, NEW.assigned_account_id, NEW.is_archived))
  EXECUTE FUNCTION upstream.count_moved_package();
CREATE TRIGGER packages_removed AFTER DELETE ON upstream.packages REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_removed_packages();

CREATE FUNCTION upstream.note_words_of_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, NEW.search_text);
  RETURN NULL;
END $$;
CREATE TRIGGER packages_words AFTER INSERT OR UPDATE OF search_text ON upstream.packages
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_package();

CREATE FUNCTION upstream.mark_sample_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.street := upstream.mark_sample(NEW.street);
  RETURN NEW;
END $$;
CREATE TRIGGER packages_mark_sample BEFORE INSERT OR UPDATE OF street, is_sample ON upstream.packages
  FOR EACH ROW WHEN (NEW.is_sample) EXECUTE FUNCTION upstream.mark_sample_package();

-- For the tables of what belongs to a package: it belongs to the package's workspace.
CREATE FUNCTION upstream.check_package_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.packages WHERE id = NEW.package_id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'The package belongs to another workspace.';
  END IF;
  RETURN NEW;
END $$;

-- The photos of properties, in their order; the first is the cover, which `packages.photo_url` repeats for lists.
CREATE TABLE upstream.package_photos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 30),
  caption text CHECK (length(caption) BETWEEN 1 AND 200),
  url text NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- Whether it lost its end on the way, and is shown without.
  is_cut_off boolean NOT NULL DEFAULT false,
  -- Checked at the end, so that photos can change places.
  UNIQUE (package_id, position) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX package_photos_inserted_at ON upstream.package_photos (workspace_id, inserted_at, id);

CREATE TRIGGER package_photos_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id ON upstream.package_photos
  FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

-- A file of properties that is looked over, and imported by one more step: as a file of clients is.
CREATE TABLE upstream.package_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  file_name text NOT NULL CONSTRAINT client_imports_file_name_check CHECK (length(file_name) BETWEEN 1 AND 200),
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'running', 'completed')),
  entries jsonb NOT NULL,
  ready integer NOT NULL,
  problems jsonb NOT NULL,
  doubles jsonb NOT NULL,
  imported integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  ignored_columns text[] NOT NULL DEFAULT '{}',
  remarks jsonb NOT NULL DEFAULT '[]',
  encoding text,
  headings text[] NOT NULL DEFAULT '{}',
  columns text[] NOT NULL DEFAULT '{}',
  shape text,
  leaves_out boolean NOT NULL DEFAULT false,
  source text,
  -- The properties that it has made.
  created uuid[] NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0
);
CREATE INDEX package_imports_inserted_at ON upstream.package_imports (workspace_id, inserted_at, id);
CREATE INDEX package_imports_shape ON upstream.package_imports (workspace_id, shape, inserted_at) WHERE shape IS NOT NULL;
