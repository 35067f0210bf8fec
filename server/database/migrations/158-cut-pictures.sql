-- Whether a picture lost its end on the way, and is shown without.
ALTER TABLE upstream.documents ADD COLUMN is_cut_off boolean NOT NULL DEFAULT false;
ALTER TABLE upstream.package_photos ADD COLUMN is_cut_off boolean NOT NULL DEFAULT false;
