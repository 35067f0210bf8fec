-- The words by which a workspace's records are called: what was mistyped is compared with them, not with every record.
CREATE TABLE upstream.search_words (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  word text COLLATE "C" NOT NULL
);
-- Not unique: nobody's write should have to wait for somebody else's word. Twice the same does no harm.
CREATE INDEX search_words_word ON upstream.search_words (workspace_id, word);
CREATE INDEX search_words_similar ON upstream.search_words USING gin (word gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- Of a text that the service has folded; numbers are looked for as they stand.
CREATE FUNCTION upstream.words_of(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(left(folded, 500), '[][\s.,;:!?/()''"#&@_+*|{}<>-]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
$$;

CREATE FUNCTION upstream.note_words(of_workspace uuid, folded text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO upstream.search_words (workspace_id, word)
  SELECT of_workspace, word FROM upstream.words_of(folded) AS word
  WHERE NOT EXISTS (
    SELECT FROM upstream.search_words known WHERE known.workspace_id = of_workspace AND known.word = word.word)
$$;

CREATE FUNCTION upstream.note_words_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, NEW.name_key);
  RETURN NULL;
END $$;
CREATE FUNCTION upstream.note_words_of_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, NEW.search_text);
  RETURN NULL;
END $$;
CREATE FUNCTION upstream.note_words_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, NEW.label_key);
  RETURN NULL;
END $$;
CREATE TRIGGER clients_words AFTER INSERT OR UPDATE OF name_key ON upstream.clients
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_client();
CREATE TRIGGER packages_words AFTER INSERT OR UPDATE OF search_text ON upstream.packages
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_package();
CREATE TRIGGER documents_words AFTER INSERT OR UPDATE OF label_key ON upstream.documents
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_document();

INSERT INTO upstream.search_words (workspace_id, word)
SELECT DISTINCT workspace_id, word FROM (
  SELECT workspace_id, name_key AS folded FROM upstream.clients
  UNION ALL SELECT workspace_id, search_text FROM upstream.packages
  UNION ALL SELECT workspace_id, label_key FROM upstream.documents
) AS texts, upstream.words_of(folded) AS word;
