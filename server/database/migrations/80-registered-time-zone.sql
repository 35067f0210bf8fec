-- The time zone that was chosen for the workspace of a registration; none of those from before.
ALTER TABLE upstream.registrations ADD COLUMN time_zone text;
