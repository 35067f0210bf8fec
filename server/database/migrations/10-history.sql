-- What was done in a workspace, by whom: one row for each write, added in the write's own transaction, never changed.
CREATE TABLE upstream.activities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The client, the package and the opportunity whose history this is part of; all null: the workspace's own.
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  opportunity_id uuid REFERENCES upstream.opportunities ON DELETE CASCADE,
  kind text NOT NULL,
  -- The event in words, and the actor's name, as they were then.
  label text NOT NULL,
  actor_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  actor_name text,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  -- [{"field", "before", "after"}]
  changes jsonb NOT NULL DEFAULT '[]',
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What the event is about, in a word by which a log is narrowed down.
  topic text NOT NULL,
  -- From where an event was caused, in words for people as in access_events. Null: not known.
  device text,
  network text,
  -- Whether it was contact with the client. May become false: what was undone was no contact.
  is_contact boolean NOT NULL DEFAULT false,
  -- Id of the batch or import by which many records were changed at once: in the log of all records, that one's own event stands
  -- for the events of all of them.
  part_of uuid
);

CREATE TRIGGER activities_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.activities
  FOR EACH ROW WHEN (NEW.client_id IS NOT NULL) EXECUTE FUNCTION upstream.check_client_workspace();

CREATE INDEX activities_workspace ON upstream.activities (workspace_id, occurred_at, id);
CREATE INDEX activities_client ON upstream.activities (client_id, occurred_at, id);
CREATE INDEX activities_package ON upstream.activities (package_id, occurred_at, id) WHERE package_id IS NOT NULL;
-- One for each way in which a log is narrowed down.
CREATE INDEX activities_topic ON upstream.activities (workspace_id, topic, occurred_at, id);
CREATE INDEX activities_actor ON upstream.activities (workspace_id, actor_account_id, occurred_at, id);
CREATE INDEX activities_opportunity ON upstream.activities (opportunity_id, occurred_at, id)
  WHERE opportunity_id IS NOT NULL;
-- The log of all records, and the parts of one batch.
CREATE INDEX activities_log ON upstream.activities (workspace_id, occurred_at, id) WHERE part_of IS NULL;
CREATE INDEX activities_part_of ON upstream.activities (part_of) WHERE part_of IS NOT NULL;

-- Events are never changed. What may change is which records they are shown with, since clients are merged and whoever did something may
-- leave; and their content goes with the person whose it is.
CREATE FUNCTION upstream.refuse_other_history() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- When there was contact with a client last; when they came, where there was none. A visit to the portal is contact without an event.
CREATE FUNCTION upstream.last_contact_of(client upstream.clients) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(client.inserted_at,
    (SELECT occurred_at FROM upstream.activities WHERE client_id = client.id AND is_contact ORDER BY occurred_at DESC LIMIT 1),
    (SELECT max(last_seen_at) FROM upstream.portal_invitations WHERE client_id = client.id))
$$;

-- What members of staff are told: something has happened to a record of theirs, or is due. One row for each person.
CREATE TABLE upstream.notifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Who is told.
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  kind text NOT NULL,
  -- What people choose emails by.
  topic text NOT NULL,
  -- The event that it tells of, whose label and actor are not written twice; null for what is no event, such as a due offer.
  activity_id uuid REFERENCES upstream.activities ON DELETE CASCADE,
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  opportunity_id uuid REFERENCES upstream.opportunities ON DELETE CASCADE,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  -- What the subject is called, or says: a document's label, a task's title, the beginning of a message.
  subject_name text CHECK (length(subject_name) <= 200),
  -- Who did it, where no event says so.
  actor_name text,
  -- While it is unread, what has the same key joins it; with NULL nothing does.
  join_key text CHECK (length(join_key) <= 200),
  -- How much has joined it, itself included.
  times integer NOT NULL DEFAULT 1,
  -- Of what joined it last.
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Since when it waits to be read: of what came first.
  unread_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz,
  is_read boolean NOT NULL GENERATED ALWAYS AS (read_at IS NOT NULL) STORED,
  -- When it was first in an email; it is in none again until it has been read.
  mailed_at timestamptz,
  version integer NOT NULL DEFAULT 1
);

CREATE TRIGGER notifications_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.notifications
  FOR EACH ROW WHEN (NEW.client_id IS NOT NULL) EXECUTE FUNCTION upstream.check_client_workspace();

CREATE INDEX notifications_newest ON upstream.notifications (account_id, workspace_id, inserted_at, id);
CREATE INDEX notifications_unread ON upstream.notifications (account_id, workspace_id, inserted_at, id) WHERE NOT is_read;
CREATE UNIQUE INDEX notifications_joined ON upstream.notifications (account_id, join_key)
  WHERE join_key IS NOT NULL AND read_at IS NULL;
CREATE INDEX notifications_keys ON upstream.notifications (account_id, join_key) WHERE join_key IS NOT NULL;
-- What may be mailed, which is little, however long the inboxes are.
CREATE INDEX notifications_unmailed ON upstream.notifications (unread_since) WHERE read_at IS NULL AND mailed_at IS NULL;
-- Each goes with what it is about.
CREATE INDEX notifications_activity ON upstream.notifications (activity_id) WHERE activity_id IS NOT NULL;
CREATE INDEX notifications_client ON upstream.notifications (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX notifications_package ON upstream.notifications (package_id) WHERE package_id IS NOT NULL;
CREATE INDEX notifications_opportunity ON upstream.notifications (opportunity_id) WHERE opportunity_id IS NOT NULL;

-- Clients and properties that a member may look at though they are another agent's.
CREATE TABLE upstream.record_shares (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((client_id IS NULL) <> (package_id IS NULL)),
  UNIQUE (account_id, client_id),
  UNIQUE (account_id, package_id)
);

-- Whom a record is shared with, and what goes with it.
CREATE INDEX record_shares_client ON upstream.record_shares (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX record_shares_package ON upstream.record_shares (package_id) WHERE package_id IS NOT NULL;

-- The same change of several records, made and taken back as one.
CREATE TABLE upstream.batches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Who makes it, and who alone sees it.
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('client', 'package', 'opportunity', 'task', 'finding')),
  action text NOT NULL
    CHECK (action IN ('assign', 'add_tag', 'remove_tag', 'archive', 'restore', 'complete', 'decide', 'dismiss')),
  -- The new agent's id, or the tag; with the name that people read.
  value text,
  value_name text,
  state text NOT NULL CHECK (state IN ('running', 'done', 'undoing', 'undone')),
  total integer NOT NULL,
  -- Chosen by id, and not there for whoever chose them.
  missing integer NOT NULL DEFAULT 0,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  undone_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  -- When what is chosen was seen: what somebody changed after that is left as it is.
  seen_at timestamptz
);
CREATE INDEX batches_inserted_at ON upstream.batches (workspace_id, account_id, inserted_at, id);

-- What becomes of each record of a batch. The record itself may be gone by now.
CREATE TABLE upstream.batch_records (
  batch_id uuid NOT NULL REFERENCES upstream.batches ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  record_id uuid NOT NULL,
  place integer NOT NULL,
  -- same: it was so already; left: it could not be changed; kept: changed by others since, and so not taken back
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'changed', 'same', 'left', 'undone', 'kept')),
  reason text,
  -- What an undo writes again: the former agent's id, or the former tags.
  before jsonb,
  -- The record's version right after the change.
  version_after integer,
  -- Where that was not when the others were.
  seen_at timestamptz,
  PRIMARY KEY (batch_id, record_id)
);
CREATE INDEX batch_records_workspace ON upstream.batch_records (workspace_id);
CREATE INDEX batch_records_state ON upstream.batch_records (batch_id, state, place);

-- Records that were taken out of every table: in no list, search or count, and yet put back as they were.

-- Every row that went with a record, as JSON. The holder is a merge of clients or an entry of the trash.
CREATE TABLE upstream.kept_rows (
  holder_id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  table_name text NOT NULL,
  -- Where the row was; tells rows of one table apart.
  place text NOT NULL,
  -- How many references lead from the record to the row.
  depth integer NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (holder_id, table_name, place)
);
CREATE INDEX kept_rows_workspace ON upstream.kept_rows (workspace_id);
CREATE INDEX kept_rows_row ON upstream.kept_rows (table_name, (content ->> 'id'));

-- References to those rows that were emptied.
CREATE TABLE upstream.kept_links (
  holder_id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  table_name text NOT NULL,
  column_name text NOT NULL,
  row_id uuid NOT NULL,
  target_id uuid NOT NULL,
  PRIMARY KEY (holder_id, table_name, column_name, row_id)
);
CREATE INDEX kept_links_workspace ON upstream.kept_links (workspace_id);

-- References between tables, as the catalogue has them: a table that is added later is among them by itself.
CREATE VIEW upstream.row_references AS
SELECT child.relname::text AS child, child_column.attname::text AS child_column,
  parent.relname::text AS parent, parent_column.attname::text AS parent_column,
  reference.confdeltype AS on_delete
FROM pg_constraint reference
JOIN pg_class child ON child.oid = reference.conrelid
JOIN pg_class parent ON parent.oid = reference.confrelid
JOIN pg_attribute child_column ON child_column.attrelid = child.oid AND child_column.attnum = reference.conkey[1]
JOIN pg_attribute parent_column ON parent_column.attrelid = parent.oid AND parent_column.attnum = reference.confkey[1]
WHERE reference.contype = 'f' AND child.relnamespace = 'upstream'::regnamespace
  AND parent.relnamespace = 'upstream'::regnamespace;

-- Until the transaction ends, triggers know that rows are taken out, moved or put back: files stay, no reader is told of
-- messages, and folders come in any order.
CREATE FUNCTION upstream.move_rows() RETURNS void LANGUAGE sql AS $$
  SELECT set_config('latchkey.moves_rows', 'on', true)
$$;
CREATE FUNCTION upstream.moves_rows() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('latchkey.moves_rows', true), '') = 'on'
$$;

-- Takes out a record with everything that would be deleted along with it, and keeps it for put_back.
CREATE FUNCTION upstream.take_out(of_holder uuid, of_workspace uuid, root text, root_id uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  reference record;
  level integer := 0;
  found_rows bigint;
  found_here bigint;
BEGIN
  PERFORM upstream.move_rows();
  EXECUTE format('INSERT INTO upstream.kept_rows (holder_id, workspace_id, table_name, place, depth, content)
    SELECT $1, $2, %L, t.ctid::text, 0, to_jsonb(t) FROM upstream.%I t WHERE t.id = $3 FOR UPDATE', root, root)
    USING of_holder, of_workspace, root_id;
  LOOP
    found_rows := 0;
    FOR reference IN
      SELECT DISTINCT r.*, format_type(a.atttypid, NULL) AS type FROM upstream.row_references r
      JOIN pg_attribute a ON a.attrelid = format('upstream.%I', r.child)::regclass AND a.attname = r.child_column
      WHERE r.on_delete = 'c' AND EXISTS (SELECT FROM upstream.kept_rows k
        WHERE k.holder_id = of_holder AND k.table_name = r.parent AND k.depth = level)
    LOOP
      EXECUTE format('INSERT INTO upstream.kept_rows (holder_id, workspace_id, table_name, place, depth, content)
        SELECT $1, $2, %L, t.ctid::text, $3 + 1, to_jsonb(t) FROM upstream.%I t
        WHERE t.%I = ANY (ARRAY(SELECT (k.content ->> %L)::%s FROM upstream.kept_rows k
          WHERE k.holder_id = $1 AND k.table_name = %L AND k.depth = $3))
        FOR UPDATE ON CONFLICT DO NOTHING',
        reference.child, reference.child, reference.child_column, reference.parent_column, reference.type, reference.parent)
        USING of_holder, of_workspace, level;
      GET DIAGNOSTICS found_here = ROW_COUNT;
      found_rows := found_rows + found_here;
    END LOOP;
    EXIT WHEN found_rows = 0;
    level := level + 1;
  END LOOP;
  FOR reference IN
    SELECT r.* FROM upstream.row_references r
    JOIN pg_attribute a ON a.attrelid = format('upstream.%I', r.child)::regclass AND a.attname = 'id'
    WHERE r.on_delete = 'n' AND EXISTS (
      SELECT FROM upstream.kept_rows k WHERE k.holder_id = of_holder AND k.table_name = r.parent)
  LOOP
    EXECUTE format('INSERT INTO upstream.kept_links (holder_id, workspace_id, table_name, column_name, row_id, target_id)
      SELECT $1, $2, %L, %L, t.id, t.%I FROM upstream.%I t
      WHERE t.%I = ANY (ARRAY(SELECT (k.content ->> %L)::uuid FROM upstream.kept_rows k
          WHERE k.holder_id = $1 AND k.table_name = %L))
        AND NOT EXISTS (SELECT FROM upstream.kept_rows own WHERE own.holder_id = $1 AND own.table_name = %L
          AND own.content ->> ''id'' = t.id::text)',
      reference.child, reference.child_column, reference.child_column, reference.child,
      reference.child_column, reference.parent_column, reference.parent, reference.child)
      USING of_holder, of_workspace;
  END LOOP;
  EXECUTE format('DELETE FROM upstream.%I WHERE id = $1', root) USING root_id;
END $$;

-- Puts back what a holder has. What belongs to a record that is taken out itself waits with that one; what belongs to a
-- record that is gone for good is not put back.
CREATE FUNCTION upstream.put_back(of_holder uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  waiting text[];
  here text;
  reference record;
  columns text;
  chosen text;
  conditions text;
  unless_there text;
BEGIN
  PERFORM upstream.move_rows();
  SELECT array_agg(DISTINCT table_name) INTO waiting FROM upstream.kept_rows WHERE holder_id = of_holder;
  WHILE cardinality(waiting) > 0 LOOP
    -- One whose parents are back.
    SELECT name INTO here FROM unnest(waiting) AS name WHERE NOT EXISTS (
      SELECT FROM upstream.row_references r WHERE r.child = name AND r.parent <> name AND r.parent = ANY (waiting))
    ORDER BY name LIMIT 1;
    conditions := '';
    FOR reference IN
      SELECT * FROM upstream.row_references WHERE child = here AND parent <> here AND on_delete <> 'n'
    LOOP
      EXECUTE format('UPDATE upstream.kept_rows k SET holder_id = o.holder_id, place = gen_random_uuid()::text
        FROM upstream.kept_rows o
        WHERE k.holder_id = $1 AND k.table_name = %L AND o.table_name = %L AND o.holder_id <> $1
          AND o.content ->> ''id'' = k.content ->> %L
          AND NOT EXISTS (SELECT FROM upstream.%I p WHERE p.%I::text = k.content ->> %L)',
        here, reference.parent, reference.child_column, reference.parent, reference.parent_column, reference.child_column)
        USING of_holder;
      conditions := conditions || format(' AND (r.%1$I IS NULL OR EXISTS (SELECT FROM upstream.%2$I p WHERE p.%3$I = r.%1$I))',
        reference.child_column, reference.parent, reference.parent_column);
    END LOOP;
    -- Columns that were added since have their defaults.
    SELECT string_agg(format('%I', a.attname), ', '),
      string_agg(CASE WHEN r.child IS NULL THEN format('r.%I', a.attname)
        ELSE format('(SELECT p.%1$I FROM upstream.%2$I p WHERE p.%1$I = r.%3$I)', r.parent_column, r.parent, a.attname) END, ', ')
    INTO columns, chosen
    FROM pg_attribute a
    LEFT JOIN upstream.row_references r
      ON r.child = here AND r.child_column = a.attname AND r.on_delete = 'n' AND r.parent <> here
    WHERE a.attrelid = format('upstream.%I', here)::regclass AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attgenerated = '' AND EXISTS (SELECT FROM upstream.kept_rows k
        WHERE k.holder_id = of_holder AND k.table_name = here AND k.content ? a.attname::text);
    -- What is there already stays; constraints that are checked at the end know no such thing.
    unless_there := CASE WHEN EXISTS (SELECT FROM pg_constraint
        WHERE conrelid = format('upstream.%I', here)::regclass AND contype IN ('p', 'u') AND condeferrable)
      THEN '' ELSE ' ON CONFLICT DO NOTHING' END;
    IF columns IS NOT NULL THEN
      EXECUTE format('INSERT INTO upstream.%I (%s) OVERRIDING SYSTEM VALUE
        SELECT %s FROM upstream.kept_rows k, LATERAL jsonb_populate_record(NULL::upstream.%I, k.content) r
        WHERE k.holder_id = $1 AND k.table_name = %L%s%s',
        here, columns, chosen, here, here, conditions, unless_there) USING of_holder;
    END IF;
    waiting := array_remove(waiting, here);
  END LOOP;
  FOR reference IN
    SELECT DISTINCT l.table_name, l.column_name, r.parent, r.parent_column FROM upstream.kept_links l
    JOIN upstream.row_references r ON r.child = l.table_name AND r.child_column = l.column_name
    WHERE l.holder_id = of_holder
  LOOP
    EXECUTE format('UPDATE upstream.%1$I t SET %2$I = l.target_id FROM upstream.kept_links l
      WHERE l.holder_id = $1 AND l.table_name = %1$L AND l.column_name = %2$L AND t.id = l.row_id AND t.%2$I IS NULL
        AND EXISTS (SELECT FROM upstream.%3$I p WHERE p.%4$I = l.target_id)',
      reference.table_name, reference.column_name, reference.parent, reference.parent_column) USING of_holder;
  END LOOP;
  DELETE FROM upstream.kept_rows WHERE holder_id = of_holder;
  DELETE FROM upstream.kept_links WHERE holder_id = of_holder;
END $$;

-- Clients, properties, opportunities and tasks in the trash. Their rows are in kept_rows, by the same id.
CREATE TABLE upstream.trashed_records (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('client', 'package', 'opportunity', 'task')),
  name text NOT NULL,
  -- Whose record it was.
  assigned_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  trashed_by_name text,
  trashed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How many rows of each table went along.
  counts jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX trashed_records_trashed_at ON upstream.trashed_records (workspace_id, trashed_at, id);
CREATE INDEX trashed_records_assigned ON upstream.trashed_records (assigned_account_id, workspace_id, trashed_at, id);
-- Files of documents that are kept are in use.
CREATE INDEX kept_rows_file ON upstream.kept_rows ((content ->> 'file_id')) WHERE table_name = 'document_versions';

-- Clients that turned out to be one. The id is that of the client that is no more.
CREATE TABLE upstream.client_merges (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  -- The one that stays.
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  name text NOT NULL,
  merged_by_name text,
  merged_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What an undo needs: which rows were moved, and what was written over.
  moved jsonb NOT NULL DEFAULT '{}',
  before jsonb,
  version integer NOT NULL DEFAULT 1
);
CREATE TRIGGER client_merges_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id ON upstream.client_merges
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX client_merges_client ON upstream.client_merges (client_id, merged_at, id);
CREATE INDEX client_merges_merged_at ON upstream.client_merges (merged_at) WHERE before IS NOT NULL;

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

SELECT upstream.draw_versions(class.oid) FROM pg_class class
JOIN pg_attribute column_of ON column_of.attrelid = class.oid AND column_of.attname = 'version'
WHERE class.relnamespace = 'upstream'::regnamespace AND class.relkind = 'r';
