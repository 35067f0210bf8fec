-- How areas are compared: without regard to case, blanks and accents.
CREATE FUNCTION upstream.area_key(area text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(area, NFKD), '[\s\u0300-\u036f]+', '', 'g'))
$$;

-- Where each buyer looks, with what else narrows a search: a row for each preferred area, one with an empty key for who has
-- none, and one with the key '*' for properties whose area is unknown. Kept by the triggers below. No reference to the
-- profile: what is put back with it would be there twice.
CREATE TABLE upstream.wanted_areas (
  profile_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  area_key text COLLATE "C" NOT NULL,
  -- Empty, and an amount of 0, where no budget is known.
  budget_currency text COLLATE "C" NOT NULL,
  budget_amount numeric NOT NULL,
  min_beds integer,
  PRIMARY KEY (profile_id, area_key)
);
CREATE INDEX wanted_areas_budget ON upstream.wanted_areas
  (workspace_id, area_key, budget_currency, budget_amount, profile_id) INCLUDE (min_beds);

CREATE FUNCTION upstream.wanted_keys(areas text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT upstream.area_key(area) FROM unnest(areas) AS area
  UNION SELECT '' WHERE cardinality(areas) = 0
  UNION SELECT '*'
$$;

CREATE FUNCTION upstream.note_wanted_areas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM upstream.wanted_areas WHERE profile_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO upstream.wanted_areas (profile_id, workspace_id, area_key, budget_currency, budget_amount, min_beds)
    SELECT NEW.id, NEW.workspace_id, key, coalesce(NEW.budget_currency, ''), coalesce(NEW.budget_amount, 0), NEW.min_beds
    FROM upstream.wanted_keys(NEW.preferred_areas) AS key;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER buyer_profiles_areas
  AFTER INSERT OR DELETE OR UPDATE OF preferred_areas, budget_amount, budget_currency, min_beds, workspace_id
  ON upstream.buyer_profiles FOR EACH ROW EXECUTE FUNCTION upstream.note_wanted_areas();

INSERT INTO upstream.wanted_areas (profile_id, workspace_id, area_key, budget_currency, budget_amount, min_beds)
SELECT id, workspace_id, key, coalesce(budget_currency, ''), coalesce(budget_amount, 0), min_beds
FROM upstream.buyer_profiles, upstream.wanted_keys(preferred_areas) AS key;

-- Properties by area and price; an unknown area has an empty key, an unknown price -1.
CREATE INDEX packages_fit ON upstream.packages
  (workspace_id, is_archived, (coalesce(upstream.area_key(area), '')), list_price_key, id);
