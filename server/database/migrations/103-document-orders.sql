-- Documents by size, and by kind and name.
CREATE INDEX documents_workspace_size ON upstream.documents (workspace_id, is_trashed, size, id);
CREATE INDEX documents_workspace_kind ON upstream.documents (workspace_id, is_trashed, kind, label_key, id);
