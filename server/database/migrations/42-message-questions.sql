-- A question that a client asked at a property is a message of the thread, and so is its answer: each of them once.
ALTER TABLE upstream.messages
  ADD COLUMN question_id uuid REFERENCES upstream.portal_questions ON DELETE SET NULL;
CREATE UNIQUE INDEX messages_question ON upstream.messages (question_id, is_from_client) WHERE question_id IS NOT NULL;
-- What a new message about payment is compared with.
CREATE INDEX messages_payment ON upstream.messages (client_id, number) WHERE payment_warning <> '{}';
