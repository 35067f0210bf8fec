-- What an agent decides about a file: its encoding, which column is which, and whether cells that cannot be read are left out.
ALTER TABLE upstream.client_imports
  -- What is kept elsewhere than it stood, or left out, of rows that are imported: [{"row", "name", "detail"}]
  ADD COLUMN remarks jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN encoding text,
  -- The headings of all columns, and for each the field that it is, or ''.
  ADD COLUMN headings text[] NOT NULL DEFAULT '{}',
  ADD COLUMN columns text[] NOT NULL DEFAULT '{}',
  -- The same for all files with these headings.
  ADD COLUMN shape text,
  ADD COLUMN leaves_out boolean NOT NULL DEFAULT false,
  -- The bytes of the file, compressed: kept until it is imported.
  ADD COLUMN source text;
CREATE INDEX client_imports_shape ON upstream.client_imports (workspace_id, shape, inserted_at) WHERE shape IS NOT NULL;
