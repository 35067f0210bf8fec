-- Tags and areas are agents' own words: "Queen Anne" and "queenanne" are one.
CREATE FUNCTION upstream.key_of_word(written text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(upstream.folded(written), '\s+', '', 'g')
$$;
CREATE FUNCTION upstream.keys_of_words(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(upstream.key_of_word(word)), '{}') FROM unnest(words) AS word
$$;
CREATE INDEX clients_tags ON upstream.clients USING gin (upstream.keys_of_words(tags));
CREATE INDEX buyer_profiles_areas ON upstream.buyer_profiles USING gin (upstream.keys_of_words(preferred_areas));
CREATE INDEX buyer_profiles_budget ON upstream.buyer_profiles (workspace_id, budget_amount) WHERE budget_amount IS NOT NULL;
