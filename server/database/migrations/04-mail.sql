CREATE SCHEMA IF NOT EXISTS mail;

CREATE TABLE mail.outbox (
  id uuid PRIMARY KEY,
  -- kept: no mail server is set; withheld: written for its cost alone, never to be sent or shown.
  state text NOT NULL CHECK (state IN ('kept', 'queued', 'sent', 'failed', 'withheld')),
  recipient text NOT NULL,
  subject text NOT NULL,
  -- Null once sent or given up: the links in it are not to be read here afterwards.
  text text,
  html text,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  -- Not delivered after this moment: its link has ended.
  useful_until timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz
);

CREATE INDEX outbox_newest ON mail.outbox (inserted_at DESC, id DESC);
