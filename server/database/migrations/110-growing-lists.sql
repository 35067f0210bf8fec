-- Links that still show something, so that one is found however many were made before.
CREATE INDEX share_links_shown ON upstream.share_links
  (package_id, includes_unfiled, (coalesce(expires_at, 'infinity'))) WHERE revoked_at IS NULL AND client_id IS NULL;
-- Tasks in their usual order, done ones among them.
CREATE INDEX tasks_all_due ON upstream.tasks (workspace_id, due_key, inserted_at, id);
