-- The days that a deal under contract is worked towards. Moves write them, and agents correct them.
ALTER TABLE upstream.opportunities
  ADD COLUMN inspections_due_on date,
  -- Planned while the deal is under way; the day on which it closed from then on.
  ADD COLUMN closing_on date;

UPDATE upstream.opportunities AS deal SET inspections_due_on = told.deadline_on
FROM (
  SELECT DISTINCT ON (opportunity_id) opportunity_id, deadline_on FROM upstream.opportunity_moves AS move
  WHERE deadline_on IS NOT NULL
    AND NOT EXISTS (SELECT FROM upstream.opportunity_moves AS undo WHERE undo.undoes_id = move.id)
  ORDER BY opportunity_id, occurred_at DESC
) AS told
WHERE deal.id = told.opportunity_id AND deal.stage IN ('offer_accepted', 'inspections_underway', 'closed');

UPDATE upstream.opportunities AS deal SET closing_on = told.closed_on
FROM (
  SELECT DISTINCT ON (opportunity_id) opportunity_id, closed_on FROM upstream.opportunity_moves AS move
  WHERE closed_on IS NOT NULL
    AND NOT EXISTS (SELECT FROM upstream.opportunity_moves AS undo WHERE undo.undoes_id = move.id)
  ORDER BY opportunity_id, occurred_at DESC
) AS told
WHERE deal.id = told.opportunity_id AND deal.stage = 'closed';

-- What lists are sorted by, which must not be null: days since 1970 of the next of these days, those without one last.
ALTER TABLE upstream.opportunities ADD COLUMN next_due_key integer NOT NULL GENERATED ALWAYS AS (
  CASE WHEN stage IN ('closed', 'lost') THEN 2147483647
    ELSE coalesce(least(inspections_due_on, closing_on) - '1970-01-01'::date, 2147483647) END) STORED;

CREATE INDEX opportunities_next_due ON upstream.opportunities (workspace_id, next_due_key, id) WHERE next_due_key < 2147483647;
CREATE INDEX opportunities_own_next_due ON upstream.opportunities (assigned_account_id, workspace_id, next_due_key, id)
  WHERE next_due_key < 2147483647;
