CREATE TABLE app.parked_forms (
  id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  person_id text NOT NULL,
  -- Path and fields, AES-256-GCM.
  sealed bytea NOT NULL,
  ends_at timestamptz NOT NULL
);

CREATE INDEX parked_forms_ends_at ON app.parked_forms (ends_at);
