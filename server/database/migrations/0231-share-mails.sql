-- To whom an address was mailed, folded; null: told to whoever made the link. By it mails are counted.
ALTER TABLE upstream.share_tokens ADD COLUMN email_key text;
CREATE INDEX share_tokens_mailed ON upstream.share_tokens (workspace_id, inserted_at) WHERE email_key IS NOT NULL;
CREATE INDEX share_tokens_email ON upstream.share_tokens (email_key, inserted_at) WHERE email_key IS NOT NULL;
