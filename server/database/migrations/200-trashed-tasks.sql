-- Tasks that were removed wait in the trash, too.
ALTER TABLE upstream.trashed_records DROP CONSTRAINT trashed_records_kind_check;
ALTER TABLE upstream.trashed_records ADD CONSTRAINT trashed_records_kind_check
  CHECK (kind IN ('client', 'package', 'opportunity', 'task'));
