-- Whether a link that a member passes on shows what was released to clients: costs, findings, comparables. A client's link always does.
ALTER TABLE upstream.share_links ADD COLUMN includes_released boolean NOT NULL DEFAULT false;
