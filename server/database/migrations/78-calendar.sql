-- The calendar looks a stretch of time up in each of these; the days of deals are those of their latest moves.
CREATE INDEX showings_starts_at ON upstream.showings (workspace_id, starts_at, id);
CREATE INDEX opportunity_moves_deadline ON upstream.opportunity_moves (workspace_id, deadline_on) WHERE deadline_on IS NOT NULL;
CREATE INDEX opportunity_moves_closed ON upstream.opportunity_moves (workspace_id, closed_on) WHERE closed_on IS NOT NULL;
