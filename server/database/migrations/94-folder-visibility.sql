-- Whether clients see what is added to a folder; each document says for itself whether they see it.
ALTER TABLE upstream.folders ADD COLUMN is_client_visible boolean NOT NULL DEFAULT false;
