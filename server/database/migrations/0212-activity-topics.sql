-- What an event is about, in a word by which a log is narrowed down; the opportunity whose history it belongs to.
ALTER TABLE upstream.activities
  ADD COLUMN opportunity_id uuid REFERENCES upstream.opportunities ON DELETE CASCADE,
  ADD COLUMN topic text NOT NULL GENERATED ALWAYS AS (CASE split_part(kind, '.', 1)
    WHEN 'client' THEN 'clients'
    WHEN 'buyer_profile' THEN 'clients'
    WHEN 'client_person' THEN 'clients'
    WHEN 'client_import' THEN 'clients'
    WHEN 'package' THEN 'packages'
    WHEN 'comparable' THEN 'packages'
    WHEN 'opportunity' THEN 'opportunities'
    WHEN 'offer' THEN 'opportunities'
    WHEN 'showing' THEN 'showings'
    WHEN 'comment' THEN 'comments'
    WHEN 'folder' THEN 'documents'
    WHEN 'document' THEN 'documents'
    WHEN 'document_summary' THEN 'documents'
    WHEN 'inspection_report' THEN 'inspections'
    WHEN 'finding' THEN 'inspections'
    WHEN 'cost_estimate' THEN 'costs'
    WHEN 'cost_template' THEN 'costs'
    WHEN 'share_link' THEN 'sharing'
    WHEN 'task' THEN 'tasks'
    WHEN 'task_template' THEN 'tasks'
    ELSE 'workspace' END) STORED;

UPDATE upstream.activities SET opportunity_id = subject_id
WHERE subject_type = 'opportunity' AND subject_id IN (SELECT id FROM upstream.opportunities);
UPDATE upstream.activities SET opportunity_id = showings.opportunity_id
FROM upstream.showings WHERE subject_type = 'showing' AND showings.id = subject_id;
UPDATE upstream.activities SET opportunity_id = comments.opportunity_id
FROM upstream.comments WHERE subject_type = 'comment' AND comments.id = subject_id;

-- One for each way in which a log is narrowed down.
CREATE INDEX activities_topic ON upstream.activities (workspace_id, topic, occurred_at, id);
CREATE INDEX activities_actor ON upstream.activities (workspace_id, actor_account_id, occurred_at, id);
CREATE INDEX activities_opportunity ON upstream.activities (opportunity_id, occurred_at, id)
  WHERE opportunity_id IS NOT NULL;
