-- The calendar finds the days of deals in the deals themselves, and no longer in their moves.
DROP INDEX upstream.opportunity_moves_deadline;
DROP INDEX upstream.opportunity_moves_closed;
CREATE INDEX opportunities_inspections_due ON upstream.opportunities (workspace_id, inspections_due_on)
  WHERE inspections_due_on IS NOT NULL;
CREATE INDEX opportunities_closing ON upstream.opportunities (workspace_id, closing_on) WHERE closing_on IS NOT NULL;
