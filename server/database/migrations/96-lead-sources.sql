-- Where a client came from, in the agent's own words.
ALTER TABLE upstream.clients ADD COLUMN lead_source text CHECK (length(lead_source) BETWEEN 1 AND 100);
CREATE INDEX clients_lead_source ON upstream.clients (workspace_id, upstream.key_of_word(lead_source)) WHERE lead_source IS NOT NULL;
