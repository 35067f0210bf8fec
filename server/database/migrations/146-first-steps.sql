-- First steps of a new workspace that a member does not want to be shown for now.
ALTER TABLE upstream.memberships ADD COLUMN put_away_steps text[] NOT NULL DEFAULT '{}';
