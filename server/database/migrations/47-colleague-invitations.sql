-- Whom a workspace has invited to work there: one row for each address, whatever became of its links, which are swept.
CREATE TABLE upstream.colleague_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- In the spelling under which accounts keep theirs.
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'manager', 'member', 'instructor')),
  -- The present link, in `upstream.mailed_links`; sending again renews it.
  link_id uuid REFERENCES upstream.mailed_links ON DELETE SET NULL,
  -- The newest mail, in `mail.outbox`, which knows for a while whether it arrived.
  mail_id uuid NOT NULL,
  mails_that_day integer NOT NULL DEFAULT 1,
  invited_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (workspace_id, email)
);

CREATE INDEX colleague_invitations_newest ON upstream.colleague_invitations (workspace_id, inserted_at DESC, id DESC);
CREATE INDEX colleague_invitations_link ON upstream.colleague_invitations (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX colleague_invitations_inviter ON upstream.colleague_invitations (invited_by_account_id)
  WHERE invited_by_account_id IS NOT NULL;
