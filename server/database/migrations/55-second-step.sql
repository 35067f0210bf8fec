-- The second step of signing in: codes of an app on the person's phone.
CREATE TABLE upstream.second_steps (
  account_id uuid PRIMARY KEY REFERENCES upstream.accounts ON DELETE CASCADE,
  -- What the app makes its codes of, sealed with SESSION_SECRETS.
  sealed_secret bytea NOT NULL,
  -- The period (of 30 seconds since 1970) of the last code that was accepted: no code works twice, and no earlier one after it.
  last_period bigint NOT NULL,
  -- The period of a code that came from a clock that was off: it is not accepted when its time comes, either.
  refused_period bigint,
  tries integer NOT NULL DEFAULT 0,
  tries_since timestamptz NOT NULL,
  enabled_at timestamptz NOT NULL
);

CREATE TABLE upstream.recovery_codes (
  code_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES upstream.second_steps ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX recovery_codes_account ON upstream.recovery_codes (account_id);

-- Browsers that are not asked for a code for 30 days.
CREATE TABLE upstream.trusted_browsers (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES upstream.second_steps ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX trusted_browsers_account ON upstream.trusted_browsers (account_id);

-- Of one session: a secret that no code has confirmed yet, then the recovery codes until the person has kept them.
CREATE TABLE upstream.second_step_setups (
  session_id uuid PRIMARY KEY REFERENCES upstream.sessions ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  sealed_secret bytea,
  sealed_codes bytea,
  expires_at timestamptz NOT NULL,
  CHECK ((sealed_secret IS NULL) <> (sealed_codes IS NULL))
);
CREATE INDEX second_step_setups_account ON upstream.second_step_setups (account_id);

-- Sign-ins whose first step was right. They are no sessions: their tokens open nothing but the second step.
CREATE TABLE upstream.waiting_sign_ins (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX waiting_sign_ins_account ON upstream.waiting_sign_ins (account_id);
