-- A property is found by whoever bought it, too: only a lost deal says nothing of it.
CREATE OR REPLACE FUNCTION upstream.name_package_clients(packages uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE upstream.packages AS target SET client_names = names.joined
  FROM (
    SELECT package_id, coalesce((
      SELECT string_agg(name_key, E'\n' ORDER BY name_key) FROM (
        SELECT DISTINCT clients.name_key
        FROM upstream.opportunities JOIN upstream.clients ON clients.id = opportunities.client_id
        WHERE opportunities.package_id = named.package_id AND opportunities.stage <> 'lost'
      ) AS paired
    ), '') AS joined
    FROM unnest(packages) AS named (package_id)
  ) AS names
  WHERE target.id = names.package_id AND target.client_names <> names.joined;
$$;

CREATE OR REPLACE FUNCTION upstream.rename_paired_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paired uuid[];
BEGIN
  -- In order: two clients of the same packages may be renamed at once.
  SELECT array_agg(id) INTO paired FROM (
    SELECT id FROM upstream.packages
    WHERE id IN (SELECT package_id FROM upstream.opportunities WHERE client_id = NEW.id AND stage <> 'lost')
    ORDER BY id FOR NO KEY UPDATE
  ) AS locked;
  PERFORM upstream.name_package_clients(paired);
  RETURN NULL;
END $$;

-- Whether a property was bought, and by whom, is asked of every row of a list.
CREATE INDEX opportunities_closed ON upstream.opportunities (package_id, client_id) WHERE stage = 'closed';

SELECT upstream.name_package_clients(array_agg(DISTINCT package_id)) FROM upstream.opportunities WHERE stage = 'closed';
