-- Whose an email is, so that a workspace is told of its own that wait; null for those about an account alone, as for signing in.
-- No foreign keys: what was deleted meanwhile is no reason to keep an email or to lose it.
ALTER TABLE mail.outbox
  ADD COLUMN workspace_id uuid,
  ADD COLUMN client_id uuid,
  -- Of the newest message that it tells of.
  ADD COLUMN message_number bigint,
  ADD COLUMN tried_at timestamptz;

CREATE INDEX outbox_waiting ON mail.outbox (workspace_id, inserted_at) WHERE state = 'queued' AND workspace_id IS NOT NULL;
CREATE INDEX outbox_given_up ON mail.outbox (workspace_id, settled_at) WHERE state = 'failed' AND workspace_id IS NOT NULL;
