-- Tasks by their titles, and by due date from the last one: those without a date come last in both directions.
CREATE INDEX tasks_title ON upstream.tasks (workspace_id, is_done, (lower(title) COLLATE "C"), id);
CREATE INDEX tasks_due_down ON upstream.tasks (workspace_id, is_done, (coalesce(due_on - '1970-01-01'::date, -2147483648)), id);
