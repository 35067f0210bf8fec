-- When a person's visit before the present one ended: what happened since is news to them.
ALTER TABLE upstream.portal_invitations ADD COLUMN visit_before_at timestamptz;

-- Making and ending the address of a calendar is written into the history, which needs an id of its own to write about.
ALTER TABLE upstream.portal_calendars
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN client_id uuid REFERENCES upstream.clients ON DELETE CASCADE;
UPDATE upstream.portal_calendars calendar SET client_id = invitation.client_id
  FROM upstream.portal_invitations invitation WHERE invitation.id = calendar.invitation_id;
ALTER TABLE upstream.portal_calendars ALTER COLUMN client_id SET NOT NULL;
CREATE INDEX portal_calendars_client ON upstream.portal_calendars (client_id);
