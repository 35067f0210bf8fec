-- By which clients are sorted by their last contact: those with whom there was none come before all others, by when they were added. A
-- thousand years are said in hours, which are as long in every time zone.
CREATE FUNCTION upstream.contact_key(last_activity_at timestamptz, inserted_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN last_activity_at > inserted_at THEN last_activity_at ELSE inserted_at - interval '8765820 hours' END
$$;
ALTER TABLE upstream.clients ADD COLUMN contact_key timestamptz NOT NULL
  GENERATED ALWAYS AS (upstream.contact_key(last_activity_at, inserted_at)) STORED;
CREATE INDEX clients_contact_key ON upstream.clients (workspace_id, is_archived, contact_key, id);
