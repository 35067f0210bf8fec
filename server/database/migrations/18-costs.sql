-- What buying a package's property is estimated to cost: one estimate a package.
CREATE TABLE upstream.cost_estimates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid NOT NULL UNIQUE REFERENCES upstream.packages ON DELETE CASCADE,
  -- What was entered, and what was made of it then, as the wire shows both.
  inputs jsonb NOT NULL,
  lines jsonb NOT NULL,
  totals jsonb NOT NULL,
  warnings jsonb NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

CREATE TRIGGER cost_estimates_workspace BEFORE INSERT OR UPDATE OF package_id, workspace_id ON upstream.cost_estimates
  FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

-- What estimates of a workspace often have alike, under a name.
CREATE TABLE upstream.cost_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Whoever made it.
  account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Folded by the service.
  name_key text COLLATE "C" NOT NULL,
  inputs jsonb NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX cost_templates_name ON upstream.cost_templates (workspace_id, name_key);
CREATE INDEX cost_templates_order ON upstream.cost_templates (workspace_id, name_key, id);
