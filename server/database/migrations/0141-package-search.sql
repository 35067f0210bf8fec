-- Packages are found by the names of their clients, too, which triggers keep beside the package's own words.
ALTER TABLE upstream.packages
  ADD COLUMN client_names text NOT NULL DEFAULT '',
  ADD COLUMN found_by text NOT NULL GENERATED ALWAYS AS (search_text || E'\n' || client_names) STORED;
DROP INDEX upstream.packages_search;
CREATE INDEX packages_search ON upstream.packages USING gin (found_by gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE FUNCTION upstream.name_package_clients(packages uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE upstream.packages AS target SET client_names = names.joined
  FROM (
    SELECT package_id, coalesce((
      SELECT string_agg(clients.name_key, E'\n' ORDER BY clients.name_key)
      FROM upstream.opportunities JOIN upstream.clients ON clients.id = opportunities.client_id
      WHERE opportunities.package_id = named.package_id AND opportunities.is_active
    ), '') AS joined
    FROM unnest(packages) AS named (package_id)
  ) AS names
  WHERE target.id = names.package_id AND target.client_names <> names.joined;
$$;

-- Before the pair is written: whoever holds the package writes its pairs first, and nobody waits for both.
CREATE FUNCTION upstream.lock_paired_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM upstream.packages WHERE id = NEW.package_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER opportunities_lock BEFORE INSERT OR UPDATE OF stage, client_id ON upstream.opportunities
  FOR EACH ROW EXECUTE FUNCTION upstream.lock_paired_package();

CREATE FUNCTION upstream.name_paired_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.name_package_clients(ARRAY[coalesce(NEW.package_id, OLD.package_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER opportunities_named AFTER INSERT OR DELETE OR UPDATE OF stage, client_id ON upstream.opportunities
  FOR EACH ROW EXECUTE FUNCTION upstream.name_paired_client();

CREATE FUNCTION upstream.rename_paired_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paired uuid[];
BEGIN
  -- In order: two clients of the same packages may be renamed at once.
  SELECT array_agg(id) INTO paired FROM (
    SELECT id FROM upstream.packages
    WHERE id IN (SELECT package_id FROM upstream.opportunities WHERE client_id = NEW.id AND is_active)
    ORDER BY id FOR NO KEY UPDATE
  ) AS locked;
  PERFORM upstream.name_package_clients(paired);
  RETURN NULL;
END $$;
CREATE TRIGGER clients_renamed AFTER UPDATE OF name_key ON upstream.clients FOR EACH ROW
  WHEN (OLD.name_key <> NEW.name_key) EXECUTE FUNCTION upstream.rename_paired_client();

SELECT upstream.name_package_clients(array_agg(DISTINCT package_id)) FROM upstream.opportunities;
