-- What clients see of a property beyond its facts, photos and documents: nothing without a row.
CREATE TABLE upstream.portal_releases (
  package_id uuid PRIMARY KEY REFERENCES upstream.packages ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  costs boolean NOT NULL DEFAULT false,
  findings boolean NOT NULL DEFAULT false,
  comparables boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX portal_releases_workspace ON upstream.portal_releases (workspace_id);

CREATE TRIGGER portal_releases_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id ON upstream.portal_releases
  FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();
