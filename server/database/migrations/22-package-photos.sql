-- The photos of properties, in their order; the first is the cover, which `packages.photo_url` repeats for lists.
CREATE TABLE upstream.package_photos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  package_id uuid NOT NULL REFERENCES upstream.packages ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 30),
  caption text CHECK (length(caption) BETWEEN 1 AND 200),
  url text NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- Checked at the end, so that photos can change places.
  UNIQUE (package_id, position) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX package_photos_inserted_at ON upstream.package_photos (workspace_id, inserted_at, id);

CREATE TRIGGER package_photos_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id ON upstream.package_photos
  FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

INSERT INTO upstream.package_photos (workspace_id, package_id, position, url)
  SELECT workspace_id, id, 1, photo_url FROM upstream.packages WHERE photo_url IS NOT NULL;

-- The same picture for a small place on the page; null where the picture is small itself.
ALTER TABLE upstream.pictures ADD COLUMN small bytea CHECK (octet_length(small) <= 65536);
