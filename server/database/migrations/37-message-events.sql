-- What happened in the threads of a workspace, in the order in which it can be seen: pages that are open follow it.
CREATE TABLE upstream.message_counters (
  workspace_id uuid PRIMARY KEY REFERENCES upstream.workspaces ON DELETE CASCADE,
  last_number bigint NOT NULL
);

CREATE TABLE upstream.message_events (
  workspace_id uuid NOT NULL,
  number bigint NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  message_id uuid NOT NULL,
  change text NOT NULL CHECK (change IN ('added', 'changed')),
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (workspace_id, number)
);
CREATE INDEX message_events_client ON upstream.message_events (client_id);
CREATE INDEX message_events_happened ON upstream.message_events (happened_at);

-- The counter's row is held from here to the end of the transaction, so that whoever has seen a number has seen all before it.
CREATE FUNCTION upstream.note_message_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next_number bigint;
BEGIN
  -- The message may be gone again, with its client.
  IF NOT EXISTS (SELECT FROM upstream.messages m WHERE m.id = NEW.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO upstream.message_counters AS counter (workspace_id, last_number) VALUES (NEW.workspace_id, 1)
    ON CONFLICT (workspace_id) DO UPDATE SET last_number = counter.last_number + 1
    RETURNING last_number INTO next_number;
  INSERT INTO upstream.message_events (workspace_id, number, client_id, message_id, change)
    VALUES (NEW.workspace_id, next_number, NEW.client_id, NEW.id, CASE TG_OP WHEN 'INSERT' THEN 'added' ELSE 'changed' END);
  RETURN NULL;
END $$;

-- At the end of the transaction: those who hold a thread never wait for one who holds the counter and wants that thread.
CREATE CONSTRAINT TRIGGER messages_added AFTER INSERT ON upstream.messages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION upstream.note_message_event();
CREATE CONSTRAINT TRIGGER messages_changed AFTER UPDATE OF body, deleted_at, is_verified ON upstream.messages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION upstream.note_message_event();
