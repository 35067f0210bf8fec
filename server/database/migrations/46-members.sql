-- What a workspace notes about a member concerns that workspace alone: another one that the person belongs to does not see it.
ALTER TABLE upstream.memberships
  ADD COLUMN notes text,
  -- When the person was in the workspace last, to within minutes; null: not since this is noted.
  ADD COLUMN last_seen_at timestamptz;

UPDATE upstream.memberships membership SET notes = account.notes
FROM upstream.accounts account WHERE account.id = membership.account_id AND account.notes IS NOT NULL;

DROP VIEW upstream.members;
ALTER TABLE upstream.accounts DROP COLUMN notes;

-- Lower case without accents and widths, as the service folds what is typed into a search.
CREATE FUNCTION upstream.folded(written text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(translate(regexp_replace(normalize(written, NFKD), E'[\u0300-\u036f]', '', 'g'), '‘’ʼ', ''''''''))
$$;

-- The members of a workspace as its list shows them. They are few: what they are sorted and searched by is made of their names.
CREATE VIEW upstream.members AS
SELECT
  membership.workspace_id, account.id, account.first_name, account.last_name,
  trim(account.first_name || ' ' || account.last_name) AS full_name, account.email, account.phone_number,
  account.address, account.profile_picture, membership.notes, account.verified_at, membership.role,
  membership.inserted_at, membership.last_seen_at, membership.version + account.version AS version,
  upstream.folded(trim(account.first_name || ' ' || account.last_name)) AS name_key,
  upstream.folded(concat_ws(E'\n', trim(account.first_name || ' ' || account.last_name), account.email,
    account.address, regexp_replace(account.phone_number, '[^0-9]', '', 'g'))) AS search_text,
  array_position(ARRAY['owner', 'admin', 'manager', 'member', 'instructor'], membership.role) AS role_rank,
  coalesce(membership.last_seen_at, timestamptz '1000-01-01 00:00:00+00') AS seen_key
FROM upstream.memberships membership JOIN upstream.accounts account ON account.id = membership.account_id;
