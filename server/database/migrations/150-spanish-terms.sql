-- What clients who read Spanish see in place of a suggested offer's terms; null: they see those. Spanish names of costs are beside their names.
ALTER TABLE upstream.offer_suggestions ADD COLUMN terms_es text;
