-- Who is not interested any more says what becomes of showings that are asked for or arranged, too.
ALTER TABLE upstream.portal_answers ADD COLUMN showings text CHECK (showings IN ('drop', 'keep'));
