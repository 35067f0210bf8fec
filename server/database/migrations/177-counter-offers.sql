-- What the seller wants in place of an offer that is out: shown to the client and answered as what the agent suggests.
ALTER TABLE upstream.offer_suggestions ADD COLUMN is_counter boolean NOT NULL DEFAULT false;
