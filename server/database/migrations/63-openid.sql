-- Accounts that an OpenID provider signs in to. The issuer and its subject name a person for ever; an email address does not.
-- A row whose issuer is null was unlinked: linking that account again takes a password or mailed code, however new the session is.
CREATE TABLE upstream.openid_identities (
  account_id uuid PRIMARY KEY REFERENCES upstream.accounts ON DELETE CASCADE,
  issuer text,
  subject text,
  -- What the provider called the person when the account was linked: for people to recognize, and for nothing else.
  email text,
  linked_at timestamptz,
  UNIQUE (issuer, subject),
  CHECK ((issuer IS NULL) = (subject IS NULL) AND (issuer IS NULL) = (linked_at IS NULL))
);

-- Whether the provider said that the sign-in took a second factor, which then stands for the second step.
ALTER TABLE upstream.sessions ADD COLUMN is_vouched boolean NOT NULL DEFAULT false;
