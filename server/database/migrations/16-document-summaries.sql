-- What a document says in short, once for each of its versions.
CREATE TABLE upstream.document_summaries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  document_id uuid NOT NULL REFERENCES upstream.documents ON DELETE CASCADE,
  version_number integer NOT NULL,
  file_id uuid NOT NULL REFERENCES upstream.files ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  method text CHECK (method IN ('extract', 'model')),
  -- [{"text", "page"}], pages from 1.
  points jsonb NOT NULL DEFAULT '[]',
  page_count integer,
  pages_read integer,
  -- A sentence fit to show.
  failure text,
  -- Whether another try would end the same way.
  is_final boolean NOT NULL DEFAULT false,
  -- The month whose allowance it counts against, as in 2026-05.
  month text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  approved_at timestamptz,
  -- Whoever approved it, by the name they had then.
  approved_by_name text,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (document_id, version_number),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK (approved_at IS NULL OR state = 'ready')
);
CREATE INDEX document_summaries_workspace ON upstream.document_summaries (workspace_id, requested_at, id);
CREATE INDEX document_summaries_queued ON upstream.document_summaries (requested_at) WHERE state = 'queued';
CREATE TRIGGER document_summaries_workspace BEFORE INSERT OR UPDATE OF workspace_id, document_id, file_id
  ON upstream.document_summaries FOR EACH ROW EXECUTE FUNCTION upstream.check_version_workspace();

-- How many summaries a workspace has had made in a month.
CREATE TABLE upstream.summary_months (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  month text NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (workspace_id, month)
);
