-- From where an event was caused, in words for people as in access_events. Null: not known, as of events before this was kept.
ALTER TABLE upstream.activities ADD COLUMN device text, ADD COLUMN network text;

-- Events are never changed. What may change is which records they are shown with: clients are merged, and whoever did something
-- may leave.
CREATE FUNCTION upstream.refuse_other_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'Events of the history are never changed or deleted.';
END $$;
CREATE TRIGGER activities_unchanged BEFORE UPDATE ON upstream.activities FOR EACH ROW
  WHEN ((OLD.id, OLD.workspace_id, OLD.kind, OLD.topic, OLD.label, OLD.actor_name, OLD.subject_type, OLD.subject_id, OLD.changes,
      OLD.occurred_at, OLD.device, OLD.network)
    IS DISTINCT FROM (NEW.id, NEW.workspace_id, NEW.kind, NEW.topic, NEW.label, NEW.actor_name, NEW.subject_type, NEW.subject_id,
      NEW.changes, NEW.occurred_at, NEW.device, NEW.network)
    OR NEW.actor_account_id IS NOT NULL AND NEW.actor_account_id IS DISTINCT FROM OLD.actor_account_id)
  EXECUTE FUNCTION upstream.refuse_other_history();
-- They go with their workspace, and with a record that is deleted for good: inside the trigger of that reference.
CREATE TRIGGER activities_undeleted BEFORE DELETE ON upstream.activities FOR EACH ROW WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION upstream.refuse_other_history();
