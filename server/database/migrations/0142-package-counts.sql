-- How many packages there are, kept by triggers as those of clients are: a page of the list never counts.
CREATE TABLE upstream.package_counts (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  assigned_account_id uuid,
  is_archived boolean NOT NULL,
  total integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, assigned_account_id, is_archived)
);

CREATE FUNCTION upstream.count_added_packages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.package_counts AS counts (workspace_id, assigned_account_id, is_archived, total)
  SELECT workspace_id, assigned_account_id, is_archived, count(*) FROM added
  GROUP BY workspace_id, assigned_account_id, is_archived
  ORDER BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

CREATE FUNCTION upstream.count_moved_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.package_counts AS counts (workspace_id, assigned_account_id, is_archived, total)
  SELECT * FROM (VALUES
    (OLD.workspace_id, OLD.assigned_account_id, OLD.is_archived, -1),
    (NEW.workspace_id, NEW.assigned_account_id, NEW.is_archived, 1)
  ) AS moves (workspace_id, assigned_account_id, is_archived, total)
  ORDER BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = counts.total + excluded.total;
  RETURN NULL;
END $$;

-- Only an update: when a workspace goes, its counters may have gone before its packages.
CREATE FUNCTION upstream.count_removed_packages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.package_counts WHERE workspace_id IN (SELECT workspace_id FROM removed)
  ORDER BY workspace_id, assigned_account_id, is_archived FOR UPDATE;
  UPDATE upstream.package_counts AS counts SET total = counts.total - gone.total
  FROM (
    SELECT workspace_id, assigned_account_id, is_archived, count(*) AS total FROM removed
    GROUP BY workspace_id, assigned_account_id, is_archived
  ) AS gone
  WHERE counts.workspace_id = gone.workspace_id AND counts.is_archived = gone.is_archived
    AND counts.assigned_account_id IS NOT DISTINCT FROM gone.assigned_account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER packages_added AFTER INSERT ON upstream.packages REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_added_packages();
CREATE TRIGGER packages_moved AFTER UPDATE ON upstream.packages FOR EACH ROW
  WHEN ((OLD.workspace_id, OLD.assigned_account_id, OLD.is_archived)
    IS DISTINCT FROM (NEW.workspace_id, NEW.assigned_account_id, NEW.is_archived))
  EXECUTE FUNCTION upstream.count_moved_package();
CREATE TRIGGER packages_removed AFTER DELETE ON upstream.packages REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.count_removed_packages();

INSERT INTO upstream.package_counts (workspace_id, assigned_account_id, is_archived, total)
SELECT workspace_id, assigned_account_id, is_archived, count(*) FROM upstream.packages
GROUP BY workspace_id, assigned_account_id, is_archived;
