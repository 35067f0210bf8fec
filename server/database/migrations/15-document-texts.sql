-- What is written in a file, page by page: read once, beside the requests. Files that can have no text have no row.
CREATE TABLE upstream.document_texts (
  file_id uuid PRIMARY KEY REFERENCES upstream.files ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'ready', 'empty', 'encrypted', 'broken', 'too_large', 'unsupported')),
  -- Of the first pages, within the bounds of reading.
  pages text[] NOT NULL DEFAULT '{}',
  -- Of the whole document.
  page_count integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX document_texts_queued ON upstream.document_texts (inserted_at) WHERE state = 'queued';
