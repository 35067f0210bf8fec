-- The message of the thread that answers a question asked at a property, where one does: its words are the answer, as long as a message.
ALTER TABLE upstream.portal_questions
  ADD COLUMN answer_message_id uuid REFERENCES upstream.messages ON DELETE SET NULL,
  DROP CONSTRAINT portal_questions_answer_check,
  ADD CONSTRAINT portal_questions_answer_check CHECK (length(answer) BETWEEN 1 AND 10000);
CREATE INDEX portal_questions_answer_message ON upstream.portal_questions (answer_message_id) WHERE answer_message_id IS NOT NULL;
