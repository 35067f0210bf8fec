-- When somebody's data were last erased, or a record purged: what devices kept before is dropped. Null: never.
ALTER TABLE upstream.workspaces ADD COLUMN erased_at timestamptz;

-- Whether devices that keep pages keep its file as well.
ALTER TABLE upstream.documents ADD COLUMN is_kept_on_devices boolean NOT NULL DEFAULT false;
CREATE INDEX documents_kept_on_devices ON upstream.documents (workspace_id, inserted_at DESC, id DESC) WHERE is_kept_on_devices;
