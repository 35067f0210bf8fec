-- Packages without a value come last in both directions: for one of the two a list is sorted by another expression than by the
-- key that stands for "unknown" at the other end.
CREATE INDEX packages_list_price_up ON upstream.packages
  (workspace_id, is_archived, (coalesce(list_price_amount, 99999999999999999999)), id);
CREATE INDEX packages_beds_up ON upstream.packages (workspace_id, is_archived, (coalesce(beds::numeric, 99999999999999999999)), id);
CREATE INDEX packages_baths_up ON upstream.packages (workspace_id, is_archived, (coalesce(baths, 99999999999999999999)), id);
CREATE INDEX packages_sqft_up ON upstream.packages (workspace_id, is_archived, (coalesce(sqft::numeric, 99999999999999999999)), id);
CREATE INDEX packages_comp_up ON upstream.packages
  (workspace_id, is_archived, (coalesce(comp_override_amount, comp_amount, 99999999999999999999)), id);
CREATE INDEX packages_area_up ON upstream.packages (workspace_id, is_archived, (coalesce(nullif(area_key, ''), chr(65533))), id);
CREATE INDEX packages_offer_due_down ON upstream.packages
  (workspace_id, is_archived, (coalesce(offer_due_at, '1000-01-01 00:00:00+00'::timestamptz)), id);
