-- A version names one state of one record for good: a form is written once for the version that it was shown with. Counted from 1,
-- versions would begin again with a record that is made anew, restored or invited again.

ALTER TABLE upstream.staff_mail_choices ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Above whatever was counted before. No form remembers what it did two thousand million changes ago.
CREATE SEQUENCE upstream.versions AS integer START WITH 1000000 CYCLE;

CREATE FUNCTION upstream.draw_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := nextval('upstream.versions');
  RETURN NEW;
END $$;

-- For every table with versions; one that is made later needs it, too.
CREATE FUNCTION upstream.draw_versions(of_table regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER version_drawn BEFORE INSERT ON %s
    FOR EACH ROW EXECUTE FUNCTION upstream.draw_version()', of_table);
  EXECUTE format('CREATE TRIGGER next_version_drawn BEFORE UPDATE ON %s
    FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION upstream.draw_version()', of_table);
END $$;

SELECT upstream.draw_versions(class.oid) FROM pg_class class
JOIN pg_attribute column_of ON column_of.attrelid = class.oid AND column_of.attname = 'version'
WHERE class.relnamespace = 'upstream'::regnamespace AND class.relkind = 'r';

-- As before, but for the version: of two that are drawn, the later one is new whenever one of them is.
CREATE OR REPLACE VIEW upstream.members AS
SELECT
  membership.workspace_id, account.id, account.first_name, account.last_name,
  trim(account.first_name || ' ' || account.last_name) AS full_name, account.email, account.phone_number,
  account.address, account.profile_picture, membership.notes, account.verified_at, membership.role,
  membership.inserted_at, membership.last_seen_at, greatest(membership.version, account.version) AS version,
  upstream.folded(trim(account.first_name || ' ' || account.last_name)) AS name_key,
  upstream.folded(concat_ws(E'\n', trim(account.first_name || ' ' || account.last_name), account.email,
    account.address, regexp_replace(account.phone_number, '[^0-9]', '', 'g'))) AS search_text,
  array_position(ARRAY['owner', 'admin', 'manager', 'member', 'instructor'], membership.role) AS role_rank,
  coalesce(membership.last_seen_at, timestamptz '1000-01-01 00:00:00+00') AS seen_key
FROM upstream.memberships membership JOIN upstream.accounts account ON account.id = membership.account_id;

-- The latest form about a record tells whether what an earlier one did still stands.
ALTER TABLE app.submissions
  ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY,
  -- The record that the form changes, as a digest; null for a form that makes something.
  ADD COLUMN record text,
  -- What the form says about which version, as a digest.
  ADD COLUMN change uuid;
CREATE INDEX submissions_record ON app.submissions (record, number) WHERE record IS NOT NULL;
