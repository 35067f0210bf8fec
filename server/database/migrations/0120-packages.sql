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
  UNIQUE (workspace_id, number),
  CHECK ((list_price_amount IS NULL) = (list_price_currency IS NULL))
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
CREATE INDEX packages_assigned ON upstream.packages (assigned_account_id, workspace_id, is_archived, inserted_at, id);
CREATE INDEX packages_search ON upstream.packages USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

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

-- One client paired with one package.
CREATE TABLE upstream.opportunities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  assigned_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  stage text NOT NULL DEFAULT 'open',
  rank text NOT NULL DEFAULT 'Medium' CHECK (rank IN ('High', 'Medium', 'Low')),
  is_active boolean NOT NULL GENERATED ALWAYS AS (stage NOT IN ('closed', 'lost')) STORED,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE TRIGGER opportunities_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.opportunities
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE UNIQUE INDEX opportunities_active_pair ON upstream.opportunities (package_id, client_id) WHERE is_active;
CREATE INDEX opportunities_client ON upstream.opportunities (client_id, is_active);

-- The package whose history an event is part of; null: of none.
ALTER TABLE upstream.activities ADD COLUMN package_id uuid REFERENCES upstream.packages ON DELETE CASCADE;
CREATE INDEX activities_package ON upstream.activities (package_id, occurred_at, id) WHERE package_id IS NOT NULL;
