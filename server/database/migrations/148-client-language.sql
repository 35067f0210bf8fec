-- In which language a client is written to, where nobody of them has chosen one. Null: none was chosen.
ALTER TABLE upstream.clients ADD COLUMN language text CHECK (language IN ('en', 'es'));
