-- Prices in other currencies than a budget's are looked for by themselves: they are not compared with it. An unknown price has
-- an empty currency.
DROP INDEX upstream.packages_fit;
CREATE INDEX packages_fit ON upstream.packages
  (workspace_id, is_archived, (coalesce(upstream.area_key(area), '')), (coalesce(list_price_currency, '')), list_price_key, id);
