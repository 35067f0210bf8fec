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
  version integer NOT NULL DEFAULT 1,
  -- The days that a deal under contract is worked towards. Moves write them, and agents correct them.
  inspections_due_on date,
  -- Planned while the deal is under way; the day on which it closed from then on.
  closing_on date,
  -- What lists are sorted by, which must not be null: days since 1970 of the next of these days, those without one last.
  next_due_key integer NOT NULL GENERATED ALWAYS AS (CASE WHEN stage IN ('closed', 'lost') THEN 2147483647
    ELSE coalesce(least(inspections_due_on, closing_on) - '1970-01-01'::date, 2147483647) END) STORED
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
CREATE INDEX opportunities_next_due ON upstream.opportunities (workspace_id, next_due_key, id) WHERE next_due_key < 2147483647;
CREATE INDEX opportunities_own_next_due ON upstream.opportunities (assigned_account_id, workspace_id, next_due_key, id)
  WHERE next_due_key < 2147483647;
-- The calendar looks the days of deals up.
CREATE INDEX opportunities_inspections_due ON upstream.opportunities (workspace_id, inspections_due_on)
  WHERE inspections_due_on IS NOT NULL;
CREATE INDEX opportunities_closing ON upstream.opportunities (workspace_id, closing_on) WHERE closing_on IS NOT NULL;
-- Whether a property was bought, and by whom, is asked of every row of a list.
CREATE INDEX opportunities_closed ON upstream.opportunities (package_id, client_id) WHERE stage = 'closed';
-- Deals that are over, and those of a rank, may be few among many: each is found without looking at all the others.
CREATE INDEX opportunities_over ON upstream.opportunities (workspace_id, inserted_at, id) WHERE NOT is_active;
CREATE INDEX opportunities_of_rank ON upstream.opportunities (workspace_id, rank, inserted_at, id);

CREATE TRIGGER opportunities_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.opportunities
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();

-- The names by which a package is found. Whoever bought it is among them: only a lost deal says nothing of it.
CREATE FUNCTION upstream.name_package_clients(packages uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE upstream.packages AS target SET client_names = names.joined
  FROM (
    SELECT package_id, coalesce((
      SELECT string_agg(name_key, E'\n' ORDER BY name_key) FROM (
        SELECT DISTINCT clients.name_key
        FROM upstream.opportunities JOIN upstream.clients ON clients.id = opportunities.client_id
        WHERE opportunities.package_id = named.package_id AND opportunities.stage <> 'lost'
      ) AS paired
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
    WHERE id IN (SELECT package_id FROM upstream.opportunities WHERE client_id = NEW.id AND stage <> 'lost')
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
  version integer NOT NULL DEFAULT 1,
  terms text CHECK (length(terms) BETWEEN 1 AND 5000)
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
  version integer NOT NULL DEFAULT 1,
  -- Of one that a client has asked for: the times of one request have its id, and one of them is meant.
  requested_by_name text,
  requested_by_email text,
  request_id uuid,
  -- Of a showing that was held earlier than agreed and of which nobody has said when: its day is known, its time is not.
  is_time_guessed boolean NOT NULL DEFAULT false
);
CREATE INDEX showings_requested ON upstream.showings (workspace_id, inserted_at, id) WHERE state = 'requested';
CREATE INDEX showings_opportunity ON upstream.showings (opportunity_id, starts_at, id);
CREATE INDEX showings_request ON upstream.showings (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX showings_starts_at ON upstream.showings (workspace_id, starts_at, id);

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

-- The latest tidying up after a deal was closed, for as long as it can be undone as one.
CREATE TABLE upstream.after_closings (
  opportunity_id uuid PRIMARY KEY REFERENCES upstream.opportunities ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What was done to which record, by what name people know it, and its version right after.
  parts jsonb NOT NULL,
  done_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- The names of what the undo left as it is, since it was changed in the meantime.
  kept jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX after_closings_workspace ON upstream.after_closings (workspace_id);

-- Tasks that are added on the arrival of an opportunity at a stage, or when a date of the deal is set; their days count from one of the
-- two. One row a task.
CREATE TABLE upstream.task_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  stage text,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  due_in_days integer NOT NULL CHECK (due_in_days BETWEEN -365 AND 365),
  is_visible_to_client boolean NOT NULL DEFAULT false,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  due_from text CHECK (due_from IN ('offer_expires_on', 'accepted_on', 'inspections_due_on', 'closing_on')),
  -- What lists are sorted by, which must not be null.
  start_key text NOT NULL GENERATED ALWAYS AS (coalesce(stage, due_from)) STORED,
  CONSTRAINT task_templates_due_before_check CHECK (due_in_days >= 0 OR due_from IS NOT NULL),
  CONSTRAINT task_templates_start_check CHECK (num_nonnulls(stage, due_from) = 1)
);
CREATE INDEX task_templates_stage ON upstream.task_templates (workspace_id, stage, due_in_days, inserted_at, id);
CREATE INDEX task_templates_inserted_at ON upstream.task_templates (workspace_id, inserted_at, id);
CREATE INDEX task_templates_start ON upstream.task_templates (workspace_id, start_key, due_in_days, inserted_at, id);
CREATE INDEX task_templates_due_from ON upstream.task_templates (workspace_id, due_from) WHERE due_from IS NOT NULL;

-- What somebody has to do, about a client, a package, an opportunity or a document, or about nothing in particular.
CREATE TABLE upstream.tasks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- A day of the workspace's calendar, whichever moments that day holds.
  due_on date,
  assignee_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  -- Who gave it to the assignee: whoever hands a task over goes on seeing it.
  assigned_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  opportunity_id uuid REFERENCES upstream.opportunities ON DELETE CASCADE,
  document_id uuid REFERENCES upstream.documents ON DELETE SET NULL,
  repeat text NOT NULL DEFAULT 'none' CHECK (repeat IN ('none', 'daily', 'weekdays', 'weekly', 'monthly', 'yearly')),
  -- The day from which a repeating task counts: what is due on the 31st is due on the last of a shorter month, and on the
  -- 31st again after that.
  repeats_from date,
  -- The task whose being done made this one. Done twice, a task is followed once.
  follows_id uuid UNIQUE REFERENCES upstream.tasks ON DELETE SET NULL,
  template_id uuid REFERENCES upstream.task_templates ON DELETE SET NULL,
  is_visible_to_client boolean NOT NULL DEFAULT false,
  done_at timestamptz,
  done_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  done_by_name text,
  is_done boolean NOT NULL GENERATED ALWAYS AS (done_at IS NOT NULL) STORED,
  -- What lists are sorted by, which must not be null: days since 1970, those without one last.
  due_key integer NOT NULL GENERATED ALWAYS AS (coalesce(due_on - '1970-01-01'::date, 2147483647)) STORED,
  done_key timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(done_at, '9999-12-31 00:00:00+00'::timestamptz)) STORED,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  -- The date of its deal that a task's due date follows, until somebody changes the task by hand.
  due_from text CHECK (due_from IN ('offer_expires_on', 'accepted_on', 'inspections_due_on', 'closing_on')),
  due_in_days integer,
  CHECK (num_nonnulls(client_id, package_id, opportunity_id, document_id) <= 1),
  CHECK (repeat = 'none' OR (due_on IS NOT NULL AND repeats_from IS NOT NULL)),
  CONSTRAINT tasks_follows_check CHECK ((due_from IS NULL) = (due_in_days IS NULL)
    AND (due_from IS NULL OR (opportunity_id IS NOT NULL AND due_on IS NOT NULL)))
);
-- One for each order that a list can have, and for what panels and the bar ask.
CREATE INDEX tasks_due ON upstream.tasks (workspace_id, is_done, due_key, inserted_at, id);
CREATE INDEX tasks_done ON upstream.tasks (workspace_id, is_done, done_key, id);
CREATE INDEX tasks_title ON upstream.tasks (workspace_id, is_done, (upstream.folded_line(title) COLLATE "C"), id);
-- From the last due date: tasks without one come last in both directions.
CREATE INDEX tasks_due_down ON upstream.tasks (workspace_id, is_done, (coalesce(due_on - '1970-01-01'::date, -2147483648)), id);
-- Tasks in their usual order, done ones among them.
CREATE INDEX tasks_all_due ON upstream.tasks (workspace_id, due_key, inserted_at, id);
CREATE INDEX tasks_inserted_at ON upstream.tasks (workspace_id, inserted_at, id);
CREATE INDEX tasks_updated_at ON upstream.tasks (workspace_id, updated_at, id);
CREATE INDEX tasks_assignee ON upstream.tasks (assignee_account_id, workspace_id, is_done, due_key, inserted_at, id);
CREATE INDEX tasks_client ON upstream.tasks (client_id, is_done, due_key) WHERE client_id IS NOT NULL;
CREATE INDEX tasks_package ON upstream.tasks (package_id, is_done, due_key) WHERE package_id IS NOT NULL;
CREATE INDEX tasks_opportunity ON upstream.tasks (opportunity_id, is_done, due_key) WHERE opportunity_id IS NOT NULL;
CREATE INDEX tasks_document ON upstream.tasks (document_id, is_done, due_key) WHERE document_id IS NOT NULL;
CREATE INDEX tasks_template ON upstream.tasks (template_id) WHERE template_id IS NOT NULL;
CREATE INDEX tasks_search ON upstream.tasks USING gin (upstream.folded_line(title) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- What a task is about belongs to its workspace.
CREATE FUNCTION upstream.check_task_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.workspace_id IS DISTINCT FROM coalesce(
    (SELECT workspace_id FROM upstream.clients WHERE id = NEW.client_id),
    (SELECT workspace_id FROM upstream.packages WHERE id = NEW.package_id),
    (SELECT workspace_id FROM upstream.opportunities WHERE id = NEW.opportunity_id),
    (SELECT workspace_id FROM upstream.documents WHERE id = NEW.document_id),
    NEW.workspace_id)
  THEN
    RAISE foreign_key_violation USING MESSAGE = 'What the task is about belongs to another workspace.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_workspace
  BEFORE INSERT OR UPDATE OF workspace_id, client_id, package_id, opportunity_id, document_id ON upstream.tasks
  FOR EACH ROW EXECUTE FUNCTION upstream.check_task_workspace();

CREATE FUNCTION upstream.note_words_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, upstream.folded_line(NEW.title));
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_words AFTER INSERT OR UPDATE OF title ON upstream.tasks
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_task();

-- The last day for which a workspace's people were mailed their tasks.
CREATE TABLE upstream.task_digests (
  workspace_id uuid PRIMARY KEY REFERENCES upstream.workspaces ON DELETE CASCADE,
  sent_for date NOT NULL
);
