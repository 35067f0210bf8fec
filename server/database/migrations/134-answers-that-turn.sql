-- Who is not interested any more says what becomes of an offer that is open; an offer that was approved may be no longer wanted.
ALTER TABLE upstream.portal_answers
  ADD COLUMN offer text CHECK (offer IN ('drop', 'keep')),
  DROP CONSTRAINT portal_answers_choice_check,
  ADD CONSTRAINT portal_answers_choice_check
    CHECK (choice IN ('interested', 'not_interested', 'approved', 'changes', 'declined', 'repair', 'credit', 'leave'));
