-- The servers that work on this database, each with the mark of the folder in which it keeps uploads under way: an upload goes on
-- with any of them, so all have to share one. A row that was not renewed for 20 minutes is of a server that was killed.
CREATE TABLE app.servers (
  id uuid PRIMARY KEY,
  spool text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
