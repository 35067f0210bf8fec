-- What a client is called in greetings; null: what their name says.
ALTER TABLE upstream.clients ADD COLUMN greeted_as text;
