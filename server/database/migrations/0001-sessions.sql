CREATE SCHEMA IF NOT EXISTS app;

CREATE TABLE app.sessions (
  -- SHA-256 of the id in the browser's cookie: whoever reads this table cannot be anybody.
  id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  kind text NOT NULL CHECK (kind IN ('agent', 'client', 'visitor')),
  person_id text,
  workspace_id text,
  -- The upstream's token and the notes, AES-256-GCM.
  sealed bytea NOT NULL,
  started_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CHECK ((kind = 'visitor') = (person_id IS NULL))
);

CREATE INDEX sessions_ends_at ON app.sessions (ends_at);
