-- Areas, tags and house types have one spelling in a workspace, the one that most have, and stand in alphabetical order.
CREATE INDEX packages_area_word ON upstream.packages (workspace_id, upstream.key_of_word(area)) WHERE area IS NOT NULL;
CREATE INDEX buyer_profiles_house_types ON upstream.buyer_profiles USING gin (upstream.keys_of_words(property_types));

CREATE TEMPORARY TABLE spelled ON COMMIT DROP AS
SELECT workspace_id, kind, upstream.key_of_word(word) AS key, mode() WITHIN GROUP (ORDER BY word) AS word FROM (
  SELECT workspace_id, 'tag' AS kind, unnest(tags) AS word FROM upstream.clients
  UNION ALL SELECT workspace_id, 'tag', unnest(tags) FROM upstream.packages
  UNION ALL SELECT workspace_id, 'area', unnest(preferred_areas) FROM upstream.buyer_profiles
  UNION ALL SELECT workspace_id, 'area', area FROM upstream.packages WHERE area IS NOT NULL
  UNION ALL SELECT workspace_id, 'house_type', unnest(property_types) FROM upstream.buyer_profiles
  UNION ALL SELECT workspace_id, 'house_type', house_type FROM upstream.packages WHERE house_type IS NOT NULL
) AS written GROUP BY 1, 2, 3;
CREATE INDEX ON spelled (workspace_id, kind, key);

CREATE FUNCTION pg_temp.as_spelled(of_workspace uuid, of_kind text, words text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(word ORDER BY upstream.folded(word), word), '{}') FROM (
    SELECT DISTINCT s.word FROM unnest(words) AS w
    JOIN spelled s ON s.workspace_id = of_workspace AND s.kind = of_kind AND s.key = upstream.key_of_word(w)
  ) AS spelled_words
$$;

UPDATE upstream.clients SET tags = pg_temp.as_spelled(workspace_id, 'tag', tags), version = version + 1
WHERE tags <> pg_temp.as_spelled(workspace_id, 'tag', tags);
UPDATE upstream.packages SET tags = pg_temp.as_spelled(workspace_id, 'tag', tags), version = version + 1
WHERE tags <> pg_temp.as_spelled(workspace_id, 'tag', tags);
UPDATE upstream.packages p SET area = s.word, version = version + 1 FROM spelled s
WHERE s.workspace_id = p.workspace_id AND s.kind = 'area' AND s.key = upstream.key_of_word(p.area) AND s.word <> p.area;
UPDATE upstream.packages p SET house_type = s.word, version = version + 1 FROM spelled s
WHERE s.workspace_id = p.workspace_id AND s.kind = 'house_type' AND s.key = upstream.key_of_word(p.house_type) AND s.word <> p.house_type;
UPDATE upstream.buyer_profiles SET preferred_areas = pg_temp.as_spelled(workspace_id, 'area', preferred_areas),
  property_types = pg_temp.as_spelled(workspace_id, 'house_type', property_types), version = version + 1
WHERE preferred_areas <> pg_temp.as_spelled(workspace_id, 'area', preferred_areas)
  OR property_types <> pg_temp.as_spelled(workspace_id, 'house_type', property_types);
