-- All of the text of an email of which a message shows a part, with the subject where it says something; null where nothing was left
-- out. Secrets of mailed links are not in it.
ALTER TABLE upstream.messages ADD COLUMN original text CHECK (length(original) <= 400000);
ALTER TABLE upstream.inbound_mails ADD COLUMN original text CHECK (length(original) <= 400000);
