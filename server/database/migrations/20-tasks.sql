-- Tasks that an opportunity's arrival at a stage adds: a workspace's list for each stage, one row a task.
CREATE TABLE upstream.task_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  stage text NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  due_in_days integer NOT NULL CHECK (due_in_days BETWEEN 0 AND 365),
  is_visible_to_client boolean NOT NULL DEFAULT false,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX task_templates_stage ON upstream.task_templates (workspace_id, stage, due_in_days, inserted_at, id);
CREATE INDEX task_templates_inserted_at ON upstream.task_templates (workspace_id, inserted_at, id);

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
  CHECK (num_nonnulls(client_id, package_id, opportunity_id, document_id) <= 1),
  CHECK (repeat = 'none' OR (due_on IS NOT NULL AND repeats_from IS NOT NULL))
);
-- One for each order that a list can have, and for what panels and the bar ask.
CREATE INDEX tasks_due ON upstream.tasks (workspace_id, is_done, due_key, inserted_at, id);
CREATE INDEX tasks_done ON upstream.tasks (workspace_id, is_done, done_key, id);
CREATE INDEX tasks_inserted_at ON upstream.tasks (workspace_id, inserted_at, id);
CREATE INDEX tasks_updated_at ON upstream.tasks (workspace_id, updated_at, id);
CREATE INDEX tasks_assignee ON upstream.tasks (assignee_account_id, workspace_id, is_done, due_key, inserted_at, id);
CREATE INDEX tasks_client ON upstream.tasks (client_id, is_done, due_key) WHERE client_id IS NOT NULL;
CREATE INDEX tasks_package ON upstream.tasks (package_id, is_done, due_key) WHERE package_id IS NOT NULL;
CREATE INDEX tasks_opportunity ON upstream.tasks (opportunity_id, is_done, due_key) WHERE opportunity_id IS NOT NULL;
CREATE INDEX tasks_document ON upstream.tasks (document_id, is_done, due_key) WHERE document_id IS NOT NULL;
CREATE INDEX tasks_template ON upstream.tasks (template_id) WHERE template_id IS NOT NULL;
CREATE INDEX tasks_search ON upstream.tasks USING gin (lower(title) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

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
  PERFORM upstream.note_words(NEW.workspace_id, lower(NEW.title));
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_words AFTER INSERT OR UPDATE OF title ON upstream.tasks
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_task();

-- The last day for which a workspace's people were mailed their tasks.
CREATE TABLE upstream.task_digests (
  workspace_id uuid PRIMARY KEY REFERENCES upstream.workspaces ON DELETE CASCADE,
  sent_for date NOT NULL
);
