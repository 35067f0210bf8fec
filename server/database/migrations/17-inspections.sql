-- A version of a document that is, or was, read for findings.
CREATE TABLE upstream.inspection_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  -- Null once the document is removed for good; its findings stay.
  document_id uuid REFERENCES upstream.documents ON DELETE SET NULL,
  -- As it was called when it was removed, or when it was read.
  document_label text NOT NULL,
  version_number integer NOT NULL,
  file_id uuid REFERENCES upstream.files ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  method text CHECK (method IN ('extract', 'model')),
  page_count integer,
  pages_read integer,
  -- A sentence fit to show.
  failure text,
  -- Whether another try would end the same way.
  is_final boolean NOT NULL DEFAULT false,
  requested_at timestamptz NOT NULL DEFAULT now(),
  inserted_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (document_id, version_number),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE INDEX inspection_reports_package ON upstream.inspection_reports (package_id, inserted_at, id);
CREATE INDEX inspection_reports_workspace ON upstream.inspection_reports (workspace_id, inserted_at, id);
CREATE INDEX inspection_reports_queued ON upstream.inspection_reports (requested_at) WHERE state = 'queued';
CREATE TRIGGER inspection_reports_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id
  ON upstream.inspection_reports FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

-- Something about a property that somebody has to decide on.
CREATE TABLE upstream.findings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  -- The report that it was read from; null: it was entered by hand, or the report is gone.
  inspection_report_id uuid REFERENCES upstream.inspection_reports ON DELETE SET NULL,
  system text NOT NULL CHECK (length(system) BETWEEN 1 AND 100),
  severity text NOT NULL CHECK (severity IN ('safety', 'major', 'repair', 'maintenance', 'monitor')),
  severity_key smallint NOT NULL GENERATED ALWAYS AS (CASE severity
    WHEN 'safety' THEN 1 WHEN 'major' THEN 2 WHEN 'repair' THEN 3 WHEN 'maintenance' THEN 4 ELSE 5 END) STORED,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- From 1.
  page integer CHECK (page BETWEEN 1 AND 9999),
  quote text CHECK (length(quote) <= 2000),
  low_cost numeric CHECK (low_cost >= 0),
  high_cost numeric CHECK (high_cost >= low_cost),
  -- Of both costs; all findings of a package have the same.
  currency text CHECK (length(currency) = 3),
  decision text CHECK (decision IN ('repair', 'credit', 'accept', 'verify')),
  -- Read by the service; nobody has looked at it yet.
  is_proposed boolean NOT NULL DEFAULT false,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CHECK ((low_cost IS NULL AND high_cost IS NULL) = (currency IS NULL))
);
CREATE INDEX findings_package_severity ON upstream.findings (package_id, severity_key, inserted_at, id);
CREATE INDEX findings_package ON upstream.findings (package_id, inserted_at, id);
CREATE INDEX findings_report ON upstream.findings (inspection_report_id) WHERE inspection_report_id IS NOT NULL;
CREATE INDEX findings_workspace ON upstream.findings (workspace_id, inserted_at, id);
CREATE TRIGGER findings_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id
  ON upstream.findings FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();
