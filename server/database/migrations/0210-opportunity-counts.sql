-- How many opportunities stand at each stage, kept by triggers as the numbers of clients and packages are.
CREATE TABLE upstream.opportunity_counts (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  assigned_account_id uuid,
  stage text NOT NULL,
  total integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, assigned_account_id, stage)
);

CREATE FUNCTION upstream.count_added_opportunities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.opportunity_counts AS counts (workspace_id, assigned_account_id, stage, total)
  SELECT workspace_id, assigned_account_id, stage, count(*) FROM added
  GROUP BY workspace_id, assigned_account_id, stage
  ORDER BY workspace_id, assigned_account_id, stage
  ON CONFLICT (workspace_id, assigned_account_id, stage) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

CREATE FUNCTION upstream.count_moved_opportunity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.opportunity_counts AS counts (workspace_id, assigned_account_id, stage, total)
  SELECT * FROM (VALUES
    (OLD.workspace_id, OLD.assigned_account_id, OLD.stage, -1),
    (NEW.workspace_id, NEW.assigned_account_id, NEW.stage, 1)
  ) AS moves (workspace_id, assigned_account_id, stage, total)
  ORDER BY workspace_id, assigned_account_id, stage
  ON CONFLICT (workspace_id, assigned_account_id, stage) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

-- Only an update: when a workspace goes, its counters may have gone before its opportunities.
CREATE FUNCTION upstream.count_removed_opportunities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.opportunity_counts WHERE workspace_id IN (SELECT workspace_id FROM removed)
  ORDER BY workspace_id, assigned_account_id, stage FOR UPDATE;
  UPDATE upstream.opportunity_counts AS counts SET total = counts.total - gone.total
  FROM (
    SELECT workspace_id, assigned_account_id, stage, count(*) AS total FROM removed
    GROUP BY workspace_id, assigned_account_id, stage
  ) AS gone
  WHERE counts.workspace_id = gone.workspace_id AND counts.stage = gone.stage
    AND counts.assigned_account_id IS NOT DISTINCT FROM gone.assigned_account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER opportunities_added AFTER INSERT ON upstream.opportunities REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_added_opportunities();
CREATE TRIGGER opportunities_moved AFTER UPDATE ON upstream.opportunities FOR EACH ROW
  WHEN ((OLD.workspace_id, OLD.assigned_account_id, OLD.stage)
    IS DISTINCT FROM (NEW.workspace_id, NEW.assigned_account_id, NEW.stage))
  EXECUTE FUNCTION upstream.count_moved_opportunity();
CREATE TRIGGER opportunities_removed AFTER DELETE ON upstream.opportunities REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_removed_opportunities();

INSERT INTO upstream.opportunity_counts (workspace_id, assigned_account_id, stage, total)
SELECT workspace_id, assigned_account_id, stage, count(*) FROM upstream.opportunities
GROUP BY workspace_id, assigned_account_id, stage;
