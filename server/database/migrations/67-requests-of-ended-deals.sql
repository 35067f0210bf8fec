-- Deals that were closed before closing did this: nobody waits for an answer to their showing requests any more.
UPDATE upstream.showings SET state = 'cancelled', sequence = sequence + 1, version = version + 1, updated_at = now()
WHERE state = 'requested'
  AND opportunity_id IN (SELECT id FROM upstream.opportunities WHERE stage IN ('closed', 'lost'));
