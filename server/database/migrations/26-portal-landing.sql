-- What a workspace shows to everybody: its landing page, and what stands at the foot of every page for clients. One row for
-- each workspace, under its id.
CREATE TABLE upstream.portal_settings (
  id uuid PRIMARY KEY REFERENCES upstream.workspaces ON DELETE CASCADE,
  introduction text CHECK (length(introduction) <= 2000),
  -- Whose face the landing page has; null: the owner's.
  shown_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  takes_registrations boolean NOT NULL DEFAULT true,
  brokerage text CHECK (length(brokerage) <= 200),
  license_number text CHECK (length(license_number) <= 200),
  privacy_url text CHECK (length(privacy_url) <= 2000),
  terms_url text CHECK (length(terms_url) <= 2000),
  -- [{"text", "name", "place"}]
  testimonials jsonb NOT NULL DEFAULT '[]',
  -- [{"question", "answer"}]
  questions jsonb NOT NULL DEFAULT '[]',
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1
);

INSERT INTO upstream.portal_settings (id) SELECT id FROM upstream.workspaces;

CREATE FUNCTION upstream.add_portal_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upstream.portal_settings (id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_portal_settings AFTER INSERT ON upstream.workspaces
  FOR EACH ROW EXECUTE FUNCTION upstream.add_portal_settings();
