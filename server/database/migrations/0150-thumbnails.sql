-- A small picture of a file, drawn when it is first asked for. Null: it has been tried, and there is none.
CREATE TABLE upstream.thumbnails (
  file_id uuid PRIMARY KEY REFERENCES upstream.files ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  bytes bytea,
  inserted_at timestamptz NOT NULL DEFAULT now()
);
