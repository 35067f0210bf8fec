-- Clients are found by their household, tags, areas and notes, too. Triggers keep these words, since many rooms write them:
-- lines that have words, an empty line, and then addresses and numbers.
ALTER TABLE upstream.clients ADD COLUMN around_text text NOT NULL DEFAULT '';

CREATE FUNCTION upstream.folded_line(written text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT trim(regexp_replace(upstream.folded(written), '\s+', ' ', 'g'))
$$;

CREATE FUNCTION upstream.text_around(of_client uuid, tags text[]) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN words = '' AND contacts = '' THEN '' ELSE words || E'\n\n' || contacts END FROM (
    SELECT
      concat_ws(E'\n',
        (SELECT string_agg(upstream.folded_line(name), E'\n' ORDER BY inserted_at, id)
          FROM upstream.client_people WHERE client_id = of_client),
        (SELECT string_agg(upstream.folded_line(tag), E'\n' ORDER BY place) FROM unnest(tags) WITH ORDINALITY AS t (tag, place)),
        (SELECT nullif(concat_ws(E'\n',
            (SELECT string_agg(upstream.folded_line(area), E'\n' ORDER BY place)
              FROM unnest(preferred_areas) WITH ORDINALITY AS a (area, place)),
            nullif(upstream.folded_line(notes), '')), '')
          FROM upstream.buyer_profiles WHERE client_id = of_client)) AS words,
      (SELECT coalesce(string_agg(upstream.folded_line(email) || E'\n' || regexp_replace(coalesce(phone_number, ''), '[^0-9]', '', 'g'),
          E'\n' ORDER BY inserted_at, id), '')
        FROM upstream.client_people WHERE client_id = of_client) AS contacts
  ) AS parts
$$;

UPDATE upstream.clients SET around_text = upstream.text_around(id, tags)
WHERE tags <> '{}' OR EXISTS (SELECT FROM upstream.client_people WHERE client_id = clients.id)
  OR EXISTS (SELECT FROM upstream.buyer_profiles
    WHERE client_id = clients.id AND (preferred_areas <> '{}' OR notes IS NOT NULL));

ALTER TABLE upstream.clients
  ADD COLUMN found_by text NOT NULL GENERATED ALWAYS AS (search_text || E'\n' || around_text) STORED;
DROP INDEX upstream.clients_search;
CREATE INDEX clients_search ON upstream.clients USING gin (found_by gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE FUNCTION upstream.keep_tags_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.around_text := upstream.text_around(NEW.id, NEW.tags);
  RETURN NEW;
END $$;
CREATE TRIGGER clients_tags_added BEFORE INSERT ON upstream.clients
  FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION upstream.keep_tags_of_client();
CREATE TRIGGER clients_tags_changed BEFORE UPDATE OF tags ON upstream.clients
  FOR EACH ROW WHEN (OLD.tags <> NEW.tags) EXECUTE FUNCTION upstream.keep_tags_of_client();

CREATE FUNCTION upstream.keep_text_around(of_client uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE upstream.clients SET around_text = upstream.text_around(id, tags)
  WHERE id = of_client AND around_text <> upstream.text_around(id, tags)
$$;

CREATE FUNCTION upstream.keep_part_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM upstream.keep_text_around(OLD.client_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM upstream.keep_text_around(NEW.client_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER client_people_found AFTER INSERT OR DELETE OR UPDATE OF name, email, phone_number, client_id
  ON upstream.client_people FOR EACH ROW EXECUTE FUNCTION upstream.keep_part_of_client();
CREATE TRIGGER buyer_profiles_added AFTER INSERT ON upstream.buyer_profiles
  FOR EACH ROW WHEN (NEW.preferred_areas <> '{}' OR NEW.notes IS NOT NULL) EXECUTE FUNCTION upstream.keep_part_of_client();
CREATE TRIGGER buyer_profiles_found AFTER UPDATE OF preferred_areas, notes, client_id ON upstream.buyer_profiles
  FOR EACH ROW EXECUTE FUNCTION upstream.keep_part_of_client();

CREATE OR REPLACE FUNCTION upstream.note_words_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, NEW.name_key || E'\n' || split_part(NEW.around_text, E'\n\n', 1));
  RETURN NULL;
END $$;
DROP TRIGGER clients_words ON upstream.clients;
CREATE TRIGGER clients_words AFTER INSERT OR UPDATE OF name_key, tags, around_text ON upstream.clients
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_client();
SELECT upstream.note_words(workspace_id, split_part(around_text, E'\n\n', 1)) FROM upstream.clients WHERE around_text <> '';

-- Properties are found by their listing agents and schools: the service writes them into what is searched from now on.
UPDATE upstream.packages SET search_text = concat_ws(E'\n', search_text, upstream.folded_line(listing_agent_name),
  (SELECT string_agg(upstream.folded_line(school ->> 'name'), E'\n') FROM jsonb_array_elements(schools) AS school),
  upstream.folded_line(listing_agent_email), regexp_replace(listing_agent_phone_number, '[^0-9]', '', 'g'))
WHERE listing_agent_name IS NOT NULL OR schools <> '[]';
