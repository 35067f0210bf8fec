-- Another address for an account: it changes once both addresses have confirmed it, and the old one can undo it for 7 days after.
CREATE TABLE upstream.email_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  -- When the account got the address.
  changed_at timestamptz,
  -- When it was withdrawn, replaced, stopped or undone.
  stopped_at timestamptz,
  inserted_at timestamptz NOT NULL,
  -- Until then it waits for the confirmations.
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX email_changes_waiting ON upstream.email_changes (account_id) WHERE changed_at IS NULL AND stopped_at IS NULL;
CREATE INDEX email_changes_account ON upstream.email_changes (account_id, inserted_at DESC);

-- A link in each email about it. Sending again adds links: the one in an earlier email still works.
CREATE TABLE upstream.email_change_links (
  -- SHA-256 of the 32 random bytes in the link.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  change_id uuid NOT NULL REFERENCES upstream.email_changes ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('confirm_old', 'confirm_new', 'stop')),
  -- Where it was mailed.
  email text NOT NULL,
  inserted_at timestamptz NOT NULL
);
CREATE INDEX email_change_links_change ON upstream.email_change_links (change_id);
CREATE INDEX email_change_links_email ON upstream.email_change_links (email, inserted_at);
