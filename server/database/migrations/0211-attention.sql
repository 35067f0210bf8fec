-- What a dashboard asks for: each of these is answered from the end of an index, however many records there are.
CREATE INDEX opportunities_silent ON upstream.opportunities (workspace_id, updated_at, id) WHERE is_active;
CREATE INDEX opportunities_own_silent ON upstream.opportunities (assigned_account_id, workspace_id, updated_at, id)
  WHERE is_active;

-- Lists are sorted by what is never null: an offer without an end stands behind all others.
ALTER TABLE upstream.offers ADD COLUMN expires_key timestamptz NOT NULL
  GENERATED ALWAYS AS (coalesce(expires_at, '9999-12-31 00:00:00+00'::timestamptz)) STORED;
CREATE INDEX offers_out ON upstream.offers (workspace_id, expires_key, id) WHERE state = 'sent';
CREATE INDEX showings_requested ON upstream.showings (workspace_id, inserted_at, id) WHERE state = 'requested';

-- What was announced is remembered by its name: whoever announced it is told when it has not arrived.
ALTER TABLE upstream.objects
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN name text CHECK (length(name) BETWEEN 1 AND 255);
CREATE INDEX objects_account ON upstream.objects (account_id, workspace_id, expires_at, id);
