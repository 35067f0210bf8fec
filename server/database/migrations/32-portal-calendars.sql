-- The address at which somebody's calendar reads their dates: one for each invitation, and gone with it.
CREATE TABLE upstream.portal_calendars (
  invitation_id uuid PRIMARY KEY REFERENCES upstream.portal_invitations ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  -- SHA-256 of the 32 random bytes in the address.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
