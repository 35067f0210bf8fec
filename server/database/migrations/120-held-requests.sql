-- What came from a public page beyond what a workspace files in a day: it waits until somebody has looked through it.
ALTER TABLE upstream.contact_requests ADD COLUMN is_held boolean NOT NULL DEFAULT false;
CREATE INDEX contact_requests_held ON upstream.contact_requests (workspace_id, inserted_at, id) WHERE is_held;
