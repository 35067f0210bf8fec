-- How a workspace presents itself: what stands at the foot of every page for clients is entered with its name. Until now four of
-- these were settings of the client portal.
ALTER TABLE upstream.workspaces
  ADD COLUMN phone_number text CHECK (length(phone_number) <= 50),
  ADD COLUMN brokerage text CHECK (length(brokerage) <= 200),
  ADD COLUMN license_number text CHECK (length(license_number) <= 200),
  ADD COLUMN privacy_url text CHECK (length(privacy_url) <= 2000),
  ADD COLUMN terms_url text CHECK (length(terms_url) <= 2000);

UPDATE upstream.workspaces workspace SET
  brokerage = settings.brokerage, license_number = settings.license_number,
  privacy_url = settings.privacy_url, terms_url = settings.terms_url
FROM upstream.portal_settings settings WHERE settings.id = workspace.id;

ALTER TABLE upstream.portal_settings
  DROP COLUMN brokerage, DROP COLUMN license_number, DROP COLUMN privacy_url, DROP COLUMN terms_url;
