-- Tasks are searched by their titles.
CREATE INDEX tasks_search ON upstream.tasks USING gin (lower(title) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE FUNCTION upstream.note_words_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, lower(NEW.title));
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_words AFTER INSERT OR UPDATE OF title ON upstream.tasks
  FOR EACH ROW EXECUTE FUNCTION upstream.note_words_of_task();

INSERT INTO upstream.search_words (workspace_id, word)
SELECT DISTINCT workspace_id, word FROM upstream.tasks, upstream.words_of(lower(title)) AS word
WHERE NOT EXISTS (
  SELECT FROM upstream.search_words known WHERE known.workspace_id = tasks.workspace_id AND known.word = word.word);

-- The tasks of an opportunity are part of its history.
UPDATE upstream.activities SET opportunity_id = tasks.opportunity_id
FROM upstream.tasks WHERE subject_type = 'task' AND tasks.id = subject_id AND tasks.opportunity_id IS NOT NULL;
