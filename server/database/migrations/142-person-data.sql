-- Deleting what is kept of a client's person, where the household and its thread stay.

-- A message of somebody who was deleted is still from the client.
ALTER TABLE upstream.messages DROP CONSTRAINT messages_check,
  ADD CONSTRAINT messages_author CHECK (is_from_client OR author_email IS NULL);

-- Events are never changed, but that their content goes with the person whose it is.
CREATE OR REPLACE FUNCTION upstream.refuse_other_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND coalesce(current_setting('latchkey.deletes_person', true), '') = 'on' THEN
    IF (OLD.id, OLD.workspace_id, OLD.kind, OLD.topic, OLD.label, OLD.subject_type, OLD.subject_id, OLD.occurred_at)
      IS NOT DISTINCT FROM (NEW.id, NEW.workspace_id, NEW.kind, NEW.topic, NEW.label, NEW.subject_type, NEW.subject_id, NEW.occurred_at)
      AND (NEW.changes = OLD.changes OR NEW.changes = '[]') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE restrict_violation USING MESSAGE = 'Events of the history are never changed or deleted.';
END $$;

-- What has to be kept of somebody who was deleted: in no list, search or export, and gone on its day. It outlasts its client.
CREATE TABLE upstream.retained_data (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  part text NOT NULL CHECK (part IN ('details', 'messages', 'answers', 'documents')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  keep_until date NOT NULL,
  kept_by_name text NOT NULL,
  -- Sections of the copy of the person's data.
  content jsonb NOT NULL,
  file_ids uuid[] NOT NULL DEFAULT '{}',
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX retained_data_workspace ON upstream.retained_data (workspace_id, inserted_at, id);
CREATE INDEX retained_data_until ON upstream.retained_data (keep_until);
CREATE INDEX retained_data_files ON upstream.retained_data USING gin (file_ids);

CREATE OR REPLACE FUNCTION upstream.remove_files_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT upstream.moves_rows() THEN
    DELETE FROM upstream.files WHERE id IN (SELECT file_id FROM removed)
      AND NOT EXISTS (SELECT FROM upstream.retained_data kept WHERE kept.file_ids @> ARRAY[files.id]);
  END IF;
  RETURN NULL;
END $$;

-- The last email to somebody who was deleted: nothing of it stays once it is sent or given up.
ALTER TABLE mail.outbox ADD COLUMN is_forgotten boolean NOT NULL DEFAULT false;
