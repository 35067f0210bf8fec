-- Headings of a file of clients whose cells are read by nobody, for people to know.
ALTER TABLE upstream.client_imports ADD COLUMN ignored_columns text[] NOT NULL DEFAULT '{}';
