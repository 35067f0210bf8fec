-- Clients, properties and opportunities in the trash. Their rows are in kept_rows, by the same id.
CREATE TABLE upstream.trashed_records (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('client', 'package', 'opportunity')),
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

-- Puts back what a holder has. What belongs to a record that is taken out itself waits with that one; what belongs to a
-- record that is gone for good is not put back.
CREATE OR REPLACE FUNCTION upstream.put_back(of_holder uuid) RETURNS void LANGUAGE plpgsql AS $$
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
