-- One client paired with one package.
CREATE TABLE upstream.opportunities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  assigned_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  stage text NOT NULL DEFAULT 'open'
    CHECK (stage IN ('open', 'showing_scheduled', 'showing_complete', 'offer_suggeted', 'offer_sent', 'offer_accepted',
      'offer_declined', 'inspections_underway', 'closed', 'lost')),
  stage_since timestamptz NOT NULL DEFAULT now(),
  -- The latest move, for as long as it is one that can be undone.
  latest_move_id uuid,
  stage_before text,
  since_before timestamptz,
  is_active boolean NOT NULL GENERATED ALWAYS AS (stage NOT IN ('closed', 'lost')) STORED,
  rank text NOT NULL DEFAULT 'Medium' CHECK (rank IN ('High', 'Medium', 'Low')),
  client_rank text CHECK (client_rank IN ('High', 'Medium', 'Low')),
  rank_key smallint NOT NULL GENERATED ALWAYS AS (CASE rank WHEN 'High' THEN 3 WHEN 'Medium' THEN 2 ELSE 1 END) STORED,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

CREATE UNIQUE INDEX opportunities_active_pair ON upstream.opportunities (package_id, client_id) WHERE is_active;
CREATE INDEX opportunities_client ON upstream.opportunities (client_id, is_active);
-- One for each order that a list can have, and for what the board and the filters ask.
CREATE INDEX opportunities_inserted_at ON upstream.opportunities (workspace_id, inserted_at, id);
CREATE INDEX opportunities_updated_at ON upstream.opportunities (workspace_id, updated_at, id);
CREATE INDEX opportunities_stage ON upstream.opportunities (workspace_id, stage, stage_since, id);
CREATE INDEX opportunities_since ON upstream.opportunities (workspace_id, stage_since, id);
CREATE INDEX opportunities_rank ON upstream.opportunities (workspace_id, rank_key, id);
CREATE INDEX opportunities_assigned ON upstream.opportunities (assigned_account_id, workspace_id, stage, stage_since, id);
CREATE INDEX opportunities_package ON upstream.opportunities (package_id, inserted_at, id);
-- What a dashboard asks for: each of these is answered from the end of an index, however many records there are.
CREATE INDEX opportunities_silent ON upstream.opportunities (workspace_id, updated_at, id) WHERE is_active;
CREATE INDEX opportunities_own_silent ON upstream.opportunities (assigned_account_id, workspace_id, updated_at, id)
  WHERE is_active;

CREATE TRIGGER opportunities_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.opportunities
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();

-- The names by which a package is found.
CREATE FUNCTION upstream.name_package_clients(packages uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE upstream.packages AS target SET client_names = names.joined
  FROM (
    SELECT package_id, coalesce((
      SELECT string_agg(clients.name_key, E'\n' ORDER BY clients.name_key)
      FROM upstream.opportunities JOIN upstream.clients ON clients.id = opportunities.client_id
      WHERE opportunities.package_id = named.package_id AND opportunities.is_active
    ), '') AS joined
    FROM unnest(packages) AS named (package_id)
  ) AS names
  WHERE target.id = names.package_id AND target.client_names <> names.joined;
$$;

-- Before the pair is written: whoever holds the package writes its pairs first, and nobody waits for both.
CREATE FUNCTION upstream.lock_paired_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.packages WHERE id = NEW.package_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER opportunities_lock BEFORE INSERT OR UPDATE OF stage, client_id ON upstream.opportunities
  FOR EACH ROW EXECUTE FUNCTION upstream.lock_paired_package();

CREATE FUNCTION upstream.name_paired_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.name_package_clients(ARRAY[coalesce(NEW.package_id, OLD.package_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER opportunities_named AFTER INSERT OR DELETE OR UPDATE OF stage, client_id ON upstream.opportunities
  FOR EACH ROW EXECUTE FUNCTION upstream.name_paired_client();

CREATE FUNCTION upstream.rename_paired_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paired uuid[];
BEGIN
  -- In order: two clients of the same packages may be renamed at once.
  SELECT array_agg(id) INTO paired FROM (
    SELECT id FROM upstream.packages
    WHERE id IN (SELECT package_id FROM upstream.opportunities WHERE client_id = NEW.id AND is_active)
    ORDER BY id FOR NO KEY UPDATE
  ) AS locked;
  PERFORM upstream.name_package_clients(paired);
  RETURN NULL;
END $$;
CREATE TRIGGER clients_renamed AFTER UPDATE OF name_key ON upstream.clients FOR EACH ROW
  WHEN (OLD.name_key <> NEW.name_key) EXECUTE FUNCTION upstream.rename_paired_client();

-- How many opportunities are at each stage, kept by triggers as the numbers of clients and packages are.
CREATE TABLE upstream.opportunity_counts (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  assigned_account_id uuid,
  stage text NOT NULL,
  total integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, assigned_account_id, stage)
);

CREATE FUNCTION upstream.count_added_opportunities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.opportunity_counts AS counts (workspace_id, assigned_account_id, stage, total)
  SELECT workspace_id, assigned_account_id, stage, count(*) FROM added
  GROUP BY workspace_id, assigned_account_id, stage
  ORDER BY workspace_id, assigned_account_id, stage
  ON CONFLICT (workspace_id, assigned_account_id, stage) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

CREATE FUNCTION upstream.count_moved_opportunity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.opportunity_counts AS counts (workspace_id, assigned_account_id, stage, total)
  SELECT * FROM (VALUES
    (OLD.workspace_id, OLD.assigned_account_id, OLD.stage, -1),
    (NEW.workspace_id, NEW.assigned_account_id, NEW.stage, 1)
  ) AS moves (workspace_id, assigned_account_id, stage, total)
  ORDER BY workspace_id, assigned_account_id, stage
  ON CONFLICT (workspace_id, assigned_account_id, stage) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

-- Only an update: when a workspace goes, its counters may have gone before its opportunities.
CREATE FUNCTION upstream.count_removed_opportunities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.opportunity_counts WHERE workspace_id IN (SELECT workspace_id FROM removed)
  ORDER BY workspace_id, assigned_account_id, stage FOR UPDATE;
  UPDATE upstream.opportunity_counts AS counts SET total = counts.total - gone.total
  FROM (
    SELECT workspace_id, assigned_account_id, stage, count(*) AS total FROM removed
    GROUP BY workspace_id, assigned_account_id, stage
  ) AS gone
  WHERE counts.workspace_id = gone.workspace_id AND counts.stage = gone.stage
    AND counts.assigned_account_id IS NOT DISTINCT FROM gone.assigned_account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER opportunities_added AFTER INSERT ON upstream.opportunities REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_added_opportunities();
CREATE TRIGGER opportunities_moved AFTER UPDATE ON upstream.opportunities FOR EACH ROW
  WHEN ((OLD.workspace_id, OLD.assigned_account_id, OLD.stage)
    IS DISTINCT FROM (NEW.workspace_id, NEW.assigned_account_id, NEW.stage))
  EXECUTE FUNCTION upstream.count_moved_opportunity();
CREATE TRIGGER opportunities_removed AFTER DELETE ON upstream.opportunities REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_removed_opportunities();

-- Every move there has been, the undone and the undoing ones too: together they explain the present stage.
CREATE TABLE upstream.opportunity_moves (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  from_stage text NOT NULL,
  to_stage text NOT NULL,
  showing_at timestamptz,
  price_amount numeric CHECK (price_amount >= 0),
  price_currency text CHECK (length(price_currency) = 3),
  expires_at timestamptz,
  accepted_on date,
  deadline_on date,
  closed_on date,
  reason text,
  reason_text text CHECK (length(reason_text) <= 1000),
  -- What it did to offers and showings, and how they stood before.
  effects jsonb NOT NULL DEFAULT '[]',
  undoes_id uuid UNIQUE REFERENCES upstream.opportunity_moves ON DELETE CASCADE,
  actor_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  actor_name text NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX opportunity_moves_opportunity ON upstream.opportunity_moves (opportunity_id, occurred_at, id);

CREATE TABLE upstream.offers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'accepted', 'declined', 'withdrawn', 'fallen_through', 'undone')),
  price_amount numeric NOT NULL CHECK (price_amount >= 0),
  price_currency text NOT NULL CHECK (length(price_currency) = 3),
  expires_at timestamptz,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz,
  -- What was agreed on in the end, which may differ from what was offered.
  accepted_price_amount numeric CHECK (accepted_price_amount >= 0),
  accepted_price_currency text CHECK (length(accepted_price_currency) = 3),
  accepted_on date,
  version integer NOT NULL DEFAULT 1,
  -- Lists are sorted by what is never null: an offer without an end comes last.
  expires_key timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(expires_at, '9999-12-31 00:00:00+00'::timestamptz)) STORED
);
CREATE INDEX offers_out ON upstream.offers (workspace_id, expires_key, id) WHERE state = 'sent';
CREATE INDEX offers_opportunity ON upstream.offers (opportunity_id, sent_at, id);

CREATE TABLE upstream.showings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('requested', 'confirmed', 'cancelled', 'held')),
  starts_at timestamptz NOT NULL,
  duration_minutes integer NOT NULL DEFAULT 30 CHECK (duration_minutes BETWEEN 5 AND 1440),
  note text CHECK (length(note) <= 1000),
  -- Of the event in people's calendars (RFC 5545 3.8.7.4): grows with every change.
  sequence integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX showings_requested ON upstream.showings (workspace_id, inserted_at, id) WHERE state = 'requested';
CREATE INDEX showings_opportunity ON upstream.showings (opportunity_id, starts_at, id);

CREATE TABLE upstream.comments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  author_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  author_name text NOT NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  edited_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX comments_opportunity ON upstream.comments (opportunity_id, inserted_at, id);

-- Records of an opportunity belong to its workspace.
CREATE FUNCTION upstream.check_opportunity_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM upstream.opportunities WHERE id = NEW.opportunity_id AND workspace_id = NEW.workspace_id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'the opportunity belongs to another workspace';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER opportunity_moves_workspace BEFORE INSERT ON upstream.opportunity_moves
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();
CREATE TRIGGER offers_workspace BEFORE INSERT ON upstream.offers
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();
CREATE TRIGGER showings_workspace BEFORE INSERT ON upstream.showings
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();
CREATE TRIGGER comments_workspace BEFORE INSERT ON upstream.comments
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();
