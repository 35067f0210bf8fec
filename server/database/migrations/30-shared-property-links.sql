-- The mail about a property that is shared leads those who were invited into the portal: its link signs in like the one that is
-- asked for, and works for longer, since nobody waits for that mail.
ALTER TABLE upstream.mailed_links
  DROP CONSTRAINT mailed_links_purpose_check,
  ADD CONSTRAINT mailed_links_purpose_check
    CHECK (purpose IN ('sign_in', 'registration', 'password_reset', 'invitation', 'shared_property'));
