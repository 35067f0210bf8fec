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
