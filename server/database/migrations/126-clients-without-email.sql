-- A client, or a person of a household, may have no email address: a phone number is enough.
ALTER TABLE upstream.clients
  ALTER COLUMN email DROP NOT NULL,
  ALTER COLUMN email_key DROP NOT NULL,
  ADD CONSTRAINT clients_email_and_key CHECK ((email IS NULL) = (email_key IS NULL));
ALTER TABLE upstream.client_people
  ALTER COLUMN email DROP NOT NULL,
  ALTER COLUMN email_key DROP NOT NULL,
  ADD CONSTRAINT client_people_email_and_key CHECK ((email IS NULL) = (email_key IS NULL));

-- As it was, but that somebody without an email address is found by their phone number, too.
CREATE OR REPLACE FUNCTION upstream.text_around(of_client uuid, tags text[]) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN words = '' AND contacts = '' THEN '' ELSE words || E'\n\n' || contacts END FROM (
    SELECT
      concat_ws(E'\n',
        (SELECT string_agg(upstream.folded_line(name), E'\n' ORDER BY inserted_at, id)
          FROM upstream.client_people WHERE client_id = of_client),
        (SELECT string_agg(upstream.folded_line(tag), E'\n' ORDER BY place) FROM unnest(tags) WITH ORDINALITY AS t (tag, place)),
        (SELECT nullif(concat_ws(E'\n',
            (SELECT string_agg(upstream.folded_line(area), E'\n' ORDER BY place)
              FROM unnest(preferred_areas) WITH ORDINALITY AS a (area, place)),
            nullif(upstream.folded_line(notes), '')), '')
          FROM upstream.buyer_profiles WHERE client_id = of_client)) AS words,
      (SELECT coalesce(string_agg(
          coalesce(upstream.folded_line(email), '') || E'\n' || regexp_replace(coalesce(phone_number, ''), '[^0-9]', '', 'g'),
          E'\n' ORDER BY inserted_at, id), '')
        FROM upstream.client_people WHERE client_id = of_client) AS contacts
  ) AS parts
$$;
