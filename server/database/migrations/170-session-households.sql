-- The client whose portal is open in a session of the portal.
ALTER TABLE app.sessions ADD COLUMN client_id text;
