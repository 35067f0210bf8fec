-- The first answer to a key, stored in the transaction of the write that it answers.
CREATE TABLE upstream.idempotency_keys (
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  key text NOT NULL,
  status integer NOT NULL,
  headers jsonb NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  -- What was asked (its SHA-256) and what was answered, AES-256-GCM: an answer may contain a secret.
  sealed bytea NOT NULL,
  PRIMARY KEY (account_id, key)
);

CREATE INDEX idempotency_keys_stored_at ON upstream.idempotency_keys (stored_at);
