-- To whom the mail with a token went. Their household decides whether it still opens anything; email_key alone counts the mails of a day.
ALTER TABLE upstream.share_tokens ADD COLUMN addressee text;
UPDATE upstream.share_tokens SET addressee = email_key;
