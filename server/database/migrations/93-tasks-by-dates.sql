-- A template adds its task on the arrival at a stage, or when a date of the deal is set; its days count from one of the two.
ALTER TABLE upstream.task_templates
  ALTER COLUMN stage DROP NOT NULL,
  ADD COLUMN due_from text CHECK (due_from IN ('offer_expires_on', 'accepted_on', 'inspections_due_on', 'closing_on')),
  DROP CONSTRAINT task_templates_due_in_days_check,
  ADD CONSTRAINT task_templates_due_in_days_check CHECK (due_in_days BETWEEN -365 AND 365),
  ADD CONSTRAINT task_templates_due_before_check CHECK (due_in_days >= 0 OR due_from IS NOT NULL),
  ADD CONSTRAINT task_templates_start_check CHECK (num_nonnulls(stage, due_from) = 1),
  -- What lists are sorted by, which must not be null.
  ADD COLUMN start_key text NOT NULL GENERATED ALWAYS AS (coalesce(stage, due_from)) STORED;

CREATE INDEX task_templates_start ON upstream.task_templates (workspace_id, start_key, due_in_days, inserted_at, id);
CREATE INDEX task_templates_due_from ON upstream.task_templates (workspace_id, due_from) WHERE due_from IS NOT NULL;

-- The date of its deal that a task's due date follows, until somebody changes the task by hand.
ALTER TABLE upstream.tasks
  ADD COLUMN due_from text CHECK (due_from IN ('offer_expires_on', 'accepted_on', 'inspections_due_on', 'closing_on')),
  ADD COLUMN due_in_days integer,
  ADD CONSTRAINT tasks_follows_check CHECK ((due_from IS NULL) = (due_in_days IS NULL)
    AND (due_from IS NULL OR (opportunity_id IS NOT NULL AND due_on IS NOT NULL)));
