-- Devices on which a person keeps pages and forms, for when there is no connection. Without its row a device forgets what it has at its
-- next contact, and nobody opens the forms that wait on it: the key for that is here alone.
CREATE TABLE app.kept_devices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id text NOT NULL,
  -- Words for its person; empty where nothing is known.
  name text NOT NULL DEFAULT '',
  -- By which the device encrypts what waits there (JWK), and by which it opens that while its person is signed in, AES-256-GCM.
  public_key text NOT NULL,
  sealed_key bytea NOT NULL,
  kept_at timestamptz NOT NULL,
  -- To within five minutes.
  contact_at timestamptz NOT NULL
);

CREATE INDEX kept_devices_person ON app.kept_devices (person_id, contact_at);
CREATE INDEX kept_devices_contact_at ON app.kept_devices (contact_at);
