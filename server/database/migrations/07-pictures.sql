-- Small pictures that the service itself shows, as people's photos.
CREATE TABLE upstream.pictures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  media_type text NOT NULL CHECK (media_type IN ('image/webp', 'image/avif')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 262144),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  -- Until when a new picture waits for a record that shows it; null: a record shows it.
  held_until timestamptz
);
CREATE INDEX pictures_held ON upstream.pictures (held_until) WHERE held_until IS NOT NULL;
