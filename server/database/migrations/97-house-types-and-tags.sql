-- What kind of house a property is, compared with the kinds that buyers want, and the agents' own words about it.
ALTER TABLE upstream.packages
  ADD COLUMN house_type text CHECK (length(house_type) BETWEEN 1 AND 100),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
CREATE INDEX packages_house_type ON upstream.packages (workspace_id, upstream.key_of_word(house_type)) WHERE house_type IS NOT NULL;
CREATE INDEX packages_tags ON upstream.packages USING gin (upstream.keys_of_words(tags));
