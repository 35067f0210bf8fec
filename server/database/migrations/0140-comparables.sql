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

ALTER TABLE upstream.packages
  -- What the comparables come to. The service keeps it up to date, so that lists can show it and sort by it.
  ADD COLUMN comp_amount numeric CHECK (comp_amount >= 0),
  ADD COLUMN comp_currency text CHECK (length(comp_currency) = 3),
  ADD COLUMN comp_count integer NOT NULL DEFAULT 0 CHECK (comp_count >= 0),
  -- When the newest of them was sold.
  ADD COLUMN comp_as_of date,
  -- What an agent says instead.
  ADD COLUMN comp_override_amount numeric CHECK (comp_override_amount >= 0),
  ADD COLUMN comp_override_currency text CHECK (length(comp_override_currency) = 3),
  ADD COLUMN comp_override_note text CHECK (length(comp_override_note) <= 1000),
  ADD COLUMN comp_override_on date,
  ADD COLUMN comp_key numeric NOT NULL GENERATED ALWAYS AS (coalesce(comp_override_amount, comp_amount, -1)) STORED,
  ADD CHECK ((comp_amount IS NULL) = (comp_currency IS NULL)),
  ADD CHECK ((comp_override_amount IS NULL) = (comp_override_currency IS NULL));
CREATE INDEX packages_comp ON upstream.packages (workspace_id, is_archived, comp_key, id);
