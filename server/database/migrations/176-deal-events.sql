-- Pages that are open follow the deals of a workspace, too: that some of them changed, and nothing of which.
ALTER TABLE upstream.message_events
  ALTER COLUMN client_id DROP NOT NULL,
  ALTER COLUMN message_id DROP NOT NULL,
  DROP CONSTRAINT message_events_change_check,
  ADD CONSTRAINT message_events_change_check CHECK (change IN ('added', 'changed', 'deals')),
  ADD CONSTRAINT message_events_about CHECK ((change = 'deals') = (message_id IS NULL) AND (message_id IS NULL) = (client_id IS NULL));

-- One for a transaction, however many deals it changes.
CREATE FUNCTION upstream.note_deal_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mark text := NEW.workspace_id || ' ' || pg_current_xact_id();
  next_number bigint;
BEGIN
  IF current_setting('upstream.noted_deals', true) = mark OR upstream.moves_rows()
    OR NOT EXISTS (SELECT FROM upstream.workspaces w WHERE w.id = NEW.workspace_id) THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('upstream.noted_deals', mark, true);
  INSERT INTO upstream.message_counters AS counter (workspace_id, last_number) VALUES (NEW.workspace_id, 1)
    ON CONFLICT (workspace_id) DO UPDATE SET last_number = counter.last_number + 1
    RETURNING last_number INTO next_number;
  INSERT INTO upstream.message_events (workspace_id, number, change) VALUES (NEW.workspace_id, next_number, 'deals');
  RETURN NULL;
END $$;

-- At the end of the transaction, as for messages.
CREATE CONSTRAINT TRIGGER deals_opened AFTER INSERT ON upstream.opportunities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION upstream.note_deal_event();
CREATE CONSTRAINT TRIGGER deals_changed AFTER UPDATE OF stage, rank, version, assigned_account_id ON upstream.opportunities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION upstream.note_deal_event();
