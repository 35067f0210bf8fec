-- A row without a picture: there is none where retry_at is null. Otherwise it is being drawn, or could not be drawn, and nobody
-- tries before that moment. A try that ends with the process counts as well.
ALTER TABLE upstream.thumbnails
  ADD COLUMN tries smallint NOT NULL DEFAULT 1,
  ADD COLUMN retry_at timestamptz;
