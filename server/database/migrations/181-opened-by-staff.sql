-- A document that a client has sent can be taken back until somebody of the staff has opened it. What was there before may have been.
ALTER TABLE upstream.portal_requests ADD COLUMN opened_at timestamptz;
UPDATE upstream.portal_requests SET opened_at = inserted_at WHERE kind = 'document';
