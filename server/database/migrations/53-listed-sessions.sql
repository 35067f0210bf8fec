-- People see where they are signed in, and end what they do not know. The id in the browser's cookie is nobody else's to name, so each
-- session has another one. Device and network are words for its person; empty where nothing is known.
ALTER TABLE app.sessions
  ADD COLUMN public_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN device text NOT NULL DEFAULT '',
  ADD COLUMN network text NOT NULL DEFAULT '';
CREATE INDEX sessions_person ON app.sessions (person_id, kind) WHERE person_id IS NOT NULL;
