-- A client's last activity is the newest contact with them. Which events are contact, the code says when it writes them.
ALTER TABLE upstream.activities
  -- May become false: what was undone was no contact.
  ADD COLUMN is_contact boolean NOT NULL DEFAULT false,
  -- Id of the batch or import by which many records were changed at once: in the log of all records, that one's own event stands
  -- for the events of all of them.
  ADD COLUMN part_of uuid;

-- Of events that were written before this: which were contact.
CREATE FUNCTION pg_temp.was_contact(kind text, changes jsonb) RETURNS boolean LANGUAGE sql AS $$
  SELECT kind IN ('message.sent', 'message.received', 'showing.requested', 'showing.confirmed', 'showing.moved',
      'showing.cancelled', 'offer_suggestion.changed', 'comment.added', 'task.completed', 'contact_request.received',
      'contact_request.registered', 'share_link.mailed', 'share_link.opened', 'portal_request.deletion',
      'portal_request.buyer_profile', 'portal_question.asked', 'portal_question.answered')
    OR kind LIKE 'portal\_answer.%' OR kind LIKE 'portal\_opening.%'
    OR kind = 'opportunity.moved' AND EXISTS (SELECT FROM jsonb_array_elements(changes) change
      WHERE change ->> 'field' = 'stage' AND change ->> 'after' IN ('showing_scheduled', 'showing_complete', 'offer_suggeted',
        'offer_sent', 'offer_accepted', 'offer_declined'))
$$;
UPDATE upstream.activities SET is_contact = true WHERE pg_temp.was_contact(kind, changes);
-- Those in the trash, or of merged clients.
UPDATE upstream.kept_rows SET content = content || '{"is_contact": true}'
WHERE table_name = 'activities' AND pg_temp.was_contact(content ->> 'kind', content -> 'changes');

-- The parts of a batch and of its undo. When an undo began is not known: nothing else was done to these records by it.
UPDATE upstream.activities event SET part_of = batch.id, is_contact = false
FROM upstream.batches batch JOIN upstream.batch_records record ON record.batch_id = batch.id
WHERE event.subject_id = record.record_id AND event.workspace_id = batch.workspace_id
  AND event.actor_account_id = batch.account_id AND record.state IN ('changed', 'undone', 'kept')
  AND event.occurred_at BETWEEN batch.inserted_at AND coalesce(batch.undone_at, batch.completed_at, now())
  AND (event.occurred_at <= batch.completed_at OR batch.completed_at IS NULL OR record.state = 'undone')
  AND event.kind IN ('client.updated', 'client.archived', 'client.brought_back', 'client.reassigned', 'package.updated',
    'package.archived', 'package.brought_back', 'package.reassigned', 'opportunity.reassigned', 'task.completed', 'task.reopened',
    'finding.updated', 'finding.accepted', 'finding.dismissed', 'finding.brought_back');
UPDATE upstream.activities event SET part_of = client.import_id
FROM upstream.clients client
WHERE client.import_id IS NOT NULL AND event.subject_id = client.id AND event.kind = 'client.created';

-- What was undone.
UPDATE upstream.activities event SET is_contact = false
FROM upstream.activities later
WHERE event.kind = 'task.completed' AND later.kind = 'task.reopened' AND later.subject_id = event.subject_id
  AND later.client_id = event.client_id AND later.occurred_at > event.occurred_at;
UPDATE upstream.activities event SET is_contact = false
FROM upstream.opportunity_moves undo JOIN upstream.opportunity_moves undone ON undone.id = undo.undoes_id
WHERE event.opportunity_id = undo.opportunity_id AND event.kind IN ('opportunity.moved', 'showing.confirmed')
  AND event.occurred_at BETWEEN undone.occurred_at AND undo.occurred_at;

-- The event of a batch is about what its records are about, and so is seen by whoever sees those.
ALTER TABLE upstream.activities DISABLE TRIGGER activities_unchanged;
UPDATE upstream.activities event SET topic = CASE batch.kind WHEN 'client' THEN 'clients' WHEN 'package' THEN 'packages'
    WHEN 'opportunity' THEN 'opportunities' WHEN 'task' THEN 'tasks' ELSE 'inspections' END
FROM upstream.batches batch WHERE event.subject_type = 'batch' AND event.subject_id = batch.id;
ALTER TABLE upstream.activities ENABLE TRIGGER activities_unchanged;

-- The log of all records, and the parts of one batch.
CREATE INDEX activities_log ON upstream.activities (workspace_id, occurred_at, id) WHERE part_of IS NULL;
CREATE INDEX activities_part_of ON upstream.activities (part_of) WHERE part_of IS NOT NULL;

-- When there was contact with a client last; when they came, where there was none. A visit to the portal is contact without an event.
CREATE FUNCTION upstream.last_contact_of(client upstream.clients) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(client.inserted_at,
    (SELECT occurred_at FROM upstream.activities WHERE client_id = client.id AND is_contact ORDER BY occurred_at DESC LIMIT 1),
    (SELECT max(last_seen_at) FROM upstream.portal_invitations WHERE client_id = client.id))
$$;
UPDATE upstream.clients SET last_activity_at = upstream.last_contact_of(clients)
WHERE last_activity_at <> upstream.last_contact_of(clients);
