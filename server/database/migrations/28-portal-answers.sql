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
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX offer_suggestions_current ON upstream.offer_suggestions (opportunity_id) WHERE state = 'current';
CREATE INDEX offer_suggestions_opportunity ON upstream.offer_suggestions (opportunity_id, inserted_at, id);
CREATE TRIGGER offer_suggestions_workspace BEFORE INSERT ON upstream.offer_suggestions
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();

ALTER TABLE upstream.opportunity_moves ADD COLUMN terms text CHECK (length(terms) BETWEEN 1 AND 5000);

-- Findings about which the agent asks the client.
ALTER TABLE upstream.findings ADD COLUMN is_client_asked boolean NOT NULL DEFAULT false;

-- Each answer is kept: a newer one of the same person about the same thing makes the earlier ones earlier versions.
CREATE TABLE upstream.portal_answers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES upstream.workspaces ON DELETE CASCADE,
  opportunity_id uuid NOT NULL REFERENCES upstream.opportunities ON DELETE CASCADE,
  -- The address that the person proved, and their name at that time.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('interest', 'rating', 'offer', 'repair')),
  choice text CHECK (choice IN ('interested', 'not_interested', 'approved', 'changes', 'repair', 'credit', 'leave')),
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
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  answer text CHECK (length(answer) BETWEEN 1 AND 5000),
  answered_by_name text,
  answered_at timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX portal_questions_opportunity ON upstream.portal_questions (opportunity_id, inserted_at, id);
CREATE INDEX portal_questions_open ON upstream.portal_questions (workspace_id, inserted_at, id) WHERE answered_at IS NULL;
CREATE TRIGGER portal_questions_workspace BEFORE INSERT ON upstream.portal_questions
  FOR EACH ROW EXECUTE FUNCTION upstream.check_opportunity_workspace();

-- Showings that a client has asked for: the times of one request have its id, and one of them is meant.
ALTER TABLE upstream.showings
  ADD COLUMN requested_by_name text,
  ADD COLUMN requested_by_email text,
  ADD COLUMN request_id uuid;
CREATE INDEX showings_request ON upstream.showings (request_id) WHERE request_id IS NOT NULL;
