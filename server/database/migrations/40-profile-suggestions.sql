-- What became of a request of a client: of a suggested buyer profile, whether the agent took it over.
ALTER TABLE upstream.portal_requests
  ADD COLUMN outcome text CHECK (outcome IN ('accepted', 'partly', 'dismissed', 'withdrawn')),
  ADD CHECK (outcome IS NULL OR settled_at IS NOT NULL);
-- The person's own page says what became of the last one.
CREATE INDEX portal_requests_profile ON upstream.portal_requests (client_id, email, settled_at) WHERE kind = 'buyer_profile';
