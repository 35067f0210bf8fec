-- When a record of a batch was seen, where that was not when the others were.
ALTER TABLE upstream.batch_records ADD COLUMN seen_at timestamptz;
