-- Opportunities in full: how they move from stage to stage, and what comes of it. The table is older (0120).
ALTER TABLE upstream.opportunities
  ADD COLUMN client_rank text CHECK (client_rank IN ('High', 'Medium', 'Low')),
  ADD COLUMN rank_key smallint NOT NULL GENERATED ALWAYS AS (CASE rank WHEN 'High' THEN 3 WHEN 'Medium' THEN 2 ELSE 1 END) STORED,
  ADD COLUMN stage_since timestamptz NOT NULL DEFAULT now(),
  -- The latest move, for as long as it is one that can be undone.
  ADD COLUMN latest_move_id uuid,
  ADD COLUMN stage_before text,
  ADD COLUMN since_before timestamptz,
  ADD CHECK (stage IN ('open', 'showing_scheduled', 'showing_complete', 'offer_suggeted', 'offer_sent', 'offer_accepted',
    'offer_declined', 'inspections_underway', 'closed', 'lost'));

-- One for each order that a list can have, and for what the board and the filters ask.
CREATE INDEX opportunities_inserted_at ON upstream.opportunities (workspace_id, inserted_at, id);
CREATE INDEX opportunities_updated_at ON upstream.opportunities (workspace_id, updated_at, id);
CREATE INDEX opportunities_stage ON upstream.opportunities (workspace_id, stage, stage_since, id);
CREATE INDEX opportunities_since ON upstream.opportunities (workspace_id, stage_since, id);
CREATE INDEX opportunities_rank ON upstream.opportunities (workspace_id, rank_key, id);
CREATE INDEX opportunities_assigned ON upstream.opportunities (assigned_account_id, workspace_id, stage, stage_since, id);
CREATE INDEX opportunities_package ON upstream.opportunities (package_id, inserted_at, id);

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
  version integer NOT NULL DEFAULT 1
);
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

-- From when to when a client is bound to the agency; without one, showings are not to be held in many states.
ALTER TABLE upstream.clients
  ADD COLUMN agreement_starts_on date,
  ADD COLUMN agreement_ends_on date,
  ADD CHECK ((agreement_starts_on IS NULL) = (agreement_ends_on IS NULL)),
  ADD CHECK (agreement_ends_on >= agreement_starts_on);

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
