-- Deals that are over, and those of a rank, may be few among many: each is found without looking at all the others.
CREATE INDEX opportunities_over ON upstream.opportunities (workspace_id, inserted_at, id) WHERE NOT is_active;
CREATE INDEX opportunities_of_rank ON upstream.opportunities (workspace_id, rank, inserted_at, id);
