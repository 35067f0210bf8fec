-- Several findings are decided on, or suggested ones dismissed, as one.
ALTER TABLE upstream.batches DROP CONSTRAINT batches_kind_check;
ALTER TABLE upstream.batches ADD CHECK (kind IN ('client', 'package', 'opportunity', 'task', 'finding'));
ALTER TABLE upstream.batches DROP CONSTRAINT batches_action_check;
ALTER TABLE upstream.batches ADD CHECK (action IN
  ('assign', 'add_tag', 'remove_tag', 'archive', 'restore', 'complete', 'decide', 'dismiss'));
-- When what is chosen was seen: what somebody changed after that is left as it is.
ALTER TABLE upstream.batches ADD COLUMN seen_at timestamptz;

ALTER TABLE upstream.findings
  -- A suggestion that was dismissed together with others; that can be taken back.
  ADD COLUMN dismissed_at timestamptz,
  -- Who decided on it, or accepted it, last.
  ADD COLUMN decided_by_name text,
  ADD COLUMN decided_at timestamptz;
