CREATE SCHEMA IF NOT EXISTS app;

CREATE TABLE app.sessions (
  -- SHA-256 of the id in the browser's cookie: whoever reads this table cannot be anybody.
  id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  kind text NOT NULL CHECK (kind IN ('agent', 'client', 'visitor')),
  person_id text,
  workspace_id text,
  -- The upstream's token and what the session remembers, AES-256-GCM.
  sealed bytea NOT NULL,
  started_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CHECK ((kind = 'visitor') = (person_id IS NULL))
);

CREATE INDEX sessions_ends_at ON app.sessions (ends_at);

-- The submission keys of forms: sending one twice does its work once.
CREATE TABLE app.submissions (
  owner text NOT NULL,
  key uuid NOT NULL,
  -- HMAC of what the form said, so that the same key with other content is noticed.
  digest text NOT NULL,
  lease uuid NOT NULL,
  leased_until timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  -- Where the finished form led ({"location", "toast"}); null while nobody knows that it was written.
  outcome jsonb,
  -- The id of the session that the form opened, AES-256-GCM, and the moment until which it may be given out again.
  ticket bytea,
  ticket_ends_at timestamptz,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (owner, key)
);

CREATE INDEX submissions_claimed_at ON app.submissions (claimed_at);

-- Forms that were sent with an ended session, until their person has signed in again.
CREATE TABLE app.parked_forms (
  id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  person_id text NOT NULL,
  -- Path and fields, AES-256-GCM.
  sealed bytea NOT NULL,
  ends_at timestamptz NOT NULL
);

CREATE INDEX parked_forms_person ON app.parked_forms (person_id, ends_at);
CREATE INDEX parked_forms_ends_at ON app.parked_forms (ends_at);
