-- What a workspace asks of its members' sign-in.
ALTER TABLE upstream.workspaces
  ADD COLUMN requires_second_step boolean NOT NULL DEFAULT false,
  ADD COLUMN allows_trusted_browsers boolean NOT NULL DEFAULT true;
