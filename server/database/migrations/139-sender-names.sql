-- Whose mail it is, beside the address that all of them have.
ALTER TABLE mail.outbox ADD COLUMN sender_name text CHECK (length(sender_name) <= 200);
