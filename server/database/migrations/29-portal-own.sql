-- What somebody of a household has opened in the portal by a click of their own: a property, or a document with the version it had.
CREATE TABLE upstream.portal_openings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  -- The address that the person proved, and their name at that time.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  package_id uuid REFERENCES upstream.packages ON DELETE CASCADE,
  document_id uuid REFERENCES upstream.documents ON DELETE CASCADE,
  version_number integer,
  first_opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((package_id IS NULL) <> (document_id IS NULL)),
  CHECK ((document_id IS NULL) = (version_number IS NULL))
);

CREATE TRIGGER portal_openings_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id
  ON upstream.portal_openings FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE UNIQUE INDEX portal_openings_package ON upstream.portal_openings (client_id, email, package_id)
  WHERE package_id IS NOT NULL;
CREATE UNIQUE INDEX portal_openings_document ON upstream.portal_openings (client_id, email, document_id)
  WHERE document_id IS NOT NULL;
CREATE INDEX portal_openings_of_package ON upstream.portal_openings (package_id) WHERE package_id IS NOT NULL;
CREATE INDEX portal_openings_of_document ON upstream.portal_openings (document_id) WHERE document_id IS NOT NULL;

-- What a client has sent that waits for the agent: a document to look at, a request to be deleted.
CREATE TABLE upstream.portal_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('document', 'deletion', 'buyer_profile')),
  document_id uuid REFERENCES upstream.documents ON DELETE CASCADE,
  -- Of a buyer profile: what it was, and what it should be.
  suggestion jsonb,
  settled_at timestamptz,
  settled_by_name text,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  CHECK ((kind = 'document') = (document_id IS NOT NULL)),
  CHECK ((kind = 'buyer_profile') = (suggestion IS NOT NULL))
);

CREATE TRIGGER portal_requests_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id
  ON upstream.portal_requests FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
-- Of these one at a time is open: asking again is asking once.
CREATE UNIQUE INDEX portal_requests_once ON upstream.portal_requests (client_id, email, kind)
  WHERE settled_at IS NULL AND kind <> 'document';
CREATE INDEX portal_requests_inserted_at ON upstream.portal_requests (workspace_id, inserted_at, id);
CREATE INDEX portal_requests_client ON upstream.portal_requests (client_id, inserted_at, id);
CREATE INDEX portal_requests_document ON upstream.portal_requests (document_id) WHERE document_id IS NOT NULL;
