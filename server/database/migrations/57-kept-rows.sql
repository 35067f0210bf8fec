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

CREATE OR REPLACE FUNCTION upstream.remove_files_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT upstream.moves_rows() THEN
    DELETE FROM upstream.files WHERE id IN (SELECT file_id FROM removed);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION upstream.note_message_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next_number bigint;
BEGIN
  -- The message may be gone again, with its client; and readers know one that is put back.
  IF upstream.moves_rows() OR NOT EXISTS (SELECT FROM upstream.messages m WHERE m.id = NEW.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO upstream.message_counters AS counter (workspace_id, last_number) VALUES (NEW.workspace_id, 1)
    ON CONFLICT (workspace_id) DO UPDATE SET last_number = counter.last_number + 1
    RETURNING last_number INTO next_number;
  INSERT INTO upstream.message_events (workspace_id, number, client_id, message_id, change)
    VALUES (NEW.workspace_id, next_number, NEW.client_id, NEW.id, CASE TG_OP WHEN 'INSERT' THEN 'added' ELSE 'changed' END);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION upstream.check_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holder_id uuid;
BEGIN
  -- They all come together, and no order of them would do.
  IF upstream.moves_rows() THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'folders' THEN
    holder_id := NEW.parent_id;
  ELSE
    holder_id := NEW.folder_id;
  END IF;
  IF NEW.package_id IS NOT NULL
    AND NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.packages WHERE id = NEW.package_id)
    OR NEW.client_id IS NOT NULL
    AND NEW.workspace_id IS DISTINCT FROM (SELECT workspace_id FROM upstream.clients WHERE id = NEW.client_id)
    OR holder_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM upstream.folders holder WHERE holder.id = holder_id AND holder.workspace_id = NEW.workspace_id
        AND holder.package_id IS NOT DISTINCT FROM NEW.package_id
        AND holder.client_id IS NOT DISTINCT FROM NEW.client_id)
  THEN
    RAISE foreign_key_violation USING MESSAGE = 'The folder, package or client belongs elsewhere.';
  END IF;
  RETURN NEW;
END $$;

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

-- Two threads that become one are put in the order of time.
ALTER TABLE upstream.messages ALTER COLUMN number SET GENERATED BY DEFAULT;

-- A member has one reply address for each thread; those of a thread that was merged are still answered.
ALTER TABLE upstream.reply_addresses ADD COLUMN is_former boolean NOT NULL DEFAULT false;
DROP INDEX upstream.reply_addresses_recipient;
CREATE UNIQUE INDEX reply_addresses_recipient ON upstream.reply_addresses (client_id, coalesce(account_id::text, email))
  WHERE NOT is_former;
CREATE INDEX reply_addresses_client ON upstream.reply_addresses (client_id);
