-- Rows go with their workspace, as those of every other table do.
ALTER TABLE upstream.wanted_areas
  ADD FOREIGN KEY (workspace_id) REFERENCES upstream.workspaces (id) ON DELETE CASCADE;
