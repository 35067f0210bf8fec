-- Attempts to sign in, shared by all replicas and kept over a restart. The columns are those that rate-limiter-flexible
-- writes. UNLOGGED: after a crash of the database the counts begin again, and no attempt costs a write to the log.
CREATE UNLOGGED TABLE app.rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- Milliseconds since 1970; null: never.
  expire bigint
);
