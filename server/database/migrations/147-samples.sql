-- Sample data: clients and properties that are nobody's. A deal is a sample's when its client is.
ALTER TABLE upstream.clients ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE upstream.packages ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
CREATE INDEX clients_samples ON upstream.clients (workspace_id) WHERE is_sample;
CREATE INDEX packages_samples ON upstream.packages (workspace_id) WHERE is_sample;

-- Nobody can be emailed about a sample: it has no address.
ALTER TABLE upstream.clients ADD CONSTRAINT clients_sample_address CHECK (NOT is_sample OR email IS NULL);

-- However it is renamed, a sample says that it is one wherever its name stands.
CREATE FUNCTION upstream.mark_sample(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN name LIKE '% (sample)' THEN name ELSE left(name, 180) || ' (sample)' END
$$;
CREATE FUNCTION upstream.mark_sample_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := upstream.mark_sample(NEW.name);
  RETURN NEW;
END $$;
CREATE FUNCTION upstream.mark_sample_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.street := upstream.mark_sample(NEW.street);
  RETURN NEW;
END $$;
CREATE TRIGGER clients_mark_sample BEFORE INSERT OR UPDATE OF name, is_sample ON upstream.clients
  FOR EACH ROW WHEN (NEW.is_sample) EXECUTE FUNCTION upstream.mark_sample_client();
CREATE TRIGGER packages_mark_sample BEFORE INSERT OR UPDATE OF street, is_sample ON upstream.packages
  FOR EACH ROW WHEN (NEW.is_sample) EXECUTE FUNCTION upstream.mark_sample_package();
