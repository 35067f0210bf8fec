-- An answer may tell a secret, as that of a new link does. Those that lie here to be read are let go: a day's memory.
DELETE FROM upstream.idempotency_keys;
ALTER TABLE upstream.idempotency_keys
  DROP COLUMN fingerprint,
  DROP COLUMN body,
  -- What was asked (its SHA-256) and what was answered, AES-256-GCM.
  ADD COLUMN sealed bytea NOT NULL;
