-- A picture that was sent waits here for a record to show it; one that shows it has it for good.
ALTER TABLE upstream.pictures ADD COLUMN held_until timestamptz;
CREATE INDEX pictures_held ON upstream.pictures (held_until) WHERE held_until IS NOT NULL;
