-- Who may enter a client's portal: one row for each client and address, whatever becomes of it.
CREATE TABLE upstream.portal_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  -- In the spelling under which addresses are kept: that of the client or of somebody in the household.
  email_key text NOT NULL CHECK (length(email_key) BETWEEN 3 AND 254),
  -- SHA-256 of the 32 random bytes in the newest mail's link, and of those in the mail before, which are good for asking anew.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  earlier_token_hash bytea CHECK (octet_length(earlier_token_hash) = 32),
  -- Of the newest mail in the outbox, which knows whether it was refused.
  mail_id uuid NOT NULL,
  -- How many mails went out on the day of the newest one, counted in UTC.
  mails_that_day integer NOT NULL DEFAULT 1,
  invited_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  -- When a person's visit before the present one ended: what happened since is news to them.
  visit_before_at timestamptz,
  UNIQUE (client_id, email_key)
);

CREATE TRIGGER portal_invitations_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id
  ON upstream.portal_invitations FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX portal_invitations_inserted_at ON upstream.portal_invitations (workspace_id, inserted_at, id);
CREATE INDEX portal_invitations_sent_at ON upstream.portal_invitations (workspace_id, sent_at);
CREATE INDEX portal_invitations_email ON upstream.portal_invitations (email_key);
CREATE UNIQUE INDEX portal_invitations_earlier ON upstream.portal_invitations (earlier_token_hash)
  WHERE earlier_token_hash IS NOT NULL;

-- The people of the portal, each by the address they proved; one of them may stand in the households of several workspaces.
CREATE TABLE upstream.portal_people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
  -- What they chose; null: whatever their browser asks for.
  language text CHECK (language IN ('en', 'es')),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1
);

-- Who may enter which client's portal, by what the household says today: a person who is removed from it, or whose address is
-- changed, has no access from then on.
CREATE VIEW upstream.portal_access AS
SELECT
  invitation.id AS invitation_id, invitation.workspace_id, invitation.client_id, invitation.email_key AS email,
  invitation.accepted_at, invitation.last_seen_at, client.is_archived, person.id AS client_person_id,
  coalesce(person.name, client.name) AS name,
  CASE WHEN person.id IS NULL THEN client.phone_number ELSE person.phone_number END AS phone_number
FROM upstream.portal_invitations invitation
JOIN upstream.clients client ON client.id = invitation.client_id
LEFT JOIN upstream.client_people person ON person.client_id = client.id AND person.email_key = invitation.email_key
WHERE invitation.revoked_at IS NULL AND (person.id IS NOT NULL OR client.email_key = invitation.email_key);

-- Staff who look at a client's portal as the client sees it: each look is asked for, ends by itself, and is in the history.
CREATE TABLE upstream.portal_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES upstream.accounts ON DELETE CASCADE,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);

CREATE TRIGGER portal_views_workspace BEFORE INSERT ON upstream.portal_views
  FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX portal_views_expires_at ON upstream.portal_views (expires_at);

-- Which emails a person of a client wants of a workspace, whether they ever used the portal or not. Links that sign in are
-- always mailed.
CREATE TABLE upstream.client_mail_choices (
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- In the spelling under which addresses are kept.
  email_key text NOT NULL CHECK (length(email_key) BETWEEN 3 AND 254),
  choice text NOT NULL CHECK (choice IN ('each', 'daily', 'none')),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (email_key, workspace_id)
);

-- The address at which somebody's calendar reads their dates: one for each invitation, and gone with it.
CREATE TABLE upstream.portal_calendars (
  invitation_id uuid PRIMARY KEY REFERENCES upstream.portal_invitations ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  -- SHA-256 of the 32 random bytes in the address.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Making and ending the address is written into the history, which needs an id to write about.
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  client_id uuid NOT NULL REFERENCES upstream.clients ON DELETE CASCADE
);

CREATE INDEX portal_calendars_client ON upstream.portal_calendars (client_id);

-- How much each person of a household wants a property. The opportunity repeats what was chosen last, for lists.
CREATE TABLE upstream.portal_priorities (
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- The address that the person proved, and their name at that time.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  priority text NOT NULL CHECK (priority IN ('High', 'Medium', 'Low')),
  chosen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (opportunity_id, email)
);
CREATE INDEX portal_priorities_workspace ON upstream.portal_priorities (workspace_id);

-- What clients see of a property beyond its facts, photos and documents: nothing without a row.
CREATE TABLE upstream.portal_releases (
  package_id uuid PRIMARY KEY REFERENCES upstream.packages ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  costs boolean NOT NULL DEFAULT false,
  findings boolean NOT NULL DEFAULT false,
  comparables boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX portal_releases_workspace ON upstream.portal_releases (workspace_id);

CREATE TRIGGER portal_releases_workspace BEFORE INSERT OR UPDATE OF workspace_id, package_id ON upstream.portal_releases
  FOR EACH ROW EXECUTE FUNCTION upstream.check_package_workspace();

-- What clients say about a property of theirs: whether they are interested, how a showing was, what they think of an offer that
-- the agent suggests, what the seller shall repair, and what they want to know. All of it is a person's own.

-- An offer that the agent suggests to the client, before it is sent to the seller. A changed one is a new row.
CREATE TABLE upstream.offer_suggestions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'current' CHECK (state IN ('current', 'replaced', 'undone')),
  price_amount numeric NOT NULL CHECK (price_amount > 0),
  price_currency text NOT NULL CHECK (length(price_currency) = 3),
  expires_at timestamptz,
  terms text CHECK (length(terms) BETWEEN 1 AND 5000),
  suggested_by_account_id uuid REFERENCES upstream.accounts ON DELETE SET NULL,
  suggested_by_name text NOT NULL,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  -- What clients who read Spanish see in place of the terms; null: they see those.
  terms_es text,
  -- What the seller wants in place of an offer that is out: shown to the client and answered as what the agent suggests.
  is_counter boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX offer_suggestions_current ON upstream.offer_suggestions (opportunity_id) WHERE state = 'current';
CREATE INDEX offer_suggestions_opportunity ON upstream.offer_suggestions (opportunity_id, inserted_at, id);
CREATE TRIGGER offer_suggestions_workspace BEFORE INSERT ON upstream.offer_suggestions
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();

-- Each answer is kept: a newer one of the same person about the same thing makes the earlier ones earlier versions.
CREATE TABLE upstream.portal_answers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  -- The address that the person proved, and their name at that time.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('interest', 'rating', 'offer', 'repair')),
  choice text
    CHECK (choice IN ('interested', 'not_interested', 'approved', 'changes', 'declined', 'repair', 'credit', 'leave')),
  rating smallint CHECK (rating BETWEEN 1 AND 5),
  reasons text[] NOT NULL DEFAULT '{}',
  remark text CHECK (length(remark) BETWEEN 1 AND 2000),
  suggestion_id uuid REFERENCES upstream.offer_suggestions ON DELETE CASCADE,
  finding_id uuid REFERENCES upstream.findings ON DELETE CASCADE,
  is_latest boolean NOT NULL DEFAULT true,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When staff have taken note of it.
  noted_at timestamptz,
  noted_by_name text,
  version integer NOT NULL DEFAULT 1,
  -- Who is not interested any more says what becomes of an offer that is open, and of showings that are asked for or arranged.
  offer text CHECK (offer IN ('drop', 'keep')),
  showings text CHECK (showings IN ('drop', 'keep')),
  CHECK ((kind = 'rating') = (rating IS NOT NULL) AND (kind = 'rating') = (choice IS NULL)),
  CHECK ((kind = 'offer') = (suggestion_id IS NOT NULL) AND (kind = 'repair') = (finding_id IS NOT NULL))
);
CREATE UNIQUE INDEX portal_answers_latest
  ON upstream.portal_answers (opportunity_id, email, kind, coalesce(finding_id, opportunity_id)) WHERE is_latest;
CREATE INDEX portal_answers_opportunity ON upstream.portal_answers (opportunity_id, inserted_at, id);
CREATE INDEX portal_answers_unnoted ON upstream.portal_answers (workspace_id, inserted_at, id)
  WHERE is_latest AND noted_at IS NULL;
CREATE INDEX portal_answers_finding ON upstream.portal_answers (finding_id) WHERE finding_id IS NOT NULL;
CREATE INDEX portal_answers_suggestion ON upstream.portal_answers (suggestion_id) WHERE suggestion_id IS NOT NULL;
CREATE TRIGGER portal_answers_workspace BEFORE INSERT ON upstream.portal_answers
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();

-- What a client wants to know about a property, and what the agent answers.
CREATE TABLE upstream.portal_questions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  -- It is also a message of the thread, and as long as one may be; so is its answer.
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  answer text CHECK (length(answer) BETWEEN 1 AND 10000),
  answered_by_name text,
  answered_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- The message of the thread that answers it, where one does; refers to `upstream.messages`.
  answer_message_id uuid,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX portal_questions_opportunity ON upstream.portal_questions (opportunity_id, inserted_at, id);
CREATE INDEX portal_questions_open ON upstream.portal_questions (workspace_id, inserted_at, id) WHERE answered_at IS NULL;
CREATE INDEX portal_questions_answer_message ON upstream.portal_questions (answer_message_id) WHERE answer_message_id IS NOT NULL;
CREATE TRIGGER portal_questions_workspace BEFORE INSERT ON upstream.portal_questions
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();

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
  -- Of a suggested buyer profile: whether the agent took it over.
  outcome text CHECK (outcome IN ('accepted', 'partly', 'dismissed', 'withdrawn')),
  -- A document that a client has sent can be taken back until somebody of the staff has opened it.
  opened_at timestamptz,
  CHECK ((kind = 'document') = (document_id IS NOT NULL)),
  CHECK ((kind = 'buyer_profile') = (suggestion IS NOT NULL)),
  CHECK (outcome IS NULL OR settled_at IS NOT NULL)
);

CREATE TRIGGER portal_requests_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id
  ON upstream.portal_requests FOR EACH ROW EXECUTE FUNCTION upstream.check_client_workspace();
-- Of these one at a time is open: asking again is asking once.
CREATE UNIQUE INDEX portal_requests_once ON upstream.portal_requests (client_id, email, kind)
  WHERE settled_at IS NULL AND kind <> 'document';
CREATE INDEX portal_requests_inserted_at ON upstream.portal_requests (workspace_id, inserted_at, id);
CREATE INDEX portal_requests_client ON upstream.portal_requests (client_id, inserted_at, id);
-- The person's own page says what became of the last one.
CREATE INDEX portal_requests_profile ON upstream.portal_requests (client_id, email, settled_at) WHERE kind = 'buyer_profile';
CREATE INDEX portal_requests_document ON upstream.portal_requests (document_id) WHERE document_id IS NOT NULL;

-- What people send from a workspace's public page: a first message, or the wish to register.
CREATE TABLE upstream.contact_requests (
  -- Follows from the form's key and content, so that a form that is sent twice is one request.
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  -- Null until it is filed, in the background: the answer is the same, and as quick, whether the address is a client's or not.
  client_id uuid REFERENCES upstream.clients ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('message', 'registration')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email text NOT NULL CHECK (length(email) <= 254),
  email_key text NOT NULL,
  phone_number text CHECK (length(phone_number) <= 50),
  message text CHECK (length(message) <= 4000),
  -- Whether the address was a client's before.
  is_known boolean NOT NULL DEFAULT false,
  -- SHA-256 of the 32 random bytes in the mail that confirms the address of a registration.
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz,
  confirmed_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'dismissed')),
  settled_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  -- What came beyond what a workspace files in a day: it waits until somebody has looked through it.
  is_held boolean NOT NULL DEFAULT false,
  CHECK ((kind = 'registration') = (token_hash IS NOT NULL)),
  CHECK ((outcome IS NULL) = (settled_at IS NULL))
);

CREATE TRIGGER contact_requests_workspace BEFORE INSERT OR UPDATE OF client_id, workspace_id
  ON upstream.contact_requests FOR EACH ROW WHEN (NEW.client_id IS NOT NULL)
  EXECUTE FUNCTION upstream.check_client_workspace();
CREATE INDEX contact_requests_inserted_at ON upstream.contact_requests (workspace_id, inserted_at, id);
CREATE INDEX contact_requests_client ON upstream.contact_requests (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX contact_requests_email ON upstream.contact_requests (email_key, inserted_at);
CREATE INDEX contact_requests_held ON upstream.contact_requests (workspace_id, inserted_at, id) WHERE is_held;
