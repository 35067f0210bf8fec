-- An import writes thousands of clients: what each adds to the words of the search and to the wanted areas is added by statement.
CREATE FUNCTION upstream.note_words_of_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.search_words (workspace_id, word)
  SELECT DISTINCT added.workspace_id, noted.word
  FROM added, upstream.words_of(added.name_key || E'\n' || split_part(added.around_text, E'\n\n', 1)) AS noted (word)
  WHERE NOT EXISTS (
    SELECT FROM upstream.search_words known WHERE known.workspace_id = added.workspace_id AND known.word = noted.word);
  RETURN NULL;
END $$;
DROP TRIGGER clients_words ON upstream.clients;
CREATE TRIGGER clients_words AFTER UPDATE OF name_key, tags, around_text ON upstream.clients
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_client();
CREATE TRIGGER clients_words_added AFTER INSERT ON upstream.clients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.note_words_of_clients();

CREATE FUNCTION upstream.note_areas_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.wanted_areas (profile_id, workspace_id, area_key, budget_currency, budget_amount, min_beds)
  SELECT added.id, added.workspace_id, key, coalesce(added.budget_currency, ''), coalesce(added.budget_amount, 0), added.min_beds
  FROM added, upstream.wanted_keys(added.preferred_areas) AS key;
  RETURN NULL;
END $$;
DROP TRIGGER buyer_profiles_areas ON upstream.buyer_profiles;
CREATE TRIGGER buyer_profiles_areas
  AFTER DELETE OR UPDATE OF preferred_areas, budget_amount, budget_currency, min_beds, workspace_id
  ON upstream.buyer_profiles FOR EACH ROW EXECUTE FUNCTION upstream.note_wanted_areas();
CREATE TRIGGER buyer_profiles_areas_added AFTER INSERT ON upstream.buyer_profiles REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION upstream.note_areas_of_added();
