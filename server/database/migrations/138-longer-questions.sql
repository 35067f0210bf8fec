-- A question of a client is also a message of the thread, and as long as one may be.
ALTER TABLE upstream.portal_questions
  DROP CONSTRAINT portal_questions_body_check,
  ADD CONSTRAINT portal_questions_body_check CHECK (length(body) BETWEEN 1 AND 10000);
