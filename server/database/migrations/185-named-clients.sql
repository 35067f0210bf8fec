-- Of which clients an email to somebody else tells, as one to their agent: their names in it go when they are deleted.
ALTER TABLE mail.outbox ADD COLUMN named_client_ids uuid[] NOT NULL DEFAULT '{}';
