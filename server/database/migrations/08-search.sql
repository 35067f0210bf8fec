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
