ALTER TABLE upstream.packages
  ADD COLUMN listing_agent_profile_photo_url text CHECK (length(listing_agent_profile_photo_url) <= 2000);
